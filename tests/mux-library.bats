# libsycl-cc-mux: the device compiler as a library (include/sycl-cc/mux.h, mux.hpp).
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	lib=$root/build/lib
	[ "$BUILD" = build ] || lib=$(realpath "$root/$BUILD" 2> /dev/null || realpath "$BUILD")/lib
}

# spirv: the words of inputs/mux/spec.cl in spec.spv
spirv() {
	"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown -O1 -c -o spec.spv "$inputs/mux/spec.cl"
}

# status: mux-api
@test "every call gives every result that it can, memory that runs out included" {
	spirv
	cc -std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror -I"$root/include" -o api "$root/tests/c/mux-api.c" \
		-L"$lib" -lsycl-cc-mux -Wl,-rpath,"$lib" -ldl -lpthread
	mkdir tmp
	run -0 env TMPDIR="$PWD/tmp" ./api spec.spv "$inputs/mux/twice.ll"
	[ "$output" = right ] || { echo "$output"; return 1; }
	[ "$(ls tmp)" = "" ]
}

# status: mux-api-cxx
@test "the specification's own names work, in a static program and a target of one's own" {
	spirv
	"$LLVM_BIN/clang++" -std=c++17 -fno-exceptions -Wall -Wextra -Werror -I"$root/include" -o api "$inputs/mux/api.cpp" \
		"$lib/libsycl-cc-mux.a" -lpthread -ldl
	run -0 env SYCL_CC_ROOT="$lib/.." ./api spec.spv "$inputs/mux/twice.ll"
	[ "$output" = right ] || { echo "$output"; return 1; }
}

# status: mux-api-threads
@test "two threads compile with two contexts, or with one, and ThreadSanitizer sees no race" {
	cc -std=c11 -D_GNU_SOURCE -g -fsanitize=thread -I"$root/include" -I"$root/lib" -o threads "$root/tests/c/mux-threads.c" \
		"$root"/lib/muxlib/*.c -lpthread -ldl
	# Addresses of the sanitizer's own memory must be free.
	run -0 env SYCL_CC_ROOT="$lib/.." setarch "$(uname -m)" -R ./threads
	[ "$output" = right ] || { echo "$output"; return 1; }
}

@test "the library has no name but mux_*, and no LLVM" {
	run -0 nm -D --defined-only "$lib/libsycl-cc-mux.so"
	[ "${#lines[@]}" -ge 50 ]
	! grep -vE ' T mux_' <<< "$output" || return 1
	run -0 objdump -p "$lib/libsycl-cc-mux.so"
	[[ $output != *LLVM* && $output != *stdc++* ]]
	# Each call of the header is there, and has its line in the page.
	grep -oE '\bmux_[a-z_]+\(' "$root/include/sycl-cc/mux.h" | tr -d '(' | sort -u | grep -v -e '^mux_notify$' > calls
	[ "$(wc -l < calls)" -ge 50 ]
	while read -r call; do
		nm -D --defined-only "$lib/libsycl-cc-mux.so" | grep -q " $call\$" || { echo "no $call in the library"; return 1; }
		grep -q "\\b$call\\b" "$root/lib/muxlib/mux.3" || { echo "no $call in mux.3"; return 1; }
	done < calls
}

@test "pkg-config knows the library" {
	export PKG_CONFIG_PATH=$lib/pkgconfig
	[ "$(pkg-config --modversion sycl-cc-mux)" = "$(sed -n 's/^VERSION := //p' "$root/Makefile")" ]
	[ "$(pkg-config --libs-only-l sycl-cc-mux)" = "-lsycl-cc-mux " ] || [ "$(pkg-config --libs-only-l sycl-cc-mux)" = "-lsycl-cc-mux" ]
	[[ $(pkg-config --libs --static sycl-cc-mux) == *-lpthread* ]]
}

@test "the worker's socket is for the library alone" {
	run -2 mux-aot --serve < /dev/null
	[ "${lines[0]}" = "mux-aot: error: option '--serve' wants a socket on standard input" ]
}

@test "a worker whose program is killed ends in the middle of its job, and leaves nothing" {
	# LLVM takes minutes for a product of such integers.
	echo 'define spir_kernel void @k(ptr addrspace(1) %p) {
		%a = load i4000000, ptr addrspace(1) %p
		%b = mul i4000000 %a, %a
		%c = udiv i4000000 %b, 7
		store i4000000 %c, ptr addrspace(1) %p
		ret void
	}' > wide.ll
	cat > program.c <<-'END'
		#include <stdio.h>
		#include "sycl-cc/mux.h"
		static const struct mux_info *native;
		static void take(const struct mux_info *info, void *user) { (void)user; native = native ? native : info; }
		int main(void)
		{
			static char text[1000];
			FILE *file = fopen("wide.ll", "r");
			size_t size = fread(text, 1, sizeof text, file);
			struct mux_context *context;
			struct mux_target *target;
			struct mux_module *module;
			const uint8_t *bytes;

			mux_compilers_list(take, NULL);
			mux_context_create(NULL, &context);
			mux_target_create(native, context, NULL, NULL, &target);
			mux_module_create(target, &module);
			printf("%d\n", mux_module_compile_ir(module, text, size));
			printf("%ld\n", mux_context_worker(context));
			fflush(stdout);
			mux_module_finalize(module, NULL, NULL);
			mux_module_create_binary(module, &bytes, &size);
			return 0;
		}
	END
	cc -std=c11 -I"$root/include" -o program program.c -L"$lib" -lsycl-cc-mux -Wl,-rpath,"$lib"
	mkdir tmp
	: > said	# the shell in the background may open it later
	TMPDIR=$PWD/tmp ./program > said & program=$!
	for ((i = 0; i < 100; i++)); do [ "$(wc -l < said)" -lt 2 ] || break; sleep 0.1; done
	worker=$(sed -n 2p said)
	kill -0 "$worker"
	sleep 0.5
	kill -9 $program
	for ((i = 0; i < 100; i++)); do kill -0 "$worker" 2> /dev/null || break; sleep 0.1; done
	run ! kill -0 "$worker"
	[ "$(ls tmp)" = "" ]
}
