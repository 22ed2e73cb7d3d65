# A cache on nginx, started by the test on a port of its own and ended by it.
load ../helper

teardown() {
	[ ! -s nginx.pid ] || kill "$(cat nginx.pid)"
}

# nginx_start: nginx with its WebDAV module; $url may be written, $readers may not
nginx_start() {
	PATH=$PATH:/usr/sbin
	command -v nginx > /dev/null || skip 'nginx is not installed: ./bootstrap check-long does'
	port=$((20000 + ($$ + 7) % 20000))
	url=http://127.0.0.1:$port/cache readers=http://127.0.0.1:$((port + 1))/cache
	mkdir -p files/cache temp
	for server in "$port|" "$((port + 1))|limit_except GET { deny all; }"; do
		cat <<-X
			server {
				listen 127.0.0.1:${server%%|*};
				root $PWD/files;
				location /cache/ {
					dav_methods PUT;
					create_full_put_path on;
					client_max_body_size 1g;
					${server#*|}
				}
			}
		X
	done > servers
	cat > nginx.conf <<-X
		worker_processes 2;
		pid $PWD/nginx.pid;
		error_log $PWD/error.log;
		events { worker_connections 1024; }
		http {
			access_log $PWD/access.log;
			client_body_temp_path $PWD/temp;
			proxy_temp_path $PWD/temp;
			fastcgi_temp_path $PWD/temp;
			uwsgi_temp_path $PWD/temp;
			scgi_temp_path $PWD/temp;
			include $PWD/servers;
		}
	X
	[ "$(id -u)" -ne 0 ] || sed -i '1i user root;' nginx.conf
	nginx -c "$PWD/nginx.conf" 2> start.log 3>&-
	wait_for [ -s nginx.pid ]
}

rows() {
	mkdir -p in
	for i in $(seq "$1"); do seq "$i" "$((i + 500))" > "in/r$i"; done
	seq -f 'in/r%g' "$1" > list
	cat > tool <<-'X'
		#!/bin/sh
		tr 1-5 a-e < "$1" > "$2"
	X
	chmod +x tool
}

# each NAME URL [OPTION...]: a client with folder NAME.cache, outputs in NAME.out
each() {
	mkdir -p "$1.out"
	foreach --cache="$1.cache" --cache="$2" --cache-stats --cache-timeout=60 "${@:3}" --in-file-list=list --in-replace=@i --out-replace=@o \
		--out-dir="$1.out" -j2 -- ./tool @i @o 2> "$1.err"
}

@test "16 clients of nginx at once, one that is killed, and a user who may only read" {
	nginx_start
	rows 200
	for client in $(seq 16); do
		each "c$client" "$url" &
		clients[client]=$!
	done
	for client in $(seq 16); do wait "${clients[client]}" || { cat "c$client.err"; return 1; }; done
	for client in $(seq 2 16); do diff -r c1.out "c$client.out" || return 1; done
	run ! grep -h 'warning\|damaged, running' c*.err
	# All is there, and whole.
	each cold "$url"
	grep -q '200 hits, 0 misses, 0 stored' cold.err
	for file in files/cache/cas/*; do
		[ "$(sha256sum < "$file")" = "${file##*/}  -" ] || return 1
	done
	# Who may only read is told once, and what was changed is made here.
	echo new > in/r1
	each reader "$readers"
	grep -q '199 hits, 1 miss, 0 stored' reader.err
	grep -q "cannot store in remote cache '$readers': it answers with status 403" reader.err
	# Contents that somebody altered, or cut, on the server.
	for file in $(find files/cache/cas -type f | head -n 20); do printf x | dd of="$file" bs=1 seek=300 conv=notrunc status=none; done
	for file in $(find files/cache/cas -type f | tail -n 20); do truncate -s -7 "$file"; done
	rm -rf cold.cache
	mv cold.out good
	seq -f 'in/r%g' 2 200 > list
	each cold "$readers" --cache-read-only
	for i in $(seq 2 200); do cmp "good/r$i-$i.out" "cold.out/r$i-$((i - 1)).out" || return 1; done
	damaged=$(grep -c 'is damaged, running the command' cold.err)
	[ "$damaged" -ge 39 ] && [ "$damaged" -le 40 ]
	# A server that is killed in the middle.
	rm -rf late.cache
	seq 1 2000 | while read -r i; do echo "$i" > "in/s$i"; echo "in/s$i"; done > list
	{ read -r master < nginx.pid; echo "$master"; pgrep -P "$master"; } > processes
	sed -i '2i [ "$1" != in/s500 ] || xargs kill -KILL < processes' tool
	each late "$url"
	rm nginx.pid
	[ "$(find late.out -type f | wc -l)" -eq 2000 ]
	[ "$(grep -c "going on without remote cache" late.err)" -eq 1 ] || { cat late.err; return 1; }
}

@test "2,000 rows of llc with one changed: at most three requests a row; what a hit takes, and compiling" {
	nginx_start
	mkdir in one two three
	for i in $(seq 2000); do
		printf 'target triple = "spirv64v1.3-unknown-unknown"\ndefine spir_kernel void @k%d() {\n  ret void\n}\n' "$i" > "in/k$i.ll"
	done
	seq -f 'in/k%g.ll' 2000 > list
	compile() {
		foreach --cache="$1.cache" --cache="$url" --cache-stats --cache-timeout=60 --in-file-list=list --in-replace=@i --out-replace=@o --out-dir="$1" -j2 -- \
			"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj @i -o @o 2> "$1.err"
	}
	now() { date +%s%N | sed 's/......$//'; }
	a=$(now)
	compile one
	b=$(now)
	compile two
	c=$(now)
	diff -r one two
	grep -q "2000 hits, 0 misses, 0 stored" two.err || { cat two.err; tail -n 3 one.err; tail -n 5 error.log; return 1; }
	echo "# 2,000 llc: $((b - a)) ms compiled and stored, $((c - b)) ms from the server" >&3
	echo 'define spir_kernel void @more() { ret void }' >> in/k1000.ll
	: > access.log
	compile three
	grep -q '1999 hits, 1 miss, 1 stored' three.err
	[ "$(wc -l < access.log)" -eq $((1999 * 2 + 3)) ]
}
