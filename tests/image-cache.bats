# The driver's cache of compiled images.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	small_headers
}

# program NUMBER...: three kernels with these factors
program() {
	{
		printf '#include <%s>\n' cstdio sycl/sycl.hpp
		echo 'int main() { sycl::queue q; int *p = sycl::malloc_shared<int>(3, q); int i = 0;'
		for factor; do
			echo "q.parallel_for<class k$((++n))>(1, [=](sycl::id<1>) { p[$((n - 1))] = $factor; }).wait();"
		done
		echo 'for (i = 0; i < 3; i++) printf("%d ", p[i]); }'
	} > x.cpp
}

# build [OPTION...]: hits and misses of the image compilers, from $input or the source
build() {
	sycl-cc -v -fsycl-device-code-split=per_kernel --cache=cache "$@" "${input:-x.cpp}" -o p 2> err
	sed -n "s/^foreach: note: cache 'cache': \(.*\), 0 damaged/\1/p" err
}

@test "a second build compiles the image of the changed kernel only" {
	n=0 program 10 20 30
	[ "$(build -fsycl-targets=spir64,x86_64 | xargs)" = "0 hits, 3 misses 0 hits, 3 misses 0 hits, 3 misses" ]
	[ "$(./p)" = "10 20 30 " ]
	n=0 program 10 21 30
	[ "$(build -fsycl-targets=spir64,x86_64 | xargs)" = "2 hits, 1 miss 2 hits, 1 miss 2 hits, 1 miss" ]
	[ "$(./p)" = "10 21 30 " ]
}

@test "a program built from the cache has the same bytes" {
	n=0 program 1 2 3
	sycl-cc -fsycl-device-code-split=per_kernel -fsycl-targets=spir64,x86_64 x.cpp -o direct
	build -fsycl-targets=spir64,x86_64
	cmp p direct
	[ "$(build -fsycl-targets=spir64,x86_64 | xargs)" = "3 hits, 0 misses 3 hits, 0 misses 3 hits, 0 misses" ]
	cmp p direct
}

@test "another option, another producer and another compiler are no hits" {
	printf '#!/bin/sh\nwhile [ "$1" != -output ]; do shift; done; echo code > "$2"\n' > fake
	chmod +x fake
	export OCLOC=$PWD/fake
	n=0 program 1 2 3
	sycl-cc -c -fsycl-targets=intel_gpu_pvc x.cpp -o x.o
	input=x.o
	[ "$(build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv | xargs)" = "0 hits, 3 misses 0 hits, 3 misses 0 hits, 3 misses" ]
	[ "$(build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv | xargs)" = "3 hits, 0 misses 3 hits, 0 misses 3 hits, 0 misses" ]
	[ "$(build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv -Xs -more | xargs)" = "3 hits, 0 misses 3 hits, 0 misses 0 hits, 3 misses" ]
	[ "$(build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv --spirv-via=llvm-spirv | xargs)" = "0 hits, 3 misses 0 hits, 3 misses 0 hits, 3 misses" ]
	echo '# newer' >> fake
	[ "$(build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv | xargs)" = "3 hits, 0 misses 3 hits, 0 misses 0 hits, 3 misses" ]
	[ "$(IGC_ForceOCLSIMDWidth=8 build -fsycl-targets=intel_gpu_pvc -fno-sycl-embed-spirv | xargs)" = "3 hits, 0 misses 3 hits, 0 misses 0 hits, 3 misses" ]
}

@test "the folder comes from the environment, and an empty option turns the cache off" {
	n=0 program 1 2 3
	SYCL_CC_CACHE=$PWD/there sycl-cc x.cpp -o p
	[ -n "$(find there -type f -name '????????*')" ]
	rm -r there
	SYCL_CC_CACHE=$PWD/there sycl-cc --cache= x.cpp -o p
	[ ! -e there ]
}
