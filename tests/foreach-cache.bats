# foreach --cache: results seen before.
# shellcheck disable=SC2016 # '$' in the words of a command is meant for its shell
load helper

program() {
	cat > "$1"
	chmod +x "$1"
}

# A program that notes each run, copies its input, prints to both streams.
counting_program() {
	program tool <<-'X'
		#!/bin/sh
		echo "$1" >> runs
		echo "made $1"
		echo "careful with $1" >&2
		tr a-z A-Z < "$1" > "$2"
	X
	: > runs
}

# rows N: N inputs and their list
rows() {
	mkdir -p in d
	for i in $(seq "$1"); do echo "text $i" > "in/r$i"; done
	seq -f 'in/r%g' "$1" > list
}

# cached [OPTION...]: the standard run; its counts go to $counts
cached() {
	foreach --cache=cache --cache-stats --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d "$@" \
		-- ./tool @i @o > out 2> err || return
	counts=$(sed -n "s/^foreach: note: cache 'cache': //p" err)
}

@test "64 rows, one changed: 63 hits, 1 miss, identical bytes" {
	counting_program
	rows 64
	cached -j2
	[ "$counts" = '0 hits, 64 misses, 0 damaged' ]
	[ "$(wc -l < runs)" -eq 64 ]
	cp -r d first
	cp out out1
	rm d/*
	cached -j2
	[ "$counts" = '64 hits, 0 misses, 0 damaged' ]
	[ "$(wc -l < runs)" -eq 64 ]
	diff -r first d
	cmp out1 out
	echo changed > in/r7
	cached -j2
	[ "$counts" = '63 hits, 1 miss, 0 damaged' ]
	[ "$(tail -n 1 runs)" = in/r7 ]
	[ "$(cat d/r7-7.out)" = CHANGED ]
	rm d/r7-7.out first/r7-7.out
	diff -r first d
}

@test "standard output and error of a hit are replayed, in list order" {
	counting_program
	rows 2
	cached -j1
	sed '/note:/d' err > err1
	cp out out1
	cached -j1
	[ "$counts" = '2 hits, 0 misses, 0 damaged' ]
	printf 'made in/r1\nmade in/r2\n' | diff -u - out
	cmp out1 out
	sed '/note:/d' err | diff -u err1 -
	[ "$(cat err1)" = $'careful with in/r1\ncareful with in/r2' ]
}

@test "a change of the script, an argument, an @file, a named file or the environment is a miss, once each" {
	rows 1
	program tool <<-'X'
		#!/bin/sh
		echo x >> runs
		cat "$1" "${3#@}" extra > "$2"
		echo "$NAMED $4" >> "$2"
	X
	echo options > rsp
	echo extra > extra
	export NAMED=a OTHER=b
	word=w
	go() {
		run foreach --cache=cache --cache-stats --cache-input=extra --cache-env=NAMED --in-file-list=list \
			--in-replace=@i --out-replace=@o --out-dir=d -- ./tool @i @o @rsp "$word"
		[ "$status" -eq 0 ]
		[[ $output == *"cache': $1, 0 damaged" ]] || { echo "$output"; return 1; }
	}
	miss='0 hits, 1 miss'
	hit='1 hit, 0 misses'
	go "$miss"
	go "$hit"
	sed -i '2i :' tool
	go "$miss"
	go "$hit"
	word=v
	go "$miss"
	go "$hit"
	echo more >> rsp
	go "$miss"
	go "$hit"
	echo more >> extra
	go "$miss"
	go "$hit"
	NAMED=c
	go "$miss"
	go "$hit"
	OTHER=c
	go "$hit"
	unset NAMED
	go "$miss"
	go "$hit"
	export NAMED=
	go "$miss"
	[ "$(wc -l < runs)" -eq 8 ]
}

@test "a change of the program or of a shared library that it loads is a miss" {
	rows 1
	echo 'const char *word(void) { return "one"; }' > word.c
	cc -shared -fPIC -o libword.so word.c
	cat > tool.c <<-'X'
		#include <stdio.h>
		const char *word(void);
		int main(int argc, char **argv) { FILE *f = fopen(argv[argc - 1], "w"); fprintf(f, "%s\n", word()); return fclose(f); }
	X
	cc -o tool tool.c -L. -lword '-Wl,-rpath,$ORIGIN'
	cached
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	sed 's/one/two/' word.c > word2.c
	cc -shared -fPIC -o libword.so word2.c
	cached
	[ "$counts" = '0 hits, 1 miss, 0 damaged' ]
	[ "$(cat d/r1-1.out)" = two ]
	# The same program with a library from elsewhere.
	cc -o tool tool.c -L. -lword
	mkdir p q
	cp libword.so p
	sed 's/one/six/' word.c > word3.c
	cc -shared -fPIC -o q/libword.so word3.c
	LD_LIBRARY_PATH=p cached
	LD_LIBRARY_PATH=q cached
	[ "$counts" = '0 hits, 1 miss, 0 damaged' ]
	[ "$(cat d/r1-1.out)" = six ]
	LD_LIBRARY_PATH=p cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	sed -i 's/"%s\\n"/"%s!\\n"/' tool.c
	cc -o tool tool.c -L. -lword '-Wl,-rpath,$ORIGIN'
	cached
	[ "$counts" = '0 hits, 1 miss, 0 damaged' ]
	[ "$(cat d/r1-1.out)" = 'two!' ]
}

@test "a statically linked program works too" {
	rows 1
	echo 'int main(int n, char **v) { return n != 3 || !v[2]; }' > tool.c
	cc -static -o tool tool.c
	cached
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
}

@test "files named behind '=', inside other words, and in response files count by content" {
	rows 1
	mkdir x
	echo 1 > x/conf
	echo 1 > x/list
	echo '-flag x/list' > rsp
	go() {
		run -0 foreach --cache=cache --cache-stats --in-file-list=list --in-replace=@i -- \
			sh -c 'cat @i; exit 0' --config=x/conf --more=@rsp
		[[ $output == *"cache': $1, 0 damaged" ]] || { echo "$output"; return 1; }
	}
	go '0 hits, 1 miss'
	go '1 hit, 0 misses'
	echo 2 > x/conf
	go '0 hits, 1 miss'
	echo 2 > x/list
	go '0 hits, 1 miss'
	echo changed > in/r1
	go '0 hits, 1 miss'
	[[ $output == changed* ]]
	go '1 hit, 0 misses'
}

@test "names of inputs count, with --cache-ignore-names only what they hold" {
	rows 2
	program tool <<-'X'
		#!/bin/sh
		cp "$1" "$2"
	X
	cached
	mv in/r1 in/other
	sed -i 's/r1$/other/' list
	cached
	[ "$counts" = '1 hit, 1 miss, 0 damaged' ]
	cached --cache-ignore-names
	[ "$counts" = '0 hits, 2 misses, 0 damaged' ]
	mv in elsewhere
	tac list | sed 's/^in/elsewhere/' > list2
	mv list2 list
	cached --cache-ignore-names
	[ "$counts" = '2 hits, 0 misses, 0 damaged' ]
	[ "$(cat d/r2-1.out d/other-2.out)" = $'text 2\ntext 1' ]
	echo new > elsewhere/r2
	cached --cache-ignore-names
	[ "$counts" = '1 hit, 1 miss, 0 damaged' ]
}

@test "the folder and the number of outputs do not count, their extension does" {
	counting_program
	rows 2
	cached
	mkdir e
	tac list > list2
	mv list2 list
	cached --out-dir=e
	[ "$counts" = '2 hits, 0 misses, 0 damaged' ]
	[ "$(cat e/r2-1.out)" = 'TEXT 2' ]
	cached --out-ext=spv
	[ "$counts" = '0 hits, 2 misses, 0 damaged' ]
}

@test "an output from the cache is a file of its own, with the mode it had" {
	rows 1
	program tool <<-'X'
		#!/bin/sh
		cp "$1" "$2"
		chmod 751 "$2"
	X
	cached
	cached
	[ "$(stat -c '%h %a' d/r1-1.out)" = '1 751' ]
	echo edited >> d/r1-1.out
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	[ "$(cat d/r1-1.out)" = 'text 1' ]
}

@test "a failure is never cached" {
	rows 1
	program tool <<-'X'
		#!/bin/sh
		echo run >> runs
		echo half > "$2"
		[ -e good ] || exit 3
	X
	run -3 cached
	run -3 cached
	[ "$(wc -l < runs)" -eq 2 ]
	[ ! -e d/r1-1.out ]
	touch good
	cached
	[ "$counts" = '0 hits, 1 miss, 0 damaged' ]
}

@test "a result is not kept when its input changed while the command ran" {
	rows 1
	program tool <<-'X'
		#!/bin/sh
		cp "$1" "$2"
		[ -e calm ] || echo later > "$1"
	X
	cached
	echo 'text 1' > in/r1
	touch calm
	cached
	[ "$counts" = '0 hits, 1 miss, 0 damaged' ]
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
}

# flip FILE OFFSET: inverts a byte
flip() {
	byte=$(od -An -tu1 -j "$2" -N 1 "$1")
	# shellcheck disable=SC2059 # an octal escape
	printf "\\$(printf %03o $((255 - byte)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

@test "a flipped byte anywhere in an entry, or a shorter one, is detected and recomputed" {
	counting_program
	rows 1
	cached
	cp d/r1-1.out good
	entry=$(find cache -name '????????????????????????????????????????????????????????????????')
	size=$(stat -c %s "$entry")
	for at in 0 9 25 33 41 48 52 60 72 75 80 $((size - 20)) $((size - 1)); do
		flip "$entry" "$at"
		cached
		[ "$counts" = '0 hits, 1 miss, 1 damaged' ] || { echo "byte $at: $counts"; return 1; }
		grep -qx "foreach: warning: cache entry '$entry' is damaged, running the command again" err
		cmp good d/r1-1.out
		printf 'made in/r1\n' | cmp - out
		cached
		[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	done
	truncate -s -1 "$entry"
	cached
	[ "$counts" = '0 hits, 1 miss, 1 damaged' ]
	: > "$entry"
	cached
	[ "$counts" = '0 hits, 1 miss, 1 damaged' ]
}

@test "a damaged memo of program hashes does no harm" {
	counting_program
	rows 1
	touch -d '1 hour ago' tool
	cached
	head -c 100 /dev/urandom > cache/memo
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	printf 'short' > cache/memo
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
}

@test "--cache-size keeps the entries used last" {
	rows 4
	program tool <<-'X'
		#!/bin/sh
		head -c 10000 /dev/zero > "$2"
		cat "$1" >> "$2"
	X
	cached -j1
	head -n 1 list > list1
	sed -n 2p list > list2
	cp list all
	# use the first again, then leave room for two
	mv list1 list
	cached
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	sed -n 4p all > list
	cached --cache-size=21000
	[ "$counts" = '1 hit, 0 misses, 0 damaged' ]
	run -0 foreach --cache=cache --cache-stats
	[ "$output" = '2 entries, 20190 bytes' ]
	printf 'in/r1\nin/r4\n' > list
	cached
	[ "$counts" = '2 hits, 0 misses, 0 damaged' ]
}

@test "an entry larger than the limit is not kept" {
	rows 1
	counting_program
	cached --cache-size=10
	[ "$(foreach --cache=cache --cache-stats)" = '0 entries, 0 bytes' ]
}

@test "two runs at once on one cache both succeed" {
	counting_program
	rows 20
	cp -r d d2
	foreach --cache=cache --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d2 -j2 -- ./tool @i @o > out2 2>&1 &
	cached -j2
	wait $!
	diff -r d d2
	cached
	[ "$counts" = '20 hits, 0 misses, 0 damaged' ]
}

@test "a cache that cannot be made or written is a warning, the commands run" {
	counting_program
	rows 1
	touch file
	run -0 foreach --cache=file/c --in-file-list=list --in-replace=@i --out-replace=@o --out-dir=d -- ./tool @i @o
	[ "${lines[0]}" = "foreach: warning: cannot use cache 'file/c': Not a directory" ]
	[ "$(cat d/r1-1.out)" = 'TEXT 1' ]
}

@test "a program whose parts cannot be found out, and a missing --cache-input, end with status 1" {
	rows 1
	printf '#!/no/such/interpreter\n' | program tool
	run -1 foreach --cache=cache --in-file-list=list --in-replace=@i -- ./tool @i
	[ "$output" = "foreach: error: cannot find out what './tool' is made of, so it cannot be cached" ]
	run -1 foreach --cache=cache --cache-input=none --in-file-list=list --in-replace=@i -- true @i
	[ "$output" = "foreach: error: cannot read 'none': No such file or directory" ]
	run -1 foreach --cache=cache --cache-input=in --in-file-list=list --in-replace=@i -- true @i
	[ "$output" = "foreach: error: cannot read 'in': not a regular file" ]
}

@test "options of the cache need --cache, and --out-increment cannot be cached" {
	rows 1
	run -2 foreach --cache-stats --in-file-list=list --in-replace=@i -- true @i
	[ "${lines[0]}" = "foreach: error: options '--cache-...' want '--cache'" ]
	run -2 foreach --cache=c --out-increment=x --in-file-list=list --in-replace=@i -- true @i
	[ "${lines[0]}" = "foreach: error: option '--out-increment' cannot be used with '--cache': it names outputs that are not kept" ]
}

@test "--stats says which results came from the cache" {
	counting_program
	rows 2
	cached
	echo new > in/r2
	cached --stats=stats
	[ "$(cut -f 1,8 stats)" = $'item\tfrom\n1\tcache\n2\trun' ]
}
