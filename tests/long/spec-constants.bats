# Specialization constants at length.
load ../helper
load ../spec

setup_file() {
	nice make -s -j2 -C "$root" BUILD="$root/build-asan" CFLAGS='-O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined' \
		"$root/build-asan/bin/post-link" "$root/build-asan/bin/sycl-image"
}

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	PATH=$root/build-asan/bin:$PATH
	export ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=halt_on_error=1
}

@test "1,000 random struct types are laid out as the host compiler does, under sanitizers" {
	for ((seed = 1; seed <= 25; seed++)); do laid_out_alike $seed 40 $((seed % 3)) || return 1; done
}

# damage COUNT MODE FILE: that many damaged copies of a module are lowered or diagnosed
damage() {
	for ((seed = 1; seed <= $1; seed++)); do
		./mutate $seed "$3" damaged
		status=0
		rm -f t.table
		timeout 20 post-link --split=kernel --properties "--spec-const=$2" -o t.table damaged > out 2>&1 || status=$?
		case $status in
		0) [ -f t.table ] ;;
		1) grep -q '^post-link: error: \|^damaged:[0-9:]* error: ' out && [ ! -e t.table ] ;;
		*) false ;;
		esac || { echo "seed $seed, $2, $3: status $status"; cat out; return 1; }
	done
}

@test "600 damaged modules with constants are lowered or diagnosed, under sanitizers" {
	cc -o mutate "$root/tests/c/mutate.c"
	cc -o spec-structs "$root/tests/c/spec-structs.c"
	./spec-structs 1 3 > s.cpp
	"$LLVM_BIN/clang++" -w -target spirv64-unknown-unknown -DDEVICE -O2 -S -emit-llvm -o s.ll s.cpp
	sed -i 's/^define .*void @kernel(\(.*\)) .*{$/define spir_kernel void @kernel(\1) "sycl-module-id"="A" {/' s.ll
	"$LLVM_BIN/llvm-as" -o s.bc s.ll
	damage 200 native s.ll
	damage 200 emulation s.ll
	damage 200 native s.bc
}

@test "500 damaged programs are specialized or diagnosed, under sanitizers" {
	cc -o mutate "$root/tests/c/mutate.c"
	begin
	printf '%%struct.A = type { i32, float }\n' >> m.ll
	constant _ZTS3tagIL_Z1aEE %struct.A '{ i32 1, float 2.0 }'
	constant _ZTS3tagIL_Z1bEE i64 7
	get _ZTS3tagIL_Z1aEE %struct.A
	get _ZTS3tagIL_Z1bEE i64 l
	kernel k
	lower native --symbols
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o k.spv t_0.bc
	offload-wrapper --kind=sycl --format=spirv --entries=t_0.sym --properties=t_0.prop -o w.o k.spv
	offload-wrapper --kind=sycl --format=spirv --compress --entries=t_0.sym --properties=t_0.prop -o c.o k.spv
	for file in w.o c.o; do
		sycl-image specialize -o out $file a=3,4 b=5
		for ((seed = 1; seed <= 250; seed++)); do
			./mutate $seed $file damaged
			status=0
			timeout 20 sycl-image specialize -o out damaged a=3,4 b=5 > err 2>&1 || status=$?
			[ $status -eq 0 ] || { [ $status -eq 1 ] && grep -q 'error: ' err; } || { echo "$file $seed: $status"; cat err; return 1; }
		done
	done
}
