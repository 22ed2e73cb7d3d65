# Extensions of SYCL: doc/extensions.md lists them with these tests.
load ../helper

programs=$inputs/sycl

@test "calls of group_local_memory have an object each; parts of sub-groups and masks hold whom they should; a work-item is known without an nd_item" {
	both ext-groups
	printf '%s\n' '#include <sycl/sycl.hpp>' 'struct s { ~s(); };' \
		'void f(sycl::group<1> g) { sycl::ext::oneapi::group_local_memory<s>(g); }' > refused.cpp
	run "$LLVM_BIN/clang++" -std=c++17 -fsyntax-only -I "$root/include" refused.cpp
	[[ $output == *'an object of group_local_memory has a trivial destructor'* ]]
	run -0 sycl-cc -fsycl-targets=nvidia_gpu_sm_90 -save-temps=t "$programs/ext-groups.cpp" -o gpu
	grep -q 'vote.sync.ballot' t/nvidia_gpu_sm_90/*.ptx
}

@test "work-items of a sub-group that part in loops are at a group operation with those of the same round" {
	both ext-rounds
}

@test "lists of properties do not depend on their order; a launch has properties and is refused by them; commands are functions" {
	both ext-commands
}

# sycl: acpp
@test "scoped parallelism reaches each work-item once, and keeps its variables; AdaptiveCpp's properties and commands do what they say" {
	both ext-acpp
}

@test "Khronos's groups and commands, default contexts, last events, rectangles and objects in local memory do what they say, and refuse the rest" {
	both ext-khronos
	# What no other program includes alone.
	printf '%s\n' '#include <sycl/khr/split_headers/backend.hpp>' 'static_assert(SYCL_KHR_SPLIT_HEADERS == 1);' \
		'using t = sycl::backend_return_t<sycl::backend::opencl, sycl::queue>;' 't f(sycl::queue q) { return sycl::get_native<sycl::backend::opencl>(q); }' > backend.cpp
	for name in image images; do
		printf '%s\n' "#include <sycl/khr/split_headers/$name.hpp>" 'sycl::image_sampler s; sycl::image_allocator a; const auto n = sycl::no_init;' \
			'using u = sycl::unsampled_image_accessor<sycl::float4, 2, sycl::access_mode::read>;' > $name.cpp
	done
	printf '%s\n' '#include <sycl/khr/split_headers/byte.hpp>' 'sycl::byte b;' > byte.cpp
	printf '%s\n' '#include <sycl/khr/split_headers/type_traits.hpp>' 'static_assert(!sycl::is_property_v<int> && !sycl::is_property_of_v<int, int>);' \
		'static_assert(sycl::is_device_copyable_v<int> && sycl::known_identity_v<sycl::plus<>, int> == 0);' 'using t = sycl::remove_decoration_t<int *>;' > traits.cpp
	sycl-cc -fsyntax-only backend.cpp image.cpp images.cpp byte.cpp traits.cpp
}

@test "numbers of 8 bits are the nearest ones, or those that the rounding says; large ones, NaN and integers as the extension says" {
	both ext-fp8
}

@test "graphs run what was recorded or added, in an order of their edges, as often as asked, and with what updates have set" {
	both ext-graph
}

# sycl: free-functions
@test "functions are kernels, also of another source file; kernel objects get arguments one by one, and refuse too few and too many" {
	cd "$BATS_TEST_TMPDIR"
	sycl-cc -Wall -Wextra -Werror -c "$programs/ext-free-function.cpp" -o one.o
	sycl-cc -Wall -Wextra -Werror -DOTHER_UNIT -c "$programs/ext-free-function.cpp" -o other.o
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target one.o other.o -o program
		run -0 ./program
		[ "$output" = right ]
	done
}

@test "kernels of SPIR-V that a program brings take arguments of every kind, from LLVM's and from llvm-spirv's SPIR-V, and refuse others" {
	cd "$BATS_TEST_TMPDIR"
	for level in -O0 -O2; do
		"$LLVM_BIN/clang" -x cl -cl-std=CL2.0 -target spirv64-unknown-unknown $level -c -o backend$level.spv "$programs/spirv-kernels.cl"
	done
	clang-15 -x cl -cl-std=CL2.0 -target spir64 -O1 -emit-llvm -c -o translator.bc "$programs/spirv-kernels.cl"
	llvm-spirv-15 --spirv-max-version=1.3 -o translator.spv translator.bc
	for target in x86_64 spir64; do
		sycl-cc -Wall -Wextra -Werror -fsycl-targets=$target "$programs/spirv-kernels.cpp" -o program
		for module in *.spv; do
			run -0 ./program $module
			[ "$output" = right ] || { echo "$target $module: $output"; return 1; }
		done
	done
	ONEAPI_DEVICE_SELECTOR='opencl:*' OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd POCL_CACHE_DIR=$PWD/pocl run -0 ./program backend-O2.spv
	[ "$output" = right ]
}

@test "kernels are built from OpenCL C and SYCL that a program brings, with their files, options and names; errors have the compiler's words" {
	cd "$BATS_TEST_TMPDIR"
	mkdir temporary
	sycl-cc -Wall -Wextra -Werror -fsycl-targets=x86_64 "$programs/text-kernels.cpp" -o program
	TMPDIR=$PWD/temporary run -0 ./program
	[ "$output" = right ] || { echo "$output"; return 1; }
	SYCL_CC_ROOT=$PWD/none PATH=$PWD/none LD_LIBRARY_PATH=$BUILD/lib run -0 ./program none
	[ "$output" = right ] || { echo "$output"; return 1; }
	[ -z "$(ls temporary)" ]
}

@test "root groups are one work-group, and the launch queries say so; static variables of work-groups are theirs; addresses are cast; filters select devices" {
	both ext-launch
}

@test "a weak object is there as long as a copy of its object is, also for other threads, and orders as it does" {
	both ext-weak
}

@test "memory of pools is taken and given back in the order of commands, also in graphs; a pool that is full is an error" {
	both ext-async-alloc
}

@test "the functions of ext::intel::math convert, round, count bits and compute halves, lanes and probabilities as the host does another way" {
	both ext-intel-math
}

@test "kernels ask for their processor: each image has the branch of its target, and the aspects of other branches are not asked for" {
	both ext-architecture
	sycl-cc -fsycl-targets=nvidia_gpu_sm_90,amd_gpu_gfx90a,intel_gpu_pvc,intel_gpu_dg1 -save-temps=t "$programs/ext-architecture.cpp" -o gpu
	[ "$(grep -ohw '731[0-9][0-9]' t/nvidia_gpu_sm_90/*.ptx | sort | tr '\n' ' ')" = '73102 73105 ' ]
	for module in t/amd_gpu_gfx90a/*.o; do
		"$LLVM_BIN/llvm-dis" -o - "${module%-*}.bc" | grep -ow '731[0-9][0-9]' > branches
		[ "$(sort branches | tr '\n' ' ')" = '73103 73105 ' ]
	done
	for target in dg1:73105 pvc:73106; do
		spirv-dis t/intel_gpu_${target%:*}/*.spv > spv
		[ "$(grep -o 'uint 731[0-9]*' spv | sort | tr '\n' ' ')" = "uint 73103 uint ${target#*:} " ]
		# The branch for pvc alone computes doubles.
		[ "$(grep -c 'Capability Float64' spv)" -eq "$([ "${target%:*}" = dg1 ]; echo $?)" ]
		[ -z "$(sed 1d t/intel_gpu_${target%:*}/aspect-filter.table | cut -d'|' -f4)" ]
	done
}

@test "virtual memory is reserved, mapped, protected, and mapped elsewhere; what is no page of it is refused" {
	both ext-virtual-mem
}

@test "sub-groups multiply matrices of all types and layouts, apply functions to their elements, and keep within bounds" {
	both ext-matrix
}

@test "groups sort elements, values and pairs by a comparison or by bits, and load and store blocks and stripes" {
	both ext-sort
}

# sycl: older-names
@test "annotated pointers and arguments, hints, native commands, profiling tags, a thread's device, and names of older programs" {
	both ext-hints
}

@test "a device_global is one object for all kernels, images and units, with its initial value; copies into it and out of it keep its bounds" {
	cd "$BATS_TEST_TMPDIR"
	sycl-cc -std=c++20 -Wall -Wextra -Werror -c "$programs/ext-device-global.cpp" -o one.o
	sycl-cc -std=c++20 -Wall -Wextra -Werror -DOTHER_UNIT -c "$programs/ext-device-global.cpp" -o other.o
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target -fsycl-device-code-split=per_kernel one.o other.o -o program
		run -0 ./program
		[ "$output" = right ]
	done
	run -1 sycl-cc -std=c++20 -fsyntax-only -DREFUSED "$programs/ext-device-global.cpp"
	[[ $output == *'the host does not write this device_global'* ]]
	sycl-cc -std=c++20 -DOTHER_UNIT -shared -fPIC -fsycl-targets=nvidia_gpu_sm_90 -save-temps=t "$programs/ext-device-global.cpp" -o gpu.so
	grep -q '^\.visible \.global .* __sycl_device_global_outside\[' t/nvidia_gpu_sm_90/*.ptx
}

@test "programs for FPGAs run on the CPU: values pass pipes in order, once, also from the host" {
	both ext-fpga
}

@test "complex numbers are those of std::complex, also of half and in marrays; bfloat16 is rounded once" {
	both ext-math
}

@test "printf of kernels prints literals and constants, also strings and without arguments; SPIR-V refuses another format" {
	cd "$BATS_TEST_TMPDIR"
	for target in x86_64 spir64; do
		sycl-cc -Wall -Wextra -Werror -fsycl-targets=$target "$programs/ext-printf.cpp" -o print
		run -0 ./print
		[ "$output" = "$(printf '%s\n' 'literal 3 1.50 x%' 'no arguments' 'extension 4 text' 'constant 5 and more' 'local 6' 'behind 5.0' \
			'turned 34567812, swapped 78563412')" ]
	done
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' 'declare spir_func i32 @printf(ptr addrspace(4), ...)' \
		'define spir_kernel void @k(ptr addrspace(4) %f) {' '%r = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) %f, i32 1)' \
		'ret void' '}' > k.ll
	run -1 spirv-prep --for=backend -o k.bc k.ll
	[ "$output" = 'spirv-prep: error: the format of printf is not a literal: SPIR-V needs one' ]
}

@test "doc/extensions.md has the macros that the headers define, and no others" {
	sed -n 's/^#define \(SYCL_[EK][XH][TR]_[A-Z0-9_]*\|ACPP_EXT_[A-Z0-9_]*\) .*/\1/p' "$root/include/sycl/khr/split_headers/version.hpp" | sort > defined
	sed -n 's/^|[^|]*| `\(\(SYCL\|ACPP\)_[A-Z0-9_]*\)` |.*/\1/p' "$root/doc/extensions.md" | sort > listed
	[ "$(wc -l < defined)" -gt 30 ]
	diff defined listed
	(cd "$root/include/sycl" && ! grep -rlE '^#define SYCL_(EXT|KHR)_[A-Z0-9_]+ [0-9]' --include=*.hpp . | grep -vx './khr/split_headers/version.hpp')
}
