# libsycl-cc-mux, built with sanitizers, on damaged inputs.
load ../helper

# damage KIND SEED FILE...: 10,000 mutants
damage() {
	./mutate "$1" "$2" 10000 "${@:3}" > "$1.log" 2>&1 || { grep -v '^$' "$1.log" | tail -20; return 1; }
	grep -q "^$1: of 10000 mutants .* [1-9][0-9]* were taken, [1-9][0-9]* compiled" "$1.log" || { cat "$1.log"; return 1; }
	echo "# $(cat "$1.log")" >&3
}

@test "10,000 damaged modules of bitcode, SPIR-V and serialized ones, and option strings: compiled or refused with a message, and nothing is left behind" {
	"$LLVM_BIN/clang" -std=c11 -D_GNU_SOURCE -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
		-I"$root/include" -I"$root/lib" "-DLLVM_VERSION=\"$llvm_version\"" '-DSYCL_CC_VERSION="0"' -o mutate "$root/tests/c/mux-mutate.c" \
		"$root"/lib/muxlib/*.c "$root"/lib/base/{arena,diag,fd,hash,memstream}.c -lxxhash -lpthread -ldl
	for level in -O0 -O2; do
		for name in faults half loops spec streams sub-groups; do
			"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $level -w -emit-llvm -c -o $name$level.bc "$inputs/mux/$name.cl"
		done
		# LLVM's back end does not write the others.
		for name in half loops spec streams; do
			"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $level -w -c -o $name$level.spv "$inputs/mux/$name.cl"
		done
	done
	printf '%s\n' '--width=8 --cpu native -cl-std=CL2.0 -DX=1 -w' '--no-guards --width 4 -cl-fast-relaxed-math -I. -Werror' \
		'-create-library' "-cl-mad-enable -D 'Y=2 3' -g" '--cpu=aarch64 --no-masks' '' > options.txt
	mkdir temporary
	export MUX_WORKER=$BUILD/bin/mux-aot TMPDIR=$PWD/temporary
	damage ir 1 ./*.bc & first=$!
	damage spirv 2 ./*.spv
	damage serial 3 ./*.bc
	damage options 4 options.txt
	wait $first
	[ "$(ls temporary)" = "" ]
}
