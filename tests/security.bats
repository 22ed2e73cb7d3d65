# Who may write where: the cache of built programs, and what killed programs leave (doc/security.md).
load helper

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	small_headers
	cat > k.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		int main() {
			sycl::queue q;
			int *a = sycl::malloc_shared<int>(1, q);
			q.single_task<class Same>([=] { *a = VALUE; }).wait();
			std::printf("%d\n", *a);
		}
	END
	for value in 1 2; do
		"$BUILD/bin/sycl-cc" -DVALUE=$value k.cpp -o p$value
		XDG_CACHE_HOME=$PWD/c$value ./p$value > out$value
	done
	"$BUILD/bin/sycl-cc" -fsycl-targets=x86_64 -DVALUE=3 k.cpp -o native
}

# plant: a cache in which the entry of p1 is the code of p2
plant() {
	rm -rf cache
	mkdir cache
	mkdir -m 700 cache/sycl-cc
	entry=cache/sycl-cc/$(cd "$BATS_FILE_TMPDIR/c1/sycl-cc" && echo *.so)
	cp "$BATS_FILE_TMPDIR"/c2/sycl-cc/*.so "$entry"
	chmod 600 "$entry"
}

# runs VALUE: what p1 prints with that cache
runs() {
	XDG_CACHE_HOME=$PWD/cache run -0 timeout 60 "$BATS_FILE_TMPDIR/p1"
	[ "$output" = "$1" ] || { echo "got $output, wanted $1"; return 1; }
}

@test "a cache entry is run only when nobody else can have written it" {
	plant && runs 2		# this user's own: so the plant works
	plant && chmod 620 "$entry" && runs 1
	plant && chmod 602 "$entry" && runs 1
	plant && mv "$entry" x && ln -s "$PWD/x" "$entry" && runs 1
	plant && rm "$entry" && mkfifo "$entry" && runs 1
	plant && rm "$entry" && mkdir "$entry" && runs 1
	if [ "$(id -u)" -eq 0 ]; then
		plant && chown nobody "$entry" && runs 1
	fi
}

@test "a cache folder that others can write, or that is a link, is not used" {
	plant && chmod 777 cache/sycl-cc && runs 1
	plant && chmod 770 cache/sycl-cc && runs 1
	plant && mv cache/sycl-cc other && ln -s "$PWD/other" cache/sycl-cc && runs 1
	rm -rf other
	plant && chmod 755 cache/sycl-cc && runs 2	# what earlier versions made
	[ "$(stat -c %a cache/sycl-cc)" = 700 ]
	if [ "$(id -u)" -eq 0 ]; then
		plant && chown nobody cache/sycl-cc && runs 1
	fi
	rm -rf cache && runs 1
	[ "$(stat -c %a cache cache/sycl-cc cache/sycl-cc/*.so | tr '\n' ' ')" = '700 700 600 ' ]
}

@test "a program with more rights than its user ignores the environment" {
	SYCL_CC_DEVICE_AS=nonsense run "$BATS_FILE_TMPDIR/native"
	[ "$status" -ne 0 ]
	# Only another user's program can show the rest.
	[ "$(id -u)" -eq 0 ] && setpriv --reuid=nobody --clear-groups test -r "$BUILD/lib/libsycl-cc-rt.so" || return 0
	cp "$BATS_FILE_TMPDIR/native" program
	chown nobody program
	chmod 4755 program
	SYCL_CC_DEVICE_AS=nonsense SYCL_CC_ROOT=/nowhere run -0 ./program
	[ "$output" = 3 ]
}

@test "what killed programs left in the cache is swept, what is young or locked stays" {
	mkdir cache
	mkdir -m 700 cache/sycl-cc
	for name in old young locked; do
		mkdir -p cache/sycl-cc/sycl-cc-build.$name/mux-aot.x
		touch cache/sycl-cc/sycl-cc-build.$name/in0 cache/sycl-cc/sycl-cc-build.$name/mux-aot.x/input.bc
	done
	touch -d '1 hour ago' cache/sycl-cc/sycl-cc-build.old cache/sycl-cc/sycl-cc-build.locked
	flock cache/sycl-cc/sycl-cc-build.locked sleep 20 3>&- &
	wait_for eval '! flock -n cache/sycl-cc/sycl-cc-build.locked true'
	runs 1
	kill %1
	[ "$(echo cache/sycl-cc/sycl-cc-build.*)" = 'cache/sycl-cc/sycl-cc-build.locked cache/sycl-cc/sycl-cc-build.young' ]
}

@test "the compiler ends with the program that wanted it" {
	mkdir bin
	printf '#!/bin/sh\necho $PPID > %s/pid.new && mv %s/pid.new %s/pid\nexec sleep 20\n' "$PWD" "$PWD" "$PWD" > bin/llvm-spirv-15
	chmod 755 bin/llvm-spirv-15
	PATH=$PWD/bin:$PATH XDG_CACHE_HOME=$PWD/cache "$BATS_FILE_TMPDIR/p1" 3>&- &
	program=$!
	for ((i = 0; i < 300; i++)); do [ ! -f pid ] || break; sleep 0.1; done
	compiler=$(cat pid)
	[ -d "/proc/$compiler" ]
	kill -9 $program
	for ((i = 0; i < 300; i++)); do [ -d "/proc/$compiler" ] || break; sleep 0.1; done
	[ ! -d "/proc/$compiler" ]
	# Its folder goes at the next start, when it is old enough.
	touch -d '1 hour ago' cache/sycl-cc/sycl-cc-build.*
	runs 1
	[ "$(echo cache/sycl-cc/sycl-cc-build.*)" = 'cache/sycl-cc/sycl-cc-build.*' ]
}
