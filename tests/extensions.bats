# Extensions of SYCL: doc/extensions.md lists them with these tests.
load helper

programs=$BATS_TEST_DIRNAME/inputs/sycl

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

# The program with g++ as host compiler, which warns of none of the headers.
with_gxx() {
	sycl-cc -fsycl-targets=x86_64 -fsycl-host-compiler=g++ -fsycl-host-compiler-options='-std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow' \
		"$programs/$1.cpp" -o program > said 2>&1 || { cat said; return 1; }
	if grep -E 'include/(dpct|syclcompat)' said; then return 1; fi
	./program > said || { cat said; return 1; }
	[ "$(tail -n 1 said)" = right ]
}

@test "SYCLcompat's launches, memory, devices, atomics and functions do what they say, with clang and with g++ as host compiler" {
	for program in ext-compat ext-compat-functions; do
		both $program
		with_gxx $program
	done
	printf '%s\n' '#include <syclcompat.hpp>' 'void f(int *, float) {}' 'void g(int *p) { syclcompat::launch<f>(1, 1, p, p); }' > refused.cpp
	run -1 sycl-cc -fsyntax-only refused.cpp
	[[ $output == *'the function does not take these arguments'* ]]
}

@test "programs that dpct translated have its devices, queues, memory, images, launches, graphs and functions, with clang and with g++ as host compiler" {
	both ext-dpct
	both ext-dpct-images
	both ext-dpct-buffers
	both ext-dpct-launch
	with_gxx ext-dpct
	for header in "$root"/include/dpct/*.hpp; do
		echo "#include <dpct/${header##*/}>" > "alone-${header##*/}.cpp"
	done
	sycl-cc -Wall -Wextra -Werror -fsyntax-only alone-*.cpp
	# A program's own headers of that name, wherever they stand.
	mkdir -p own/dpct
	echo 'namespace dpct { constexpr int own = 7; }' > own/dpct/dpct.hpp
	printf '%s\n' '#include <sycl/sycl.hpp>' '#include <dpct/dpct.hpp>' 'static_assert(dpct::own == 7);' > user.cpp
	for option in -I -isystem -idirafter; do
		sycl-cc -fsyntax-only $option own user.cpp
	done
}

@test "work-groups of one to three dimensions exchange, sort, load, store, scan and reduce as dpct's group_utils.hpp says" {
	both ext-dpct-groups
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

# status: virtual-sets
@test "virtual calls call the functions of the kernel's sets, whose aspects alone count; others are refused or fail an assertion" {
	both ext-virtual
	cat > sets.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		struct doubles;
		struct base {
			virtual SYCL_EXT_ONEAPI_INDIRECTLY_CALLABLE_PROPERTY(doubles) int half(int x) const { return int(double(x) * 0.5); }
			virtual SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable) int one() const { return 1; }
		};
		#ifdef UNMARKED
		struct unmarked : base { int one() const override { return 2; } };
		#else
		using unmarked = base;
		#endif
		void f(sycl::queue q, base *p, int *r)
		{
			q.single_task([=] { new (p) unmarked; }).wait();
			q.single_task([=] { base b; (void)b; }).wait();
			q.single_task(ext::properties{ ext::calls_indirectly<> }, [=] [[sycl::device_has()]] { *r = p->one(); }).wait();
			q.single_task(ext::properties{ ext::calls_indirectly<doubles> }, [=] [[sycl::device_has(sycl::aspect::fp16)]] { *r = p->half(1); });
		#ifdef REFUSED
			q.single_task([=] { *r = p->one(); });
		#endif
		}
		int main()
		{
			sycl::queue q;
			f(q, sycl::malloc_shared<base>(1, q), sycl::malloc_shared<int>(1, q));
			q.wait();
		}
	END
	run -0 sycl-cc -std=c++23 sets.cpp -o sets
	[ "$(grep -c warning: <<< "$output")" -eq 1 ]
	[[ $output == *"uses aspect 'fp64' not listed in 'sycl::device_has'"*'base::half(int) const'* ]]
	./sets
	run -1 sycl-cc -std=c++23 -DREFUSED sets.cpp -o sets
	[ "$(grep -c 'error: .*calls a virtual function, which device code must not' <<< "$output")" -eq 1 ]
	sycl-cc -std=c++23 -DUNMARKED sets.cpp -o sets 2> warnings
	run -134 ./sets
	[[ $output == *'Assertion `the virtual function is in a set of the kernel'\'' failed.'* ]]
}

@test "virtual functions, objects and kernels may each be in a source file of its own, also in an archive" {
	cat > shape.hpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		#define CALLABLE SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable)
		struct others;
		struct shape {
			virtual CALLABLE int sides() const;	/* shape.cpp has its table */
			virtual CALLABLE double area() const = 0;
			virtual SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<others>) int plus(int x) const { return x + 1; }
			virtual void host() const;
		};
		struct square : shape {
			CALLABLE int sides() const override;
			CALLABLE double area() const override { return side * side; }
			SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable_in<others>)
			int plus(int x) const override;
			double side = 3;
		};
		template <int N>
		struct regular : shape {
			CALLABLE int sides() const override;
			CALLABLE double area() const override { return N; }
		};
		template <int N>
		int regular<N>::sides() const { return N; }
		void make(sycl::queue q, shape **p, char *room);
		SYCL_EXTERNAL double total(const shape *s);
	END
	cat > shape.cpp <<-'END'
		#include "shape.hpp"
		#include <cstdio>
		int shape::sides() const { return 0; }
		void shape::host() const { std::puts("host"); }
		int square::sides() const { return 4; }
		int square::plus(int x) const { return x + 100; }
		double total(const shape *s) { return s->area() + 1000 * s->sides(); }
	END
	cat > make.cpp <<-'END'
		#include "shape.hpp"
		#include <new>
		namespace {
		struct local : shape {
			CALLABLE double area() const override { return 7; }
			CALLABLE int sides() const override { return 77; }
		};
		}
		void make(sycl::queue q, shape **p, char *room)
		{
			q.single_task([=] {
				p[0] = new (room) square;
				p[1] = new (room + 64) local;
				p[2] = new (room + 128) regular<6>;
			}).wait();
		}
	END
	cat > main.cpp <<-'END'
		#include "shape.hpp"
		#include <new>
		namespace {
		struct local : shape {
			CALLABLE double area() const override { return 8; }
			CALLABLE int sides() const override { return 88; }
		};
		}
		int main()
		{
			sycl::queue q;
			shape **p = sycl::malloc_device<shape *>(4, q);
			char *room = sycl::malloc_device<char>(256, q);
			double *r = sycl::malloc_shared<double>(8, q);
			int *o = sycl::malloc_shared<int>(4, q);
			make(q, p, room);
			q.single_task([=] { p[3] = new (room + 192) local; }).wait();
			q.parallel_for(4, ext::properties{ ext::assume_indirect_calls }, [=](sycl::id<1> i) {
				r[i] = p[i]->area() + 1000 * p[i]->sides();
				r[4 + i] = total(p[i]);
			}).wait();
			q.parallel_for(4, ext::properties{ ext::assume_indirect_calls_to<others> }, [=](sycl::id<1> i) { o[i] = p[i]->plus(int(i)); }).wait();
			for (int i = 0; i < 8; i++)
				std::printf("%g ", r[i]);
			std::printf("%d %d %d %d\n", o[0], o[1], o[2], o[3]);
		}
	END
	for source in shape make main; do
		sycl-cc -Wall -Wextra -Werror -c $source.cpp || return 1
	done
	ar rcs libshape.a shape.o make.o
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target main.o shape.o make.o -o all || return 1
		[ "$(./all)" = '4009 77007 6006 88008 4009 77007 6006 88008 100 2 3 4' ] || return 1
	done
	sycl-cc -fsycl-targets=x86_64 -fsycl-device-code-split=per_kernel main.o libshape.a -o all
	[ "$(./all)" = '4009 77007 6006 88008 4009 77007 6006 88008 100 2 3 4' ]
}

@test "objects of a polymorphic class are in kernels of several source files, of which one has its table" {
	cat > shape.hpp <<-'END'
		#include <sycl/sycl.hpp>
		struct shape { int n; shape(int x) : n(x) {} virtual int sides() const; };
		void other(sycl::queue q, int *r);
	END
	cat > other.cpp <<-'END'
		#include "shape.hpp"
		int shape::sides() const { return 1; }
		void other(sycl::queue q, int *r) { q.single_task([=] { shape s[] = { 1, 6 }; *r = s[*r].n; }).wait(); }
	END
	cat > main.cpp <<-'END'
		#include "shape.hpp"
		int main()
		{
			sycl::queue q;
			int *r = sycl::malloc_shared<int>(2, q);

			r[0] = r[1] = 1;
			q.single_task([=] { shape s[] = { 1, 5 }; *r = s[*r].n; }).wait();
			other(q, r + 1);
			return r[0] == 5 && r[1] == 6 ? 0 : 1;
		}
	END
	for target in spir64 x86_64; do
		sycl-cc -O0 -fsycl-targets=$target main.cpp other.cpp -o p
		./p
	done
}

@test "virtual functions that call each other in a circle are called once, then an assertion fails" {
	cat > circle.cpp <<-'END'
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		#define CALLABLE SYCL_EXT_ONEAPI_FUNCTION_PROPERTY(ext::indirectly_callable)
		struct node { virtual CALLABLE int get() const { return 3; } };
		struct twice : node {
			explicit twice(const node *n) : of(n) {}
			CALLABLE int get() const override { return 2 * of->get(); }
			const node *of;
		};
		template <typename Function>
		struct applied : node {
			applied(Function f, const node *n) : function(f), of(n) {}
			CALLABLE int get() const override { return function(of->get()); }
			Function function;
			const node *of;
		};
		int main(int argc, char **)
		{
			sycl::queue q;
			int *r = sycl::malloc_shared<int>(3, q);
			q.single_task(ext::properties{ ext::assume_indirect_calls }, [=] {
				struct local : node { CALLABLE int get() const override { return 5; } };
				const auto negate = [](int x) { return -x; };
				const node three;
				const local five;
				const twice of_three(&three), of_five(&five), of_twice(&of_three);
				const applied<decltype(negate)> negative(negate, &three);
				const node *all[] = { &of_five, &negative, argc > 1 ? &of_twice : &of_three };
				for (int i = 0; i < 3; i++)
					r[i] = all[i]->get();
			}).wait();
			std::printf("%d %d %d\n", r[0], r[1], r[2]);
		}
	END
	sycl-cc -fsycl-targets=x86_64 circle.cpp -o circle
	[ "$(./circle)" = '10 -3 6' ]
	run -134 ./circle again
	[[ $output == *'twice::get() const: Assertion `virtual functions do not call each other in a circle'\'' failed.'* ]]
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
