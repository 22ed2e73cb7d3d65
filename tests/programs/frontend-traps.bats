# The traps of stock clang 22 as a SYCL front end, each with what saves us from it.
load ../helper

in=$inputs/frontend
device_flags=(-fsycl -fsycl-device-only -fno-math-errno -gline-tables-only -w)

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	cp "$in"/* .
}

# device STEM [FLAG...]: STEM.cpp through all front end nodes: STEM.raw.ll as clang emits it, STEM.bc
device() {
	local stem=$1
	shift
	"$LLVM_BIN/clang++" "${device_flags[@]}" "$@" -E "$stem.cpp" -o "$stem.ii"
	attr-rewrite --source="$stem.cpp" --module-id-file="$stem.id" -o "$stem.rewritten.cpp" "$stem.ii"
	"$LLVM_BIN/clang++" "${device_flags[@]}" "$@" -Xclang -disable-llvm-passes -emit-llvm \
		-S -x c++ "$stem.rewritten.cpp" -o "$stem.raw.ll"
	device-prepare --source="$stem.cpp" --module-id-file="$stem.id" --strip-debug -o "$stem.bc" "$stem.raw.ll"
}

# kernels FILE: names of the kernels it defines, sorted
kernels() {
	"$LLVM_BIN/opt" -S "$1" -o - | sed -nE 's/^define .*(spir|ptx|amdgpu)_kernel void @"?([^"(]*)"?\(.*/\2/p' | sort
}

@test "host and device agree on the names of 19 shapes of kernels, in C++17, 20 and 23" {
	for std in c++17 c++20 c++23; do
		device shapes "-std=$std" || return 1
		kernels shapes.bc | sed 's/@.*//' | sort > device.txt
		"$LLVM_BIN/clang++" -fsycl -fsycl-host-only "-std=$std" -w -c shapes.cpp -o shapes.o || return 1
		"$LLVM_BIN/clang++" shapes.o -o shapes || return 1
		./shapes | sort > host.txt
		diff -u host.txt device.txt || return 1
		[ "$(wc -l < host.txt)" -eq 19 ] || return 1
	done
}

@test "a kernel's entry is one call: what it does with its parameters is left to a function" {
	# the trap: a local variable initialised from a parameter reads zero
	cat > trap.cpp <<-'END'
		template<class N> [[clang::sycl_kernel_entry_point(N)]] void entry(int n, int *p) { int k = n; *p = k; }
		void f(int *p) { entry<class k>(1, p); }
	END
	"$LLVM_BIN/clang++" "${device_flags[@]}" -Xclang -disable-llvm-passes -emit-llvm -S trap.cpp -o trap.ll
	sed -n '/^define spir_kernel/,/^}/p' trap.ll > entry.txt
	grep -qE 'load i32, ptr addrspace\(4\) addrspacecast \(ptr addrspace\(1\) @_ZZ5entryIZ1fPiE1kEviS0_E1n ' entry.txt
	# the way out
	device features -std=c++20
	"$LLVM_BIN/opt" -S features.bc -o - | sed -n '/^define.*spir_kernel/,/^}/p' > entries.txt
	[ "$(grep -c '^define' entries.txt)" -gt 0 ]
	[ "$(grep -c '^define' entries.txt)" -eq "$(grep -cE '^ +(tail )?call ' entries.txt)" ]
}

# status: inline-kernel-twice
@test "a kernel of an inline function may come from two translation units" {
	cat > one.cpp <<-'END'
		#include "mini.hpp"
		inline void run(int *p) { launch<class shared>([=] { *p = 1; }); launch([=] { *p = 2; }); }
		void one(int *p) { run(p); }
	END
	sed 's/void one/void two/' one.cpp > two.cpp
	device one
	device two
	# the trap
	run -1 "$LLVM_BIN/llvm-link" one.raw.ll two.raw.ll -o linked.bc
	[[ $output == *'symbol multiply defined'* ]]
	# the way out
	"$LLVM_BIN/llvm-link" one.bc two.bc -o linked.bc
	diff -u <(kernels one.bc) <(kernels linked.bc)
	[ "$(kernels linked.bc | wc -l)" -eq 2 ]
}

@test "kernels that are local to a translation unit keep apart when two are linked" {
	cat > one.cpp <<-'END'
		#include "mini.hpp"
		namespace { class hidden; }
		struct functor { int *p; void operator()() const { *p = 5; } };
		static void run(int *p) { launch([=] { *p = 1; }); launch<class inside>([=] { *p = 2; }); }
		auto at_namespace_scope = [](int *p) { launch([=] { *p = 3; }); };
		void one(int *p) { run(p); at_namespace_scope(p); launch<hidden>([=] { *p = 4; }); launch<functor>(functor{p}); }
	END
	sed 's/void one/void two/; s/p = \([1-4]\)/p = 1\1/g' one.cpp > two.cpp
	device one
	device two
	one_id=$(sed 's/.*\\"\(.*\)\\"/\1/' one.id)
	two_id=$(sed 's/.*\\"\(.*\)\\"/\1/' two.id)
	[[ $one_id == one.cpp.* ]]
	"$LLVM_BIN/llvm-link" one.bc two.bc -o linked.bc
	kernels linked.bc > got.txt
	diff -u - got.txt <<-END
		_ZTS7functor
		_ZTSN12_GLOBAL__N_16hiddenE@$one_id
		_ZTSN12_GLOBAL__N_16hiddenE@$two_id
		_ZTSZL3runPiE6inside@$one_id
		_ZTSZL3runPiE6inside@$two_id
		_ZTSZL3runPiEUlvE_@$one_id
		_ZTSZL3runPiEUlvE_@$two_id
		_ZTSZNKUlPiE_clES_EUlvE_@$one_id
		_ZTSZNKUlPiE_clES_EUlvE_@$two_id
	END
	# nothing was merged: all eight constants are there
	"$LLVM_BIN/opt" -passes='default<O2>' -S linked.bc -o linked.ll
	for n in 1 2 3 4 5 11 12 13 14; do
		grep -q "store i32 $n," linked.ll || { echo "$n is lost"; return 1; }
	done
}

@test "preprocessed text is compiled for the device only as -x c++" {
	"$LLVM_BIN/clang++" "${device_flags[@]}" -E features.cpp -o f.ii
	"$LLVM_BIN/clang++" "${device_flags[@]}" -Xclang -disable-llvm-passes -emit-llvm -S -x c++-cpp-output f.ii -o trap.ll || :
	[ ! -e trap.ll ] || run -1 grep spirv64 trap.ll
	"$LLVM_BIN/clang++" "${device_flags[@]}" -Xclang -disable-llvm-passes -emit-llvm -S -x c++ f.ii -o good.ll
	grep -q spirv64 good.ll
}

@test "without attr-rewrite clang drops the attributes in silence" {
	"$LLVM_BIN/clang++" "${device_flags[@]}" -Xclang -disable-llvm-passes -emit-llvm -S features.cpp -o trap.ll
	run -1 grep -E 'sycl-device-has|device_has' trap.ll
}

# status: virtual-explicit
@test "a virtual class that is instantiated explicitly leaves no host code in the device module" {
	cat > x.cpp <<-'END'
		#include "mini.hpp"
		void host_only();
		template<class T> struct base { virtual ~base() {} virtual void run(T *p) = 0; };
		template<class T> struct derived : base<T> { void run(T *p) override { host_only(); launch([=] { *p = 1; }); } };
		template struct derived<float>;
	END
	device x
	grep -q _Z9host_onlyv x.raw.ll
	"$LLVM_BIN/opt" -S x.bc -o good.ll
	run -1 grep -E '_Z9host_onlyv|_ZTV|_ZTI' good.ll
	[ "$(kernels x.bc | wc -l)" -eq 1 ]
}

@test "tables of functions, classes derived from streams and other host variables leave no host code in device images" {
	for target in x86_64 spir64 nvidia_gpu_sm_90; do
		run -0 sycl-cc -fsycl-targets="$target" "-save-temps=$target" "$inputs/sycl/host-tables.cpp" -o "tables.$target"
		code=("$target"/post-link*_0.bc)
		"$LLVM_BIN/llvm-dis" -o code.ll "${code[0]}"
		grep -q '^@.*primes.* = .*constant' code.ll
		run -1 grep -e ostringstream -e malloc -e operation -e log_stream -e @current code.ll
	done
	for target in x86_64 spir64; do
		run -0 "./tables.$target"
		[ "$output" = $'log 5\n5 5 4 name' ]
	done
}

@test "sycl_external leaves no trace in IR, the annotation does: the function is exported" {
	cat > x.cpp <<-'END'
		#include "mini.hpp"
		SYCL_EXTERNAL int exported(int n) { return n; }
		int main() { launch<class k>([=] { exported(1); }); }
	END
	device x
	"$LLVM_BIN/opt" -S x.bc -o x.ll
	grep -q '^define spir_func noundef i32 @_Z8exportedi' x.ll
	id=$(sed 's/.*\\"\(.*\)\\"/\1/' x.id)
	group=$(grep '^define.*@_Z8exportedi' x.ll | grep -oE '#[0-9]+')
	grep -qE "^attributes $group = .*\"sycl-module-id\"=\"$id\"" x.ll
}

# status: prepared-spirv-valid
@test "the SPIR-V of prepared modules is valid: no annotations, contraction allowed" {
	device features -std=c++20
	"$LLVM_BIN/opt" -passes='default<O2>' features.bc -o f.bc
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj f.bc -o f.spv
	spirv-val --target-env spv1.3 f.spv
	spirv-dis f.spv -o f.txt
	run -1 grep -E 'ContractionOff|UserSemantic' f.txt
	grep -q 'OpExecutionMode %[^ ]* LocalSize 8 4 1' f.txt
	grep -q 'OpExecutionMode %[^ ]* SubgroupSize 16' f.txt
	# the trap: without the metadata every kernel says ContractionOff
	"$LLVM_BIN/opt" -S f.bc -o - | sed '/FP_CONTRACT/d' | "$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown \
		-filetype=obj -o trap.spv -
	spirv-dis trap.spv | grep -q ContractionOff
}

@test "long double has another size on the device: a kernel that touches one is an error" {
	cat > x.cpp <<-'END'
		#include "mini.hpp"
		int main() { long double *p = nullptr; launch<class k>([=] { *p = *p + 1; }); }
	END
	run device x
	[ "$status" -eq 1 ]
	[[ $output == *"uses the type 'long double', which device code must not"* ]]
}

# status: cxx-aspects
@test "from C++ to the aspects of kernels: double, half, 64-bit atomics and a user's type through two functions and a template" {
	device four-aspects
	"$LLVM_BIN/opt" -S four-aspects.bc -o - | grep -q '!sycl_aspects' || return 1
	# the driver keeps the line tables for the first aspect run when the user says -g
	device-prepare --source=four-aspects.cpp --module-id-file=four-aspects.id -o lines.bc four-aspects.raw.ll
	run -0 --separate-stderr aspect-prop --exclude-aspects=fp64 -o first.bc lines.bc
	echo "$stderr" > warnings.txt
	[[ $(head -n 1 warnings.txt) == "four-aspects.cpp:"*": warning: function 'main::{lambda()#1}::operator()' uses aspect 'atomic64' not listed in 'sycl::device_has'" ]]
	grep -qF 'inner(long*, double) four-aspects.cpp:24:9' warnings.txt
	[ "$(grep -c warning: warnings.txt)" -eq 1 ]
	"$LLVM_BIN/opt" -passes='default<O2>' first.bc -o optimized.bc
	aspect-prop --no-warnings -o second.bc optimized.bc
	"$LLVM_BIN/opt" -S second.bc -o second.ll
	used() {
		local node
		node=$(grep -E "^define .*$1" second.ll | grep -oE '!sycl_used_aspects ![0-9]+' | sed 's/.* //')
		[ -z "$node" ] || sed -n "s/^$node = //p" second.ll
	}
	[ "$(used 10everything)" = '!{i32 5, i32 6, i32 28, i32 58}' ]
	[ -z "$(used 7nothing)" ]
}

# status: static-drags-host
@test "a static variable drags the whole host function into the device module, in bitcode that no one can read" {
	cat > x.cpp <<-'END'
		#include "mini.hpp"
		struct guard { guard(); ~guard(); };
		struct error { virtual ~error(); };
		int main()
		{
			static const int table[3] = {1, 2, 3};
			thread_local int calls;
			static guard g;
			int *p = nullptr, i = 1;
			calls++;
			launch<class k>([=] { p[0] = table[i]; });
			throw error();
		}
	END
	"$LLVM_BIN/clang++" "${device_flags[@]}" -Xclang -disable-llvm-passes -emit-llvm -c x.cpp -o trap.bc
	run -1 "$LLVM_BIN/opt" trap.bc -o /dev/null
	device x
	"$LLVM_BIN/opt" -passes=verify -S x.bc -o x.ll
	run -1 grep -E '@main|__cxa_|guard|calls' x.ll
	grep -q '@_ZZ4mainE5table = internal addrspace(1) constant' x.ll
}

@test "with the real headers: entries are one call, variables of work-groups are valid SPIR-V, sizes are those of the host" {
	device real "-I$root/include" -D__SYCL_CC__
	"$LLVM_BIN/opt" -S real.bc -o real.ll
	sed -n '/^define.*spir_kernel/,/^}/p' real.ll > entries.txt
	[ "$(grep -c '^define' entries.txt)" -eq 4 ]
	[ "$(grep -c '^define' entries.txt)" -eq "$(grep -cE '^ +(tail )?call ' entries.txt)" ]
	# a Workgroup variable with an initialiser would be refused
	"$LLVM_BIN/opt" -passes='default<O2>' real.bc -o real.o.bc
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj real.o.bc -o real.spv
	spirv-val --target-env spv1.3 real.spv
	spirv-dis real.spv | grep -q 'OpVariable %.* Workgroup$'
	# a function object that cannot be copied as bytes travels as its bytes
	node=$(grep '^define.*5task2' real.ll | grep -o '!sycl_functor_size ![0-9]*' | sed 's/.* //')
	grep -qx "$node = !{i32 8}" real.ll
}

@test "with the real headers: the host object holds no entry of a kernel" {
	"$LLVM_BIN/clang++" -fsycl -fsycl-host-only -w "-I$root/include" -D__SYCL_CC__ '-D__SYCL_TU_ID__="real-1"' \
		-c real.cpp -o real.o
	nm -C real.o > symbols
	grep -q ' T run(sycl::queue&, float\*)' symbols
	run -1 grep -E '_entry|typeinfo name for run' symbols
	strings real.o | grep -qx 'real-1'
	strings real.o | grep -qx '_ZTSZ3runRN4sycl5queueEPfE4task'
}

@test "a kernel's symbol is also the name of a type's information: native images keep it to themselves" {
	device shapes
	"$LLVM_BIN/opt" -passes='default<O2>' shapes.bc -o f.bc
	mux-aot -o f.so f.bc
	nm -D --defined-only f.so > symbols
	[ -s symbols ]
	run -1 grep -F _ZTS symbols
}

@test "SYCL attributes, which the host pass does not need, get no warning there" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int f() [[sycl::device_has(sycl::aspect::fp64)]];
		auto g = [] [[sycl::reqd_work_group_size(4)]] (sycl::nd_item<1>) {};
	END
	run -0 sycl-cc -c x.cpp -o x.o
	[ -z "$output" ]
}

@test "modules for NVPTX and AMDGPU: annotations of one type, names that their assemblers take" {
	for target in nvptx64-nvidia-cuda:sm_80 amdgcn-amd-amdhsa:gfx90a; do
		device shapes -Xclang -triple -Xclang "${target%:*}" -nogpulib || return 1
		"$LLVM_BIN/opt" -passes='default<O2>' shapes.bc -o s.bc || return 1
		[ "$(kernels s.bc | wc -l)" -eq 19 ] || return 1
		id=$(sed 's/.*\\"\(.*\)\\"/\1/; s/[.-]/_/g' shapes.id)
		kernels s.bc | grep -qxF "_ZTSZL9in_staticvEUlvE_\$$id" || { kernels s.bc; return 1; }
		"$LLVM_BIN/llc" -mcpu="${target#*:}" -filetype=asm s.bc -o s.s || return 1
	done
	"$LLVM_BIN/llc" -mcpu=gfx90a -filetype=obj s.bc -o s.o
	"$LLVM_BIN/ld.lld" -shared s.o -o s.hsaco
}

# status: device-types
@test "types in device code are those of C++, and pointers without a region are generic" {
	cat > types.cpp <<-'END'
		#include <sycl/sycl.hpp>
		#include <type_traits>
		SYCL_EXTERNAL int *first(int *p, int n)
		{
			int var = n;
			static_assert(std::is_same_v<decltype(var), int> && std::is_same_v<decltype(&var), int *>);
			static_assert(std::is_same_v<decltype(n), int> && std::is_same_v<decltype(&n), int *>);
			return n ? p : new (p) int(*&var);
		}
	END
	sycl-cc -fsycl-device-only -c types.cpp -o types.bc
	"$LLVM_BIN/llvm-dis" -o - types.bc | grep -q 'define .*spir_func .*ptr addrspace(4) @_Z5firstPii(ptr addrspace(4) '
}

@test "attributes with local constants and lambdas, in odd places, from macros: kernels keep sizes and names" {
	sycl-cc -O1 -c attributes.cpp
	for target in x86_64 spir64; do
		sycl-cc -fsycl-targets=$target attributes.o -o attributes || return 1
		./attributes > got.txt || return 1
		[ "$(grep -c ' asked for$' got.txt)" -eq 15 ] || return 1
		[ "$(tail -n 1 got.txt)" = '1 1 2 3 0' ] || return 1
	done
}

@test "SYCL_EXTERNAL counts in all places of a declaration; constructors are called across units" {
	sycl-cc -O1 -Wall -Wextra -Werror -fsycl-targets=x86_64 external-use.cpp external-define.cpp -o external
	run -0 ./external
	[ "$output" = 27 ]
}

@test "local classes of one name, and unnamed ones, in different blocks are different kernels, for clang and g++ as host compiler" {
	sycl-cc -O1 -Wall -Wextra -Wpedantic -Werror -c local-names.cpp
	sycl-cc -fsycl-targets=spir64 local-names.o -o spirv
	sycl-cc -fsycl-targets=x86_64 local-names.o -o native
	sycl-cc -O1 -Wall -Wextra -Wpedantic -Werror -fsycl-targets=x86_64 -fsycl-host-compiler=g++ local-names.cpp -o gnu
	for program in spirv native gnu; do
		run -0 ./$program
		[ "$output" = 42 ] || return 1
	done
}

@test "kernels read and point at static constants of functions that need static variables of templates, inline ones and thread-local ones" {
	cat > statics.cpp <<-'END'
		#include <cstdio>
		#include <map>
		#include <string>
		#include <sycl/sycl.hpp>
		template <typename T> struct holder { static std::string text; };
		template <typename T> std::string holder<T>::text = "hello";
		inline std::map<int, std::string> names{{1, "one"}};
		struct big { int v[4]; };
		int main()
		{
			static const int table[4] = {1, 2, 3, 4};
			static const big b = {{5, 6, 7, 8}};
			static const float f = 2.5f;
			static constexpr int c[2] = {10, 11};
			static std::string text = holder<int>::text + names[1];
			thread_local int calls = std::printf("");
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(4, q);
			try {
				q.single_task([=] {
					const int *t = table; p[0] = t[2];
					const big &r = b; p[1] = r.v[p[0] & 3];
					const float *g = &f; p[2] = int(*g * 2);
					p[3] = (&c[0])[p[2] & 1];
				}).wait();
			} catch (const sycl::exception &e) {
				std::printf("%s", e.what());
			}
			std::printf("%d %d %d %d %s %d\n", p[0], p[1], p[2], p[3], text.c_str(), calls);
		}
	END
	sycl-cc -O1 -fsycl-targets=x86_64 statics.cpp -o statics
	run -0 ./statics
	[ "$output" = '3 8 5 11 helloone 0' ]
}

@test "specialization constants of types local to a unit: structs, members, enums, classes of functions, and another unit's of the same names" {
	for options in -fsycl-targets=spir64 '-fsycl-targets=x86_64 -fsycl-host-compiler=g++'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -O1 $options local-types-a.cpp local-types-b.cpp -o local || return 1
		./local > got.txt
		diff -u - got.txt <<-'END' || return 1
			1.5 2 4 5 101 1 8 11 30 31.5 200 32 
			21 22 24 25 102 0 28 29 30 31.5 200 32 
		END
	done
}

@test "a specialization constant whose default value is computed at run time is an error that names it" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		int five() { return 5; }
		struct pair { int a, b; pair(int x) : a(x), b(x) {} };
		const sycl::specialization_id<int> number{five()};
		namespace { const sycl::specialization_id<pair> both{9}; }
		const sycl::specialization_id<int> unused{five()};
		sycl::specialization_id<int> no_const{7};
		int main()
		{
			sycl::queue().single_task([](sycl::kernel_handler k) {
				(void)(k.get_specialization_constant<number>() + k.get_specialization_constant<both>().a +
				       k.get_specialization_constant<no_const>());
			});
		}
	END
	run -1 sycl-cc -O1 -c x.cpp -o x.o
	diff -u - <(head -n 2 <<< "$output") <<-'END'
		x.cpp:4:36: error: the default value of specialization constant 'number' is not a constant expression
		x.cpp:5:49: error: the default value of specialization constant '(anonymous namespace)::both' is not a constant expression
	END
	[ "$(grep -c error: <<< "$output")" -eq 3 ]
}

@test "kernels that hold strings, containers, smart pointers, queues or host accessors are refused where they are, others and unions of a program are not" {
	sycl-cc -Wall -Wextra -Werror "$inputs/sycl/held.cpp" -o held
	run -0 ./held
	[ "$output" = right ]
	run -1 sycl-cc -w -DREFUSED -c "$inputs/sycl/held.cpp" -o x.o
	sed -n 's/^.*held.cpp:\([0-9]*\): error: \(kernel .* holds a [^,]*\), which belongs to the host: .*/\1 \2/p' <<< "$output" > said
	diff said - <<-'END'
		93 kernel 'main::string_inside' holds a 'std::basic_string'
		94 kernel 'main::pointer_inside' holds a 'std::shared_ptr'
		95 kernel 'main::vectors_inside' holds a 'std::vector'
		96 kernel 'main::map_inside' holds a 'std::map'
		66 kernel 'with_queue' holds a 'sycl::queue'
		100 kernel 'main::accessor_inside' holds a 'sycl::host_accessor'
		102 kernel 'main::optional_inside' holds a 'std::basic_string'
	END
}

# Only the use counts: a function object that captures by reference what it does not use has no reference.
@test "kernels that use variables of the host through references are refused where they do, others are not" {
	for options in '' '-O0 -fsycl-targets=x86_64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -Wall -Wextra -Werror $options "$inputs/sycl/references.cpp" -o references || return 1
		run -0 ./references
		[ "$output" = '27 11 8 9 7' ] || return 1
	done
	for options in '' '-O0 -fsycl-targets=x86_64' '-fsycl-targets=nvidia_gpu_sm_80'; do
		# shellcheck disable=SC2086 # words
		run -1 sycl-cc -w -DREFUSED $options -c "$inputs/sycl/references.cpp" -o x.o
		sed -n "s/^.*references.cpp:\([0-9]*\):[0-9]*: error: kernel '.*' uses a variable of the host that it holds a reference to:.*/\1/p" <<< "$output" > said
		diff said - <<-'END' || return 1
			85
			86
			87
			88
			36
			92
			94
			97
		END
	done
}

@test "kernels that use a reference in a member, array, pair or tuple that their function object holds are refused where they do" {
	run -1 sycl-cc -w -DINSIDE -c "$inputs/sycl/references.cpp" -o x.o
	sed -n "s/^.*references.cpp:\([0-9]*\):[0-9]*: error: kernel '.*' uses a variable of the host that it holds a reference to:.*/\1/p" <<< "$output" > said
	diff said <(seq 74 80)
}

@test "over 100 function objects that refer to a kernel's own variables bring no message, and hide none" {
	run -0 sycl-cc -O2 "$inputs/sycl/many-references.cpp" -o many-references
	[ -z "$output" ]
	./many-references
	run -1 sycl-cc -w -O2 -DREFUSED -c "$inputs/sycl/many-references.cpp" -o x.o
	[[ $output == *"many-references.cpp:23:"*"error: kernel '"*"' uses a variable of the host that it holds a reference to:"* ]]
}

@test "kernels call member functions through constant pointers, with and without optimisation; others are refused" {
	for options in '-O2 -fsycl-targets=x86_64' '-O0 -fsycl-targets=spir64' '-O0 -fsycl-targets=x86_64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -Wall -Wextra -Werror $options member-pointers.cpp -o members || return 1
		run -0 ./members
		[ "$output" = '45 12 80 -84' ] || return 1
	done
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		struct counter { virtual int next(int n) const { return n + 1; } int last(int n) const { return n - 1; } };
		template <auto Function> int call(const counter &c, int n) { return (c.*Function)(n); }
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			int (counter::*which)(int) const = &counter::last;
			q.single_task([=] { *p = call<&counter::next>(counter(), 1); });
			q.single_task([=] { *p = (counter().*which)(1); });
		}
	END
	run -1 sycl-cc -w -c x.cpp -o x.o
	[ "$(grep -c "error: function '.*' calls through a pointer to a function" <<< "$output")" -eq 2 ]
}

@test "template arguments that are objects, of types that nothing else has: with -g clang's text lacks those types" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		template <int Size>
		struct name {
			char text[Size];
			constexpr int first() const { return text[0]; }
		};
		template <name<5> Name>
		struct named {
			int value;
			int get() const
			{
				return value + [&]<name<6> Inner>(int n) { constexpr int first = Inner.first(); return n + first; }.template operator()<name<6>{ ")" }>(3);
			}
		};
		union part {
			struct { char c; } first;
			long all[2];
			constexpr part(char c) : first{ c } {}
		};
		template <part Part>
		int number() { return 5; }
		template <name<50> Name>
		int length() { return sizeof Name.text; }
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			q.single_task([=] {
				*p = named<name<5>{ "ab" }>{ 1 }.get() + number<part('a')>() + length<name<50>{ "!1 = !DITemplateValueParameter(value: %name)" }>();
			}).wait();
			std::printf("%d\n", *p);
		}
	END
	for options in '-g -O0 -fsycl-targets=x86_64' '-g -O2 -fsycl-targets=spir64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -std=c++20 -Wall -Wextra -Werror $options x.cpp -o program || return 1
		run -0 ./program
		[ "$output" = 100 ] || return 1
	done
}

@test "kernels have computed gotos, through tables, offsets and variables, for every target" {
	cat > x.cpp <<-'END'
		#include <sycl/sycl.hpp>
		static unsigned machine(unsigned code)
		{
			static void *const table[] = { &&add, &&twice, &&stop, &&mix };
			unsigned value = 1;
			goto *table[code ? code & 3 : 2];
		add:	value += code; code >>= 1; goto *table[code ? code & 3 : 2];
		twice:	value *= 2; code >>= 3; goto *table[code ? code & 3 : 2];
		mix:	value ^= code; code >>= 2; goto *table[code ? code & 3 : 2];
		stop:	return value;
		}
		static int offsets(int x)
		{
			static const long table[] = { 0, (char *)&&b - (char *)&&a, (char *)&&c - (char *)&&a };
			int result = 0;
			void *next = &&d;
			goto *((char *)&&a + table[x % 3]);
		a:	result += 1; goto *next;
		b:	result += 10; next = &&e; goto *next;
		c:	result += 100;
		d:	result *= 7;
		e:	return result + x;
		}
		int main()
		{
			sycl::queue q;
			int bad = 0;
			unsigned *p = sycl::malloc_shared<unsigned>(256, q);
			q.parallel_for(256, [=](sycl::id<1> i) { p[i] = machine(unsigned(i) * 2654435761U) + unsigned(offsets(int(i))); }).wait();
			for (unsigned i = 0; i < 256; i++)
				bad += p[i] != machine(i * 2654435761U) + unsigned(offsets(int(i)));
			std::printf("%d\n", bad);
		}
	END
	for options in '-O0 -g -fsycl-targets=x86_64' '-O2 -fsycl-targets=x86_64,nvidia_gpu_sm_80' '-O2 -fsycl-targets=spir64'; do
		# shellcheck disable=SC2086 # words
		sycl-cc -w $options x.cpp -o program || return 1
		run -0 ./program
		[ "$output" = 0 ] || return 1
	done
}

@test "coroutines in kernels, over which clang ends, are errors at their place; the host may have them" {
	cat > x.cpp <<-'END'
		#include <coroutine>
		#include <sycl/sycl.hpp>
		struct numbers {
			struct promise_type {
				int value;
				numbers get_return_object() { return { std::coroutine_handle<promise_type>::from_promise(*this) }; }
				std::suspend_always initial_suspend() { return {}; }
				std::suspend_always final_suspend() noexcept { return {}; }
				std::suspend_always yield_value(int n) { value = n; return {}; }
				void return_void() {}
				void unhandled_exception() {}
			};
			std::coroutine_handle<promise_type> handle;
		};
		numbers below(int n)
		{
			for (int i = 0; i < n; i++)
				co_yield i;
		}
		int sum(numbers all)
		{
			int sum = 0;
			for (all.handle.resume(); !all.handle.done(); all.handle.resume())
				sum += all.handle.promise().value;
			return sum;
		}
		int main()
		{
			sycl::queue q;
			int *p = sycl::malloc_shared<int>(1, q);
			q.single_task([=] { *p = KERNEL; }).wait();
			std::printf("%d %d\n", *p, sum(below(5)));
		}
	END
	sycl-cc -std=c++20 -DKERNEL=7 -fsycl-targets=x86_64 x.cpp -o program
	run -0 ./program
	[ "$output" = '7 10' ]
	for target in x86_64 nvidia_gpu_sm_80; do
		run -1 sycl-cc -std=c++20 '-DKERNEL=sum(below(5))' "-fsycl-targets=$target" -c x.cpp -o x.o
		grep -qE "^x.cpp:1[5-8]:[0-9]+: error: function 'below(\(int\))?' is a coroutine, which device code must not$" <<< "$output" || return 1
		run -1 grep -q 'bug report' <<< "$output"
	done
}
