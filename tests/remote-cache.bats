# foreach --cache=URL and remote-cache: results seen before, on a server.
# shellcheck disable=SC2030,SC2031 # each test has its own $url
load helper

teardown() {
	[ ! -s pids ] || xargs kill < pids 2> /dev/null || :
}

program() {
	cat > "$1"
	chmod +x "$1"
}

# server [MODE...]: starts one; $url is its address
server() {
	mkdir -p srv
	perl "$inputs/http-cache.pl" srv "$@" > /dev/null 2>&1 3>&- &
	echo $! >> pids
	wait_for [ -s srv/port ]
	url=http://127.0.0.1:$(cat srv/port)
	: > srv/log
}

# rows N: N inputs, their list, a program that counts its runs
rows() {
	mkdir -p in d
	for i in $(seq "$1"); do seq "$i" "$((i + 300))" > "in/r$i"; done
	seq -f 'in/r%g' "$1" > list
	program tool <<-'X'
		#!/bin/sh
		echo "$1" >> runs
		echo "made $1"
		tr 1-5 a-e < "$1" > "$2"
	X
	: > runs
}

# each FOLDER [OPTION...]: the standard run; its counts go to $counts and $remote
each() {
	rm -rf d
	mkdir d
	: > runs
	foreach --cache="$1" --cache="$url" --cache-stats "${@:2}" --in-file-list=list --in-replace=@i --out-replace=@o \
		--out-dir=d -j2 -- ./tool @i @o > out 2> err || { cat err; return 1; }
	counts=$(sed -n "s/^foreach: note: cache '.*': //p" err)
	remote=$(sed -n "s/^remote-cache: note: remote cache '.*': //p" err)
}

@test "another machine finds all results: the same bytes, three requests for a new row, two for a known one" {
	rows 100
	server
	each one
	[ "$counts" = '0 hits, 100 misses, 0 damaged' ]
	[ "$remote" = '0 hits, 100 misses, 100 stored' ]
	[ "$(wc -l < srv/log)" -eq 300 ]
	mv d first
	mv out first.out
	: > srv/log
	each two
	[ "$counts" = '100 hits, 0 misses, 0 damaged' ]
	[ "$remote" = '100 hits, 0 misses, 0 stored' ]
	[ ! -s runs ]
	[ "$(wc -l < srv/log)" -eq 200 ]
	diff -r first d
	cmp first.out out
	# Now the folder has them.
	: > srv/log
	each two
	[ ! -s srv/log ]
	[ "$counts" = '100 hits, 0 misses, 0 damaged' ]
	# One changed.
	echo new > in/r7
	each three
	[ "$counts" = '99 hits, 1 miss, 0 damaged' ]
	[ "$remote" = '99 hits, 1 miss, 1 stored' ]
	[ "$(cat runs)" = in/r7 ]
	[ "$(wc -l < srv/log)" -eq $((99 * 2 + 3)) ]
}

@test "what is stored is named after its SHA-256, and the result says so" {
	rows 1
	server
	each one
	name=$(ls srv/ac)
	contents=$(ls srv/cas)
	[ "$(sha256sum < "srv/cas/$contents")" = "$contents  -" ]
	cmp "srv/cas/$contents" "one/$name"
	# ActionResult: field 2 has field 2 has field 1, the text of the digest.
	grep -aq "$contents" "srv/ac/$name"
	printf '\x12' | cmp -n 1 - "srv/ac/$name"
}

@test "rows of equal contents ask once each and all get their answer" {
	rows 3
	for i in $(seq 200); do echo in/r1; done > list
	server
	each one --cache-ignore-names
	each two --cache-ignore-names
	[ "$counts" = '200 hits, 0 misses, 0 damaged' ]
	[ "$(for f in d/*; do cmp -s "$f" d/r1-1.out && echo same; done | wc -l)" -eq 200 ]
}

@test "altered and shortened contents are told, and the commands run" {
	rows 5
	server
	each one
	mv d first
	: > srv/log
	for mode in alter cut; do
		echo "$mode" > srv/mode
		each "$mode"
		diff -r first d
		[ "$counts" = '0 hits, 5 misses, 0 damaged' ] || return 1
		[ "$(wc -l < runs)" -eq 5 ] || return 1
		[ "$(grep -c "^remote-cache: warning: entry '[0-9a-f]\{64\}' of remote cache '$url' is damaged, running the command$" err)" -eq 5 ] || { cat err; return 1; }
	done
}

@test "a server that is not there, that fails or never answers: one warning, little time, right results" {
	rows 40
	server
	kill "$(cat pids)"
	wait "$(cat pids)" || :
	: > pids
	each one
	[ "$(grep -c "^remote-cache: warning: going on without remote cache '$url': " err)" -eq 1 ]
	[ "$(wc -l < runs)" -eq 40 ]
	# The next process with that folder does not even try, for a while.
	each one
	[ "$(grep -c warning err)" -eq 0 ]
	for mode in error silent; do
		rm srv/port
		server "$mode"
		[ "$mode" = error ] && why='it answers with status 500' || why='Timeout was reached'
		each "$mode" --cache-timeout=1
		[ "$(grep -c "^remote-cache: warning: going on without remote cache '$url': $why$" err)" -eq 1 ] || { cat err; return 1; }
		[ "$(wc -l < runs)" -eq 40 ] || return 1
	done
}

@test "a server that refuses to store is told once; --cache-read-only does not ask it" {
	rows 20
	server refuse
	each one
	[ "$(grep -c "^remote-cache: warning: cannot store in remote cache '$url': it answers with status 403$" err)" -eq 1 ]
	[ "$remote" = '0 hits, 20 misses, 0 stored' ]
	: > srv/log
	each two --cache-read-only
	run ! grep -q PUT srv/log
	run ! grep -q warning err
}

@test "a token is sent, and no message shows the password of a URL" {
	rows 1
	server
	SYCL_CC_CACHE_TOKEN=secret each one
	grep -q '^GET /ac/[0-9a-f]* Bearer secret$' srv/log
	url=http://me:word@127.0.0.1:$(cat srv/port)
	each two
	grep -q ' Basic ' srv/log
	run ! grep -q word err
	grep -q "remote cache 'http://127.0.0.1:" err
}

@test "sycl-cc --cache=URL: images come from the server, the program is the same" {
	small_headers
	server
	cp "$inputs/driver/two-kernels.cpp" .
	sycl-cc -c two-kernels.cpp -o k.o
	sycl-cc -fsycl-targets=x86_64,spir64 k.o -o plain
	sycl-cc -fsycl-targets=x86_64,spir64 --cache="$url" k.o -o first
	[ "$(grep -c PUT srv/log)" -ge 4 ]
	: > srv/log
	SYCL_CC_REMOTE_CACHE=$url SYCL_CC_CACHE=local sycl-cc -fsycl-targets=x86_64,spir64 k.o -o second
	run ! grep -q PUT srv/log
	[ "$(grep -c 'GET /cas' srv/log)" -ge 2 ]
	cmp plain first
	cmp plain second
	: > srv/log
	sycl-cc -fsycl-targets=x86_64 --cache="$url" --cache= k.o -o third
	[ ! -s srv/log ]
	echo '// changed' >> two-kernels.cpp
	SYCL_CC_CACHE_READ_ONLY=1 sycl-cc -O1 -fsycl-targets=x86_64 --cache="$url" two-kernels.cpp -o fourth
	run ! grep -q PUT srv/log
}

@test "wrong command lines of remote caches end with status 2, a tool that is not installed with 1" {
	echo a > list
	run -2 foreach --cache=http://x/ --in-file-list=list --in-replace={} -- echo
	[ "${lines[0]}" = "foreach: error: option '--cache=http://x/' wants a folder beside the server: '--cache=DIR'" ]
	run -2 foreach --cache=c --cache-read-only --in-file-list=list --in-replace={} -- echo
	[ "${lines[0]}" = "foreach: error: options '--cache-read-only' and '--cache-timeout' want a server: '--cache=http://HOST/...'" ]
	run -2 remote-cache --url=ftp://x --dir=.
	[ "${lines[0]}" = "remote-cache: error: option '--url' wants http:// or https://, not 'ftp://x'" ]
	run -2 remote-cache --url=http://x
	[ "${lines[0]}" = "remote-cache: error: options '--url' and '--dir' are both needed" ]
	run -2 remote-cache --url=http://x --dir=. --timeout=0
	[ "${lines[0]}" = "remote-cache: error: option '--timeout' wants a number from 1 to 3600, not '0'" ]
	run -1 remote-cache --url=http://127.0.0.1:1 --dir=. <<< 'get ../x'
	[ "$output" = "remote-cache: error: a line is neither 'get NAME' nor 'put NAME': 'get ../x'" ]
	mkdir alone
	cp "$BUILD/bin/foreach" alone/
	run -1 alone/foreach --cache=c --cache=http://x/ --in-file-list=list --in-replace={} -- echo
	[ "$output" = "foreach: error: a cache on a server wants '$PWD/alone/remote-cache', which is not installed: it is built where the headers of libcurl are (libcurl4-openssl-dev)" ]
}
