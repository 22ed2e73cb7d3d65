# Commands of many threads, and the runtime under sanitizers.
load ../helper

programs=$BATS_TEST_DIRNAME/../inputs/sycl

setup_file() {
	cd "$BATS_FILE_TMPDIR" || return 1
	for p in commands host-tasks memory groups launch accessors bundles classes orders standard async-copy sizes; do
		std=
		[ $p != memory ] || std=-std=c++20
		"$BUILD/bin/sycl-cc" $std -fsycl-targets=x86_64 "$BATS_TEST_DIRNAME/../inputs/sycl/$p.cpp" -o $p
	done
}

@test "8 threads submit 10,000 commands each to 4 queues, and none is lost or runs beside another of its queue or buffer" {
	SYCL_CC_THREADS=4 run -0 timeout 300 "$BATS_FILE_TMPDIR/commands" 10000
	[ "$output" = $'stream 70\nright' ]
}

# The runtime alone is instrumented: the programs are as users build them.
runtime_with() {
	mkdir -p "$1"
	# shellcheck disable=SC2046 # a list of files
	(cd "$BATS_TEST_DIRNAME/../.." && gcc -D_GNU_SOURCE -DSYCL_CC_VERSION='"0"' -DLLVM_VERSION="\"$LLVM_VERSION\"" \
		-Ilib -Iinclude -I"$BUILD/gen" -O1 -g -std=c11 -fPIC -fvisibility=hidden -fsanitize="$1" -shared -Wl,-soname,libsycl-cc-rt.so.0 -Wl,-z,defs -o "$OLDPWD/$1/libsycl-cc-rt.so.0" \
		$(cd "$BUILD/rt" && find runtime lib -name '*.o' | sed 's/o$/c/') \
		-lyaml -lzstd -lpthread -ldl "$(gcc -print-file-name=lib"$2".so)")
}

@test "twelve programs run on a runtime with ThreadSanitizer, and with AddressSanitizer and UBSan, which say nothing" {
	runtime_with thread tsan
	runtime_with address,undefined asan
	# Programs ask for more memory than there is.
	export TSAN_OPTIONS=allocator_may_return_null=1 ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1
	for p in commands host-tasks memory groups launch accessors bundles classes orders standard async-copy sizes; do
		SYCL_CC_THREADS=3 LD_LIBRARY_PATH=thread LD_PRELOAD=$(gcc -print-file-name=libtsan.so) run -0 timeout 300 "$BATS_FILE_TMPDIR/$p"
		[[ $output != *'WARNING: ThreadSanitizer'* ]] || { echo "$p: $output"; return 1; }
		SYCL_CC_THREADS=3 LD_LIBRARY_PATH=address,undefined \
			LD_PRELOAD="$(gcc -print-file-name=libasan.so):$(gcc -print-file-name=libubsan.so)" run -0 timeout 300 "$BATS_FILE_TMPDIR/$p"
		[[ $output != *'ERROR: AddressSanitizer'* && $output != *'runtime error'* ]] || { echo "$p: $output"; return 1; }
	done
}

@test "many queues of a GPU on a runtime with ThreadSanitizer, which says nothing" {
	runtime_with thread tsan
	"$BUILD/bin/sycl-cc" -O1 -fsycl-targets=nvidia_gpu_sm_75 "$programs/many-queues.cpp" -o many
	for seed in 1 2 3; do
		LD_LIBRARY_PATH=thread:$BUILD/tests/fake-cuda FAKE_CUDA=75 LD_PRELOAD=$(gcc -print-file-name=libtsan.so) \
			run -0 timeout 300 ./many 500 $seed
		[ "$output" = right ]
	done
}

# Padding of function objects has no value, and is searched for the marks of placeholders like the rest: no error here.
@test "commands leave no memory behind" {
	SYCL_CC_THREADS=3 run -0 timeout 500 valgrind -q --undef-value-errors=no --leak-check=full --errors-for-leak-kinds=definite --error-exitcode=9 "$BATS_FILE_TMPDIR/host-tasks"
}
