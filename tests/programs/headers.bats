# The C++ headers: what programs may do, and what the headers must not do to them.
load ../helper

@test "no name in the headers is a single capital letter but T: words say what they are" {
	# an extension's text names members of matrix_params so; that header leaves them out where they are macros
	found=$(cd "$root/include" && find . -name '*.hpp' ! -name static-query-use.hpp -exec sed -E 's,//.*,,; s,"[^"]*",,g; s,'"'.'"',,g; s,^[	 ]*(/\*|\*( |$)).*,,; s,/\*.*\*/,,' {} + \
		| grep -owE '[A-SU-Z]' | sort | uniq -c)
	[ -z "$found" ] || { echo "$found"; return 1; }
	# the same search finds one
	[ "$(echo 'template <typename N> f(N);' | grep -owE '[A-SU-Z]' | sort -u)" = N ]
}

@test "a program may define every other letter and 60 usual words as macros before it includes the headers" {
	names="A B C D E F G H I J K L M N O P Q R S U V W X Y Z
		SIZE LENGTH LEN BLOCK BLOCK_SIZE TILE TILE_SIZE WIDTH HEIGHT DEPTH MAX MIN EPS EPSILON REAL TYPE DATA_TYPE DTYPE
		DIM DIMS DIMENSIONS NUM COUNT VALUE VAL DATA INDEX IDX ROWS COLS ROW COL ITER ITERATIONS NAME HOST DEVICE GLOBAL LOCAL
		PRIVATE KERNEL GROUP RANGE ITEM QUEUE BUFFER RESULT OP OPERATION APPLY POSITION LAST FIRST ARGS FLOAT DOUBLE INT BOOL
		TRUE FALSE PI NX NY NZ THREADS WG_SIZE LOCAL_SIZE GLOBAL_SIZE UNROLL DEBUG CHECK ERROR SUCCESS"
	defines=()
	for name in $names; do
		defines+=("-D$name=1024")
	done
	cd "$BATS_TEST_TMPDIR"
	run -0 sycl-cc -Wall -Wextra -Wpedantic -Werror "${defines[@]}" "$inputs/sycl/macros.cpp" -o macros
	run -0 ./macros
	[ "$output" = 448 ]
	g++ -std=c++17 -fsyntax-only "${defines[@]}" -I "$root/include" "$inputs/sycl/macros.cpp"
}

@test "an unqualified call with an object of SYCL does not find the headers' own functions; a program's own bit_cast is not ambiguous" {
	"$LLVM_BIN/clang++" -std=c++17 -fsyntax-only -I "$root/include" "$inputs/sycl/lookup.cpp"
}

@test "templates may be parsed where they are used: free-function queries mean the same with -fdelayed-template-parsing" {
	cat > late.cpp <<-'END'
		#include <cstdio>
		#include <sycl/sycl.hpp>
		namespace ext = sycl::ext::oneapi::experimental;
		int main()
		{
			sycl::queue q;
			int *at = sycl::malloc_shared<int>(64, q);
			q.parallel_for(sycl::nd_range<1>(64, 16), [=](sycl::nd_item<1>) {
				const int i = ext::this_nd_item<1>().get_global_id(0);
				at[i] = ext::this_group<1>().get_group_id(0) * 100 + ext::this_sub_group().get_local_id()[0]
					+ ext::this_work_item::get_root_group<1>().get_local_linear_id();
			}).wait();
			for (int i = 0; i < 64; i++)
				if (at[i] != i / 16 * 100 + i % 16 + i)
					return 1;
			return puts("right") < 0;
		}
	END
	run -0 sycl-cc -fdelayed-template-parsing late.cpp -o late
	run -0 ./late
	[ "$output" = right ]
}

programs=$inputs/sycl

# sycl: async-copy
@test "async_work_group_copy strides through global memory, of every type, in 1-D, 2-D and 3-D, and touches nothing else" {
	both async-copy
}

@test "assert, INT_MAX, FLT_MAX, std::sqrt, std::cout, clocks, atomic, complex, accumulate and threads come along with sycl.hpp, hash maps do not" {
	echo '#include <sycl/sycl.hpp>
		auto start = std::chrono::steady_clock::now();
		std::atomic<int> count;
		std::complex<float> number;
		int sum(int *p) { std::thread([] {}).join(); return std::accumulate(p, p + 2, 0); }
		void print(int i) { assert(i != INT_MAX); std::cout << std::sqrt(float(i)) / FLT_MAX; }' |
		"$LLVM_BIN/clang++" -std=c++17 -fsyntax-only -H -I "$root/include" -x c++ - 2> files
	grep -q /stl_vector.h files
	run -1 grep /unordered_map.h files
}

@test "std::function, maps, sets, bind, variants and manipulators come along where a program or its own header uses them" {
	cd "$BATS_TEST_TMPDIR"
	run -0 source-scan "$programs/forgotten.cpp"
	[ "${lines[1]}" = 'std bitset functional iomanip iostream map numeric queue set unordered_map variant' ]
	for way in -fsycl-targets=x86_64 -fsycl-targets=spir64 -DCORE -fsycl-host-compiler=g++; do
		run -0 sycl-cc "$way" "$programs/forgotten.cpp" -o forgotten
		run -0 ./forgotten
		[ "$output" = '  42 8 1322' ]
	done
	# Each file says what it needs: an include leaves out what the file uses, and a name of another namespace is none.
	printf '#include <sycl/sycl.hpp>\n#include <map>\nstd::map<int, int> a;\nstd::list<int> d; // not my::set or std::setter\n' > a.cpp
	[ "$(source-scan a.cpp | tail -n 1)" = 'std list' ]
	echo 'extern std::list<int> d; int main() { return d.size(); }' > b.cpp
	sed -i '1i #include <sycl/sycl.hpp>' b.cpp
	run -0 sycl-cc a.cpp b.cpp -fsyntax-only
}

@test "cl::sycl is another name of sycl where a program uses it with sycl/sycl.hpp" {
	cd "$BATS_TEST_TMPDIR"
	printf '%s\n' '#include <sycl/sycl.hpp>' 'namespace s = cl::sycl;' 'int main() { cl::sycl::queue q; s::buffer<int> b(4); q.single_task([] {}); }' > old.cpp
	[ "$(source-scan old.cpp | tail -n 1)" = 'std cl_sycl' ]
	run -0 sycl-cc -fsycl-targets=x86_64 old.cpp -o old
	run -0 ./old
	printf '%s\n' '#include <sycl/sycl.hpp>' 'namespace sycl = cl::sycl;' 'int main() { sycl::queue q; cl::sycl::id<1> i(1); }' > alias.cpp
	run -0 sycl-cc -fsycl-targets=x86_64 alias.cpp -o alias
	run -0 ./alias
	printf '%s\n' '#include <sycl/sycl.hpp>' 'int cl; // of no_cl::sycl' > own.cpp
	[ "$(source-scan own.cpp | wc -l)" = 1 ]
	printf '%s\n' '#include <CL/sycl.hpp>' 'cl::sycl::range<1> r(1);' > with.cpp
	[ "$(source-scan with.cpp | wc -l)" = 1 ]
	printf '%s\n' '#include <SYCL/sycl.hpp>' 'cl::sycl::range<1> r(1);' > upper.cpp
	run -0 sycl-cc -fsyntax-only own.cpp with.cpp
	run -0 sycl-cc -fsyntax-only upper.cpp
	printf '%s\n' '#include <sycl.hpp>' 'sycl::range<1> r(1);' > short.cpp
	run -0 sycl-cc -fsyntax-only short.cpp
}

@test "headers in the folder ext are DPC++'s, and those in hipSYCL are AdaptiveCpp's, whose namespace is hipsycl::sycl" {
	cd "$BATS_TEST_TMPDIR"
	cat > folders.cpp <<-'END'
		#include <CL/sycl.hpp>
		#include <ext/intel/fpga_extensions.hpp>
		#include <ext/oneapi/backend/level_zero.hpp>
		#include <ext/oneapi/experimental/bfloat16.hpp>
		#include <ext/oneapi/matrix/matrix.hpp>
		#include <sycl/ext/oneapi/work_group_scratch_memory.hpp>
		sycl::ext::oneapi::bfloat16 number;
	END
	run -0 sycl-cc -fsyntax-only folders.cpp
	cat > own.cpp <<-'END'
		#include <cstdio>
		#include <hipSYCL/sycl.hpp>
		#include <hipSYCL/sycl/handler.hpp>
		#include <hipSYCL/sycl/libkernel/marray.hpp>
		namespace sycl = hipsycl::sycl;
		int main()
		{
			hipsycl::sycl::queue q;
			int *at = sycl::malloc_shared<int>(1, q);
			q.single_task([=] { *at = sycl::marray<int, 3>(7)[2]; }).wait();
			return printf("%d\n", *at) < 0;
		}
	END
	run -0 sycl-cc -fsycl-targets=x86_64 own.cpp -o own
	run -0 ./own
	[ "$output" = 7 ]
	# each of them stands alone
	for folder in ext hipSYCL; do
		find -L "$root/include/$folder" -name '*.hpp' | sed "s|$root/include/|#include <|; s|\$|>|"
	done > all.cpp
	run -0 sycl-cc -fsyntax-only all.cpp
}

@test "built-in functions refuse what they do not take without an error, and give vecs for swizzles: clang in C++17, g++ in C++20" {
	"$LLVM_BIN/clang++" -std=c++17 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$programs/overloads.cpp"
	g++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I "$root/include" "$programs/overloads.cpp"
}

# sycl: standard
@test "items without offset, mutable command groups, default events, selectors of platforms, physical work-items: as the standard says; sub-groups: as doc/sub-groups.md" {
	both standard
}

@test "a kernel's name that is no class, a mutable kernel and one of other parameters are errors that say so" {
	cd "$BATS_TEST_TMPDIR"
	cat > names.cpp <<-'END'
		#include <sycl/sycl.hpp>
		enum class number { one };
		union either;
		void f(sycl::queue q)
		{
			q.single_task<bool>([] {});
			q.single_task<int *>([] {});
			q.parallel_for<void(int)>(4, [](sycl::id<1>) {});
			q.single_task<number>([] {});
			q.single_task<either>([] {});
		}
	END
	run -1 sycl-cc -c names.cpp
	[ "$(grep -c "error: .*: a kernel's name is a class, which may be declared on the spot" <<< "$output")" -eq 5 ]
	[ "$(grep -c 'error: ' <<< "$output")" -eq 6 ]
	cat > mutable.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void f(sycl::queue q, int *p)
		{
			q.parallel_for(4, [=, n = 0](sycl::id<1> i) mutable { p[i] = n++; });
		}
	END
	run -1 sycl-cc -c mutable.cpp
	[[ $output == *"error: static assertion failed"*"operator() of a kernel's function object must be const: a lambda is not mutable"* ]]
	cat > other.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void f(sycl::queue q, int *p)
		{
			q.parallel_for(4, [=](sycl::id<2> i) { p[i[0]] = 1; });
			q.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 2 }), [=](sycl::item<2> i) { p[i[0]] = 1; });
			q.single_task([=](sycl::id<1> i) { p[i] = 1; });
		}
	END
	run -1 sycl-cc -c other.cpp
	for passed in 'other.cpp:4:19) &, sycl::item<1, true>' 'other.cpp:5:55) &, sycl::nd_item<2>' 'other.cpp:6:15) &>'; do
		[[ $output == *"error: static assertion failed"*"$passed"*": a kernel's function object takes what its launch passes: "* ]]
	done
	[ "$(grep -c 'error: ' <<< "$output")" -eq 4 ]
}

# For clang, other standards and each header alone: tests/long/sycl-2020.bats.
@test "g++ as host compiler has nothing to warn of in the headers" {
	echo '#include <sycl/sycl.hpp>' | g++ -std=c++17 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -fsyntax-only -I "$root/include" -x c++ -
}

@test "static functions and tables that only generic kernels use get no warning, of clang and of g++ as host compiler" {
	cat > x.cpp <<-'END'
		#include <cstdio>
		#include <sycl/sycl.hpp>
		static int next(int a) { return a + 1; }
		static int twice(int a) { return a * 2; }
		static const int table[] = { 1, 2, 3 };
		namespace {
		int last(int a) { return a - 1; }
		struct half { static int of(int a) { return a / 2; } };
		}
		int main()
		{
			sycl::queue q{ sycl::property::queue::in_order() };
			int *const p = sycl::malloc_shared<int>(9, q);
			*p = 0;
			q.parallel_for(sycl::range<1>(8), [=](auto i) { p[1 + i.get_linear_id()] = next(static_cast<int>(i[0])); });
			q.parallel_for(sycl::range<1>(8), sycl::reduction(p, sycl::plus<int>()), [=](sycl::id<1> i, auto &sum) { sum += twice(static_cast<int>(i[0])); });
			q.parallel_for(sycl::nd_range<1>(8, 4), sycl::reduction(p, sycl::plus<int>()),
				[=](sycl::nd_item<1> i, auto &sum) { sum += table[i.get_local_id(0) % 3] + half::of(4); });
			q.parallel_for(sycl::nd_range<2>({ 1, 8 }, { 1, 4 }), [=](auto i, sycl::kernel_handler) { p[1 + i.get_global_id(1)] -= last(7); }).wait();
			std::printf("%d %d\n", p[0], p[8]);
		}
	END
	sycl-cc -std=c++17 -Wall -Wextra -Werror -fsycl-targets=x86_64 x.cpp -o generic
	run -0 ./generic
	[ "$output" = '86 2' ]
	sycl-cc -std=c++17 -Wall -Wextra -Werror -fsycl-targets=x86_64 -fsycl-host-compiler=g++ -fsycl-host-compiler-options='-std=c++17 -Wall -Wextra -Werror' x.cpp -o generic
	run -0 ./generic
	[ "$output" = '86 2' ]
}

@test "without SYCL kernels have their names too, and bundles hold them" {
	cd "$BATS_TEST_TMPDIR"
	cat > plain.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		class one;
		namespace { template <typename T> struct two; }
		int main()
		{
			sycl::queue q;
			auto bundle = sycl::get_kernel_bundle<one, sycl::bundle_state::executable>(q.get_context());
			std::puts(sycl::get_kernel_id<one>().get_name());
			std::puts(sycl::get_kernel_id<two<int>>().get_name());
			q.submit([&](sycl::handler &h) { h.use_kernel_bundle(bundle); h.single_task<one>([] { std::puts("ran"); }); }).wait();
			try {
				q.submit([&](sycl::handler &h) { h.use_kernel_bundle(bundle); h.single_task<two<int>>([] {}); });
			} catch (const sycl::exception &e) {
				std::puts(e.what());
			}
		}
	END
	sycl-cc -fno-sycl plain.cpp -o plain
	run -0 ./plain
	[ "$output" = "$(printf '%s\n' _ZTS3one _ZTSN12_GLOBAL__N_13twoIiEE ran 'the kernel bundle in use does not hold this kernel')" ]
}

@test "kernels with reductions have ids and are in bundles, by their names; g++ as host compiler asks for names of other sources, and of none" {
	cd "$BATS_TEST_TMPDIR"
	cat > ask.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		using namespace sycl;
		class summed;
		class other;
		class nobody;
		class elsewhere;
		constexpr specialization_id<int> addend(3);
		int main()
		{
			queue q;
			int *const sum = malloc_shared<int>(1, q);
			const auto launch = [&](const auto &bundle) {
				*sum = 0;
				q.submit([&](handler &h) {
					h.use_kernel_bundle(bundle);
					h.parallel_for<summed>(range<1>(32), reduction(sum, plus<>()), [=](id<1>, auto &r, kernel_handler k) { r += k.get_specialization_constant<addend>(); });
				}).wait();
				std::printf("%d\n", *sum);
			};
			auto of_summed = get_kernel_bundle<summed, bundle_state::input>(q.get_context());
			of_summed.set_specialization_constant<addend>(5);
			launch(build(of_summed));
			try {
				launch(get_kernel_bundle<other, bundle_state::executable>(q.get_context()));
			} catch (const exception &e) {
				std::puts(e.code() == errc::kernel_not_supported ? "not held" : e.what());
			}
			q.single_task<other>([=] { *sum = 1; }).wait();
			std::printf("%d\n", get_kernel_id<summed>() != get_kernel_id<other>());
		#ifndef PLAIN
			const auto unused = [=](id<1>) { *sum = 2; };
			const auto used = [=](id<1>) { *sum = 3; };
			q.parallel_for(range<1>(1), used).wait();
			const auto all = get_kernel_bundle<bundle_state::executable>(q.get_context());
			std::printf("%d %d %d", all.has_kernel<summed>(), all.has_kernel<elsewhere>(), all.has_kernel(get_kernel_id<std::remove_const_t<decltype(used)>>()));
			std::printf(" %d %d\n", all.has_kernel<nobody>(), all.has_kernel<std::remove_const_t<decltype(unused)>>());
			try {
				get_kernel_id<nobody>();
			} catch (const exception &e) {
				std::puts(e.code() == errc::invalid ? "invalid" : e.what());
			}
		#endif
		}
	END
	printf '%s\n' '#include <sycl/sycl.hpp>' 'class elsewhere; void f(sycl::queue &q) { q.single_task<elsewhere>([] {}); }' > elsewhere.cpp
	for host in '' -fsycl-host-compiler=g++; do
		sycl-cc -fsycl-targets=x86_64 $host ask.cpp elsewhere.cpp -o ask
		run -0 ./ask
		[ "$output" = "$(printf '%s\n' 160 'not held' 1 '1 1 1 0 0' invalid)" ]
	done
	sycl-cc -fno-sycl -DPLAIN ask.cpp -o ask
	run -0 ./ask
	[ "$output" = "$(printf '%s\n' 160 'not held' 1)" ]
}

# sycl: legacy-atomics
@test "accessors of const elements and of no dimension convert, read and write as the standard says; sycl::atomic counts" {
	both accessors
}

# sycl: swizzles
@test "swizzles have every member, operator and name, of vecs and of swizzles; halves of a vec can be assigned" {
	both swizzles
}

# sycl: bundles
@test "kernel bundles are made, asked, joined, built and used as the standard says; what they refuse is an exception" {
	both bundles
}

@test "kernels that only GPUs have are known by their names, those of a translation unit too" {
	cd "$BATS_TEST_TMPDIR"
	cat > gpu-only.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <cstdio>
		#include <unordered_set>
		namespace { class hidden; }
		class a$b;
		int main(int argc, char **)
		{
			if (argc > 9) {
				sycl::queue().single_task<hidden>([] {});
				sycl::queue().single_task<a$b>([] {});
			}
			const std::vector<sycl::kernel_id> ids = sycl::get_kernel_ids();
			const std::unordered_set<sycl::kernel_id> set(ids.begin(), ids.end());
			std::printf("%zu %zu %zu\n", ids.size(), set.count(sycl::get_kernel_id<hidden>()), set.count(sycl::get_kernel_id<a$b>()));
			for (const sycl::kernel_id &id : ids)
				std::puts(id.get_name());
		}
	END
	sycl-cc -fsycl-targets=nvidia_gpu_sm_75 gpu-only.cpp -o gpu-only
	run -0 ./gpu-only
	[ "$output" = "$(printf '%s\n' '2 1 1' '_ZTS3a$b' _ZTSN12_GLOBAL__N_16hiddenE)" ]
}

# sycl: classes
@test "classes have their properties, ==, hashes, deduction guides, operators and queries; spans are reduced" {
	both classes
}

# sycl: orders
@test "an operation of an atomic_ref is done in the order and the scope that the call asks for" {
	cd "$BATS_TEST_TMPDIR"
	sycl-cc -save-temps=t -c "$programs/orders.cpp" -o p.o
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target p.o -o $target
		./$target
	done
	"$LLVM_BIN/llvm-dis" -o orders.ll t/orders.device-optimize.bc
	awk '/^define.*own_orders/,/^}/' orders.ll > own
	[ "$(grep -c -E 'syncscope\("workgroup"\) monotonic' own)" -eq 3 ]
	grep -q 'atomicrmw add .*syncscope("device") acq_rel' own
	run -1 grep seq_cst own
	awk '/^define.*stronger_orders/,/^}/' orders.ll > stronger
	[ "$(grep -c -E '(load atomic|store atomic|atomicrmw) .* seq_cst' stronger)" -eq 6 ]
	run -1 grep -E 'monotonic|acquire' stronger
}

@test "macros that programs call check, fail and print are theirs" {
	cd "$BATS_TEST_TMPDIR"
	printf '#include <%s>\n' iostream sstream vector memory > own.cpp	# these have a fail() of their own
	printf '#define %s(...) mine\n' check fail print >> own.cpp
	printf '%s\n' '#include <sycl/sycl.hpp>' '#include <sycl/khr/requirements.hpp>' '#include <sycl/ext/intel/math.hpp>' >> own.cpp
	sycl-cc -fsyntax-only own.cpp
}

# sycl: accessor
@test "accessors: member types, conversions, deduction, parts of buffers, placeholders, local memory: as SYCL 2020 lists them" {
	both sycl-2020/accessor
}

# sycl: old-names
@test "a program may declare namespace sycl as another name of cl::sycl, for clang and g++, compiled apart, with warnings in its own lines" {
	run -0 sycl-cc -Wall -Wextra -fsycl-targets=spir64,x86_64 -fsycl-host-compiler=g++ -fsycl-host-compiler-options=-std=c++17 \
		"$programs/sections/old-names.cpp" -o p
	[ -z "$output" ] || { echo "$output"; return 1; }
	run -0 ./p
	[ "$output" = right ] || { echo "$output"; return 1; }
	printf '#include <CL/sycl.hpp>\nnamespace sycl = cl::sycl;\nvoid twice(sycl::queue &, sycl::buffer<int, 2> &);\n' > twice.h
	cat > twice.cpp <<-'END'
		#include "twice.h"
		void twice(sycl::queue &q, sycl::buffer<int, 2> &b)
		{
			int unused;
			q.submit([&](sycl::handler &h) {
				sycl::accessor a(b, h);
				h.parallel_for(b.get_range(), [=](sycl::id<2> i) { a[i] *= 2; });
			});
		}
	END
	cat > main.cpp <<-'END'
		#include "twice.h"
		int main()
		{
			sycl::queue q;
			sycl::buffer<int, 2> b({ 2, 3 });
			q.submit([&](sycl::handler &h) {
				sycl::accessor a(b, h, sycl::write_only);
				h.parallel_for(b.get_range(), [=](sycl::item<2> i) { a[i] = i.get_linear_id(); });
			});
			twice(q, b);
			return sycl::host_accessor(b)[1][2] != 10;
		}
	END
	run -0 sycl-cc -Wall -c twice.cpp -o twice.o
	[ "${lines[0]}" = "twice.cpp:4:5: warning: unused variable 'unused' [-Wunused-variable]" ]
	run -0 sycl-cc -O0 -g main.cpp twice.o -o p
	[ -z "$output" ] || { echo "$output"; return 1; }
	./p
}

# sycl: names-1-2-1
@test "CL/sycl.hpp has the names of SYCL 1.2.1: standard classes, OpenCL types, vectors of these, exceptions by class" {
	for target in x86_64 spir64; do
		run -0 sycl-cc -Wall -Wextra -fsycl-targets=$target "$programs/sycl-1.2.1.cpp" -o p
		[ -z "$output" ] || { echo "$output"; return 1; }
		run -0 ./p
		[ "$output" = right ] || { echo "$target: $output"; return 1; }
	done
	# They are not in the way of SYCL 2020: std's class is meant.
	printf '#include <stdexcept>\n#include <sycl/sycl.hpp>\nusing namespace std;\nusing namespace sycl;\nruntime_error e("text");\n' > both.cpp
	g++ -std=c++17 -fsyntax-only -I "$root/include" both.cpp
}

@test "rows of 2-D and 3-D ranges end where the range does: vector code of CPUs needs no masks" {
	cat > rows.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void f(sycl::queue q, const float *a, float *b)
		{
			q.parallel_for(sycl::range<2>(30, 50), [=](sycl::id<2> i) { b[i[0] * 50 + i[1]] = a[i[0] * 50 + i[1]] + 1; });
			q.parallel_for(sycl::range<3>(3, 10, 50), [=](sycl::item<3> i) { b[(i[0] * 10 + i[1]) * 50 + i[2]] = a[(i[0] * 10 + i[1]) * 50 + i[2]] + 2; });
		}
	END
	sycl-cc -O2 -fsycl-targets=x86_64 -save-temps=t -c rows.cpp -o rows.o
	mux-aot --emit=ll -o rows.ll t/rows.device-optimize.bc
	[ "$(grep -c 'fadd <8 x float>' rows.ll)" -ge 2 ]
	run -1 grep 'llvm\.masked\.' rows.ll
}

@test "powers whose exponent the compiler knows are products, others are calls" {
	cat > powers.cpp <<-'END'
		#include <sycl/sycl.hpp>
		void f(sycl::queue q, float *a, sycl::double2 *b, int n)
		{
			q.single_task([=] { a[0] = sycl::pow(a[0], 2.0f) + sycl::pown(a[1], 3), b[0] = sycl::pow(b[0], 2.0) + sycl::pown(b[1], sycl::int2(4)); });
			q.single_task([=] { a[0] = sycl::pow(a[0], 2.5f) + sycl::pown(a[1], n); });
		}
	END
	sycl-cc -O2 -fsycl-targets=x86_64 -save-temps=t -c powers.cpp -o powers.o
	"$LLVM_BIN/llvm-dis" -o - t/powers.device-optimize.bc | grep -oE 'call .*_Z(3pow|4pown)[a-z]*\(' | grep -o '_Z[0-9a-z]*' | sort > calls
	diff calls - <<< $'_Z3powff\n_Z4pownfi'
}
