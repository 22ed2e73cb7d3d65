# device-prepare: annotations become metadata, entry points get names and linkage.
load helper

in=$inputs/frontend

# compile SOURCE STEM [FLAG...]: preprocess, attr-rewrite and device-compile into STEM.raw.ll and STEM.id
compile() {
	local source=$1 stem=$2
	[ -f "$source" ] || cp "$in/$source" .
	shift 2
	"$LLVM_BIN/clang++" -std=c++20 -fsycl -fsycl-device-only -fno-math-errno -gline-tables-only -I "$in" -w "$@" \
		-E "$source" -o "$stem.ii"
	attr-rewrite --source="$source" --module-id-file="$stem.id" -o "$stem.rewritten.cpp" "$stem.ii"
	"$LLVM_BIN/clang++" -std=c++20 -fsycl -fsycl-device-only -fno-math-errno -gline-tables-only -w "$@" \
		-Xclang -disable-llvm-passes -emit-llvm -S -x c++ "$stem.rewritten.cpp" -o "$stem.raw.ll"
}

# prepare SOURCE STEM: STEM.raw.ll becomes STEM.ll
prepare() {
	device-prepare --source="$1" --module-id-file="$2.id" --strip-debug -S -o "$2.ll" "$2.raw.ll"
}

# metadata FILE NAME KIND: the operands of that metadata of the function whose define line has NAME
metadata() {
	local node
	node=$(grep -E "^define .*@\"?[^ (]*$2" "$1" | grep -oE "!$3 ![0-9]+" | sed 's/.* //')
	grep -F "$node = " "$1" | sed 's/^[^=]*= //'
}

# status: device-rules
@test "violations of device rules are errors with the calls that lead to them, all in one run" {
	cp "$in"/rules.cpp "$in"/mini.hpp .
	compile rules.cpp rules -Xclang -fexperimental-max-bitint-width=256
	run -1 --separate-stderr device-prepare --source=rules.cpp --module-id-file=rules.id -o rules.out rules.raw.ll
	diff -u "$wanted/device-prepare/rules.txt" <(echo "$stderr")
	[ ! -e rules.out ]
	# all of it can be let pass, but for a thread-local variable, which makes the module invalid
	sed -i '/thread_local/d' rules.cpp
	compile rules.cpp rules -Xclang -fexperimental-max-bitint-width=256
	device-prepare --source=rules.cpp --module-id-file=rules.id --no-device-rules -o rules.out rules.raw.ll
	[ -e rules.out ]
}

# status: attributes-kept
@test "attributes of all positions become metadata of the function" {
	compile features.cpp f
	prepare features.cpp f
	metadata_is() { [ "$(metadata f.ll "$1" "$2")" = "$3" ] || { echo "$1: $(metadata f.ll "$1" "$2")"; return 1; }; }
	metadata_is _Z5frontv sycl_declared_aspects '!{i32 5}'
	metadata_is _Z6behindi sycl_declared_aspects '!{i32 5, i32 6}'
	metadata_is _Z8trailingi sycl_declared_aspects '!{i32 6}'
	metadata_is _Z7nothingv sycl_declared_aspects '!{}'
	metadata_is _Z4usesv sycl_used_aspects '!{i32 28}'
	metadata_is _Z8exportedv sycl_declared_aspects '!{i32 5}'
	metadata_is _Z8exportedv intel_reqd_sub_group_size '!{i32 8}'
	metadata_is _Z5macrov sycl_declared_aspects '!{i32 6}'
	metadata_is _Z7severalI sycl_declared_aspects '!{i32 1, i32 6}'
	metadata_is _ZNKR7methods5plainEv sycl_declared_aspects '!{i32 5}'
	metadata_is _ZN7methods9dependentILi2E sycl_declared_aspects '!{i32 6}'
	metadata_is _ZN7methodsC2Ei sycl_declared_aspects '!{i32 6}'
	metadata_is _Z4latev sycl_declared_aspects '!{i32 28}'
}

@test "a kernel takes the sizes and aspects of its function object, in the device's order" {
	compile features.cpp f
	prepare features.cpp f
	metadata_is() { [ "$(metadata f.ll "$1" "$2")" = "$3" ] || { echo "$1: $(metadata f.ll "$1" "$2")"; return 1; }; }
	metadata_is 12lambda_front sycl_declared_aspects '!{i32 5}'
	metadata_is 13lambda_behind intel_reqd_sub_group_size '!{i32 16}'
	metadata_is 13lambda_behind work_group_size_hint '!{i32 3, i32 2, i32 1}'
	metadata_is 15lambda_trailing intel_reqd_sub_group_size '!{i32 32}'
	metadata_is 6size_1 reqd_work_group_size '!{i32 64, i32 1, i32 1}'
	metadata_is 6size_2 reqd_work_group_size '!{i32 8, i32 4, i32 1}'
	metadata_is 6size_3 reqd_work_group_size '!{i32 3, i32 2, i32 1}'
	# named sub-group sizes require nothing (decision 15); a kernel does not inherit from functions called further down
	run -1 grep -E '^define .*(5named|5calls).*(group_size|declared_aspects) !' f.ll
	device-prepare --module-id-file=f.id --source=features.cpp --sub-group-size=4 -S -o g.ll f.raw.ll
	[ "$(metadata g.ll 13lambda_behind intel_reqd_sub_group_size)" = '!{i32 16}' ]
	[ "$(metadata g.ll 6size_1 intel_reqd_sub_group_size)" = '!{i32 4}' ]
	run -1 grep -E '^define .*5named.*sub_group_size !' g.ll
	run -2 device-prepare --module-id-file=f.id --sub-group-size=0 f.raw.ll
	[ "${lines[0]}" = "device-prepare: error: '--sub-group-size' is a number of work-items, not '0'" ]
	# only entry points have sizes
	run -1 grep -E '^define internal .*(work_group_size|sub_group_size)' f.ll
}

# status: aspect-enum
@test "the enum of aspects becomes !sycl_aspects" {
	compile features.cpp f
	prepare features.cpp f
	sed -n 's/^!sycl_aspects = !{\(.*\)}$/\1/p' f.ll | tr -d ' ' | tr ',' '\n' | while read -r node; do
		sed -n "s/^$node = //p" f.ll
	done > got.txt
	diff -u - got.txt <<-'END'
		!{!"cpu", i32 1}
		!{!"fp16", i32 5}
		!{!"fp64", i32 6}
		!{!"atomic64", i32 28}
		!{!"ext_intel_matrix", i32 58}
	END
}

# status: aspect-enum-errors
@test "two enums of aspects, and numbers other than the table's, are errors naming both" {
	cat > two.cpp <<-'END'
		#include "mini.hpp"
		namespace other { enum class [[sycl_detail::sycl_type(aspect)]] aspect { fp64 = 6 }; }
	END
	compile two.cpp two
	run -1 prepare two.cpp two
	[ "$output" = "two.cpp:2: error: this is a second enum of aspects, the first is at $in/mini.hpp:5" ]
	echo 'enum class [[sycl_detail::sycl_type(aspect)]] aspect { fp64 = 5, strange = 28, mine = 4000 };' > numbers.cpp
	compile numbers.cpp numbers
	run -1 prepare numbers.cpp numbers
	diff -u - <(echo "$output") <<-'END'
		numbers.cpp:1: error: aspect 'fp64' is 5 in this enum, but its number is 6
		numbers.cpp:1: error: aspect 'strange' is 28 in this enum, but that is the number of 'atomic64'
	END
	[ ! -e numbers.ll ]
}

# status: marked-classes
@test "marked classes become rows of !sycl_types_that_use_aspects under their names in the IR" {
	compile types.cpp t
	prepare types.cpp t
	sed -n 's/^!sycl_types_that_use_aspects = !{\(.*\)}$/\1/p' t.ll | tr -d ' ' | tr ',' '\n' | while read -r node; do
		sed -n "s/^$node = //p" t.ll
	done | sort > got.txt
	diff -u - got.txt <<-'END'
		!{!"class.half", i32 5}
		!{!"struct.(anonymous namespace)::hidden", i32 5}
		!{!"struct.abstract", i32 5}
		!{!"struct.any", i32 5, i32 6}
		!{!"struct.in_lambda", i32 28}
		!{!"struct.local", i32 6}
		!{!"struct.outer::inner", i32 58}
		!{!"struct.wide", i32 6, i32 1}
		!{!"struct.wide.0", i32 6, i32 28}
		!{!"union.both", i32 5}
	END
	# each variable of such a type is seen
	for type in class.half '"struct.(anonymous namespace)::hidden"' struct.any struct.in_lambda struct.local \
		'"struct.outer::inner"' struct.wide struct.wide.0; do
		grep -qF "alloca %$type," t.ll || { echo "$type"; return 1; }
	done
	# the marked one is not the primary template
	run -1 grep -E 'alloca %struct.wide.1,.*!' t.ll
}

@test "no trace of annotations, markers and temporary names is left" {
	compile types.cpp t
	prepare types.cpp t
	run -1 grep -E 'llvm.global.annotations|sycl-type-uses|__sycl_type__|__sycl_aspects_|llvm.used|llvm.metadata|rewritten' t.ll
	grep -q '^source_filename = "types.cpp"' t.ll
	grep -q '^!opencl.enable.FP_CONTRACT = !{}' t.ll
	"$LLVM_BIN/opt" -passes=verify t.ll -o /dev/null
	run -1 grep -F '!DI' t.ll
}

# status: prepared-visible
@test "exported functions and kernels are all that stays visible, what they do not need goes" {
	cat > x.cpp <<-'END'
		#include "mini.hpp"
		template<class T> struct table { virtual T get() { return host(); } T host() { throw 1; } };
		template struct table<int>;
		void unused() { throw 1; }
		int helper() { return 1; }
		SYCL_EXTERNAL int exported() { return helper(); }
		template<class T> SYCL_EXTERNAL T exported_template(T x) { return x; }
		SYCL_EXTERNAL int elsewhere();
		[[clang::sycl_external]] int not_marked() { return 2; }
		int main() { launch<class k>([=] { exported_template(elsewhere()); }); }
	END
	compile x.cpp x
	prepare x.cpp x
	grep -E '^(define|declare|@)' x.ll | grep -v '^define internal' | grep -oE '^(define [a-z_]* ?|declare|@).*@[^(]*' |
		sed 's/spir_[a-z]* .*@/@/; s/declare.*@/declare @/; s/noundef.*@/@/' | sort > got.txt
	diff -u - got.txt <<-'END'
		declare @_Z9elsewherev
		define @_Z8exportedv
		define weak_odr @_Z17exported_templateIiET_S0_
		define weak_odr @_ZTSZ4mainE1k
	END
	id=$(sed 's/.*\\"\(.*\)\\"/\1/' x.id)
	[ "$(grep -c "\"sycl-module-id\"=\"$id\"" x.ll)" -ge 1 ]
	for name in _Z8exportedv _Z17exported_template _ZTSZ4mainE1k; do
		group=$(grep "^define.*$name" x.ll | grep -oE '#[0-9]+' | head -n 1)
		grep "^attributes $group =" x.ll | grep -qF '"sycl-module-id"' || { echo "$name"; return 1; }
	done
	group=$(grep '^define internal.*_Z6helperv' x.ll | grep -oE '#[0-9]+' | head -n 1)
	run -1 grep -E "^attributes $group =.*sycl-module-id" x.ll
}

# status: functor-size
@test "the size of the function object is noted on each kernel" {
	cat > s.cpp <<-'END'
		#include "mini.hpp"
		int main()
		{
			struct empty { void operator()() const {} };
			char c = 1; double d = 2; int *p = nullptr;
			launch<class k1>(empty());
			launch<class k24>([=] { (void)c; (void)d; (void)p; });
		}
	END
	compile s.cpp s
	prepare s.cpp s
	[ "$(metadata s.ll 2k1 sycl_functor_size)" = '!{i32 1}' ]
	[ "$(metadata s.ll 3k24 sycl_functor_size)" = '!{i32 24}' ]
}

@test "attributes with wrong values are errors at their place" {
	cat > w.cpp <<-'END'
		#include "mini.hpp"
		void f() [[sycl::reqd_work_group_size(0)]] {}
		void g() [[sycl::reqd_work_group_size(1, 2, 3, 4)]] {}
		void h() [[sycl::reqd_sub_group_size(8, 16)]] {}
		void i() [[sycl::reqd_sub_group_size(-8)]] {}
		void j() [[sycl::reqd_sub_group_size(8)]] [[intel::reqd_sub_group_size(16)]] {}
		void k() [[sycl::reqd_work_group_size(1, 4294967296)]] {}
		void l() [[sycl::work_group_size_hint(-9223372036854775807 - 1)]] {}
		void m() [[sycl::reqd_work_group_size(4294967295)]] {}
		void n() [[sycl::device_has(aspect::fp16, aspect(9999))]] {}
		int main() { launch<class kernel>([=] { f(); g(); h(); i(); j(); k(); l(); m(); n(); }); }
	END
	compile w.cpp w
	run -1 prepare w.cpp w
	diff -u - <(echo "$output") <<-'END'
		w.cpp:2: error: 'reqd_work_group_size' wants one to 3 positive numbers below 2^32
		w.cpp:3: error: 'reqd_work_group_size' wants one to 3 positive numbers below 2^32
		w.cpp:4: error: 'reqd_sub_group_size' wants one positive number below 2^31
		w.cpp:5: error: 'reqd_sub_group_size' wants one positive number below 2^31
		w.cpp:6: error: 'reqd_sub_group_size' contradicts an earlier one of the same function
		w.cpp:7: error: 'reqd_work_group_size' wants one to 3 positive numbers below 2^32
		w.cpp:8: error: 'work_group_size_hint' wants one to 3 positive numbers below 2^32
		w.cpp:10: error: 'device_has' lists 9999, which is no aspect
	END
}

@test "two kernels of one name in a unit are an error that shows both, for every triple" {
	cat > two.cpp <<-'END'
		#include "mini.hpp"
		void f(int *p)
		{
			{ struct L { int *p; void operator()() const { *p = 1; } }; launch(L{p}); }
			{ struct L { int *p; void operator()() const { *p = 2; } }; launch(L{p}); }
			struct { int *p; void operator()() const { *p = 3; } } a{p};
			struct { int *p; void operator()() const { *p = 4; } } b{p};
			launch(a); launch(b); launch([=] { *p = 5; }); launch([=] { *p = 6; });
		}
	END
	for triple in spirv64-unknown-unknown nvptx64-nvidia-cuda amdgcn-amd-amdhsa; do
		compile two.cpp two -Xclang -triple -Xclang $triple -nogpulib
		run -1 prepare two.cpp two
		diff -u - <(echo "$output") <<-'END' || return 1
			two.cpp:5: error: two kernels have the name 'f(int*)::L'
			two.cpp:4: note: this is the other one; give one of them another name
			two.cpp:7: error: two kernels have the name 'f(int*)::$_0'
			two.cpp:6: note: this is the other one; give one of them another name
		END
	done
}

@test "names with letters beyond ASCII become names that PTX takes; kernels, functions and variables keep theirs in messages" {
	for triple in nvptx64-nvidia-cuda amdgcn-amd-amdhsa spirv64-unknown-unknown; do
		cc=ptx_kernel space=1
		[ $triple = nvptx64-nvidia-cuda ] || cc=spir_kernel
		cat > n.ll <<-END
			target triple = "$triple"
			@"_ZL8tabelle\C3\A9" = internal addrspace($space) constant i32 7
			define weak_odr $cc void @"_ZTS7gr\C3\B6\C3\9Fe"() {
			  %v = load volatile i32, ptr addrspace($space) @"_ZL8tabelle\C3\A9"
			  call void @"_Z6\C3\BCbungv"()
			  ret void
			}
			define weak_odr $cc void @"_ZTSN12_GLOBAL__N_17\C3\B1and\C3\BAE"() { ret void }
			define internal void @"_Z6\C3\BCbungv"() noinline { ret void }
		END
		printf -- '-D__SYCL_TU_ID__=\\"größe.cpp-12\\"\n' > n.id
		device-prepare --source=größe.cpp --module-id-file=n.id -o n.bc n.ll
		[ $triple = spirv64-unknown-unknown ] || "$LLVM_BIN/llc" -filetype=asm n.bc -o $triple.s
	done
	"$LLVM_BIN/llvm-nm" n.bc | awk '$2 == "W" { print $3 }' | LC_ALL=C sort |
		diff -u - <(printf '%s\n' _ZTS7größe _ZTSN12_GLOBAL__N_17ñandúE@größe.cpp-12)
	sed -n 's/.*\.entry \([^(]*\).*/\1/p' nvptx64-nvidia-cuda.s | diff -u - <(printf '%s\n' '_ZTS7gr$$c3$$b6$$c3$$9fe' \
		'_ZTSN12_GLOBAL__N_17$$c3$$b1and$$c3$$baE$gr$$c3$$b6$$c3$$9fe_cpp_12')
	grep -q '^\.global .* _ZL8tabelle$$c3$$a9' nvptx64-nvidia-cuda.s
	grep -q '_ZTS7größe' amdgcn-amd-amdhsa.s
	# what is shown of an image for NVPTX
	device-prepare --source=größe.cpp --module-id-file=n.id -o n.bc <(sed 's/^target triple.*/target triple = "nvptx64-nvidia-cuda"/; s/spir_kernel/ptx_kernel/' n.ll)
	post-link --properties --symbols n.bc -o n.table
	offload-wrapper --target=nvidia_gpu_sm_80 --kind=sycl --format=native --batch n.table -o n.o
	run -0 sycl-image -C show n.o
	[[ "$output" == *"  größe"* && "$output" == *'(anonymous namespace)::ñandú$größe_cpp_12'* ]]
}

@test "the output depends on the source alone, not on its folder" {
	mkdir a b
	for dir in a b; do
		cp "$in"/types.cpp "$dir" && cd "$dir" && compile types.cpp t && cd .. || return 1
		(cd "$dir" && device-prepare --source="$PWD/types.cpp" --module-id-file=t.id --strip-debug -o t.out t.raw.ll) || return 1
	done
	cmp a/t.id b/t.id
	cmp a/t.out b/t.out
}

@test "textual IR without debug information: violations name functions instead of lines" {
	cat > t.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare ptr @__dynamic_cast(ptr, ptr, ptr, i64)
		define spir_func void @_Z1fv() {
		  %p = call ptr @__dynamic_cast(ptr null, ptr null, ptr null, i64 0)
		  ret void
		}
		define spir_func void @_Z1gv() {
		  call spir_func void @_Z1fv()
		  ret void
		}
		define spir_kernel void @_ZTS1k() {
		  call spir_func void @_Z1gv()
		  ret void
		}
	END
	printf '%s\n' '-D__SYCL_TU_ID__=\"t-1\"' > t.id
	run -1 device-prepare --module-id-file=t.id --source=dir/t.cpp -o x.bc t.ll
	diff -u - <(echo "$output") <<-'END'
		t.cpp: error: function 'f()' uses dynamic_cast or typeid, which device code must not
		t.cpp: note: called from 'g()'
		t.cpp: note: in kernel 'k'
	END
	sed -i 's/spirv64/nvptx64/; /__dynamic_cast/d' t.ll
	sed -i 's/^define spir_func void @_Z1fv() {/&\n  call void asm "nop", ""()/' t.ll
	device-prepare --module-id-file=t.id -S -o x.ll t.ll
	grep -q 'weak_odr spir_kernel void @_ZTS1k()' x.ll
}

@test "a variable that the host initializes before main is not for device code: it is zero there" {
	cat > t.cpp <<-'END'
		struct size { int n; size(int v) : n(v) {} int get() const { return n; } };
		int ask();
		const int asked = ask(), known = 3;
		const size sizes[2] = { 4, 5 };
		template<class N, class F> [[clang::sycl_kernel_entry_point(N)]] void entry(F f) { f(); }
		template<class N, class... T> void sycl_kernel_launch(const char *, T...) {}
		void f(int *p) {
			entry<class a>([=] { *p = known; });
			entry<class b>([=] { *p = asked; });
			entry<class c>([=] { *p = sizes[*p].get(); });
		}
	END
	compile t.cpp t
	run -1 device-prepare --source=t.cpp --module-id-file=t.id -o t.bc t.raw.ll
	grep error: <<< "$output" | sed "s/function '.*' uses/uses/" > got
	diff -u - got <<-'END'
		t.cpp:9:27: error: uses the variable 'asked' that is initialized at run time, which device code must not
		t.cpp:10:27: error: uses the variable 'sizes' that is initialized at run time, which device code must not
	END
}

@test "annotations of any shape are read or passed over" {
	printf '%s\n' '-D__SYCL_TU_ID__=\"t-1\"' > t.id
	for value in 'i32 5' '[1 x i32] [i32 1]' '[1 x { ptr }] [{ ptr } { ptr @f }]' \
		'[1 x { ptr, ptr, ptr, i32 }] [{ ptr, ptr, ptr, i32 } { ptr @f, ptr null, ptr null, i32 0 }]' \
		'[1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @f, ptr @s, ptr @s, i32 1, ptr @f }]' \
		'[1 x { ptr, ptr, ptr, i32, ptr }] zeroinitializer' 'i32 undef' \
		'[1 x { ptr, ptr, ptr, i32, ptr }] [{ ptr, ptr, ptr, i32, ptr } { ptr @s, ptr @s, ptr @n, i32 1, ptr @z }]'; do
		cat > t.ll <<-END
			@s = private constant [16 x i8] c"sycl-device-has\00"
			@n = private constant i32 3
			@z = private constant { i32, i64, ptr } zeroinitializer
			@llvm.global.annotations = appending global $value, section "llvm.metadata"
			define spir_kernel void @f() { ret void }
		END
		run device-prepare --module-id-file=t.id -S -o x.ll t.ll
		[ "$status" -eq 0 ] || [[ $output == device-prepare:\ error:\ * ]] || { echo "$value: $output"; return 1; }
		[ "$status" -le 1 ] || return 1
	done
}

@test "broken input and wrong command lines are said" {
	printf '%s\n' '-D__SYCL_TU_ID__=\"t-1\"' > t.id
	run -1 device-prepare --module-id-file=t.id -o x.bc nowhere.bc
	[ "$output" = "device-prepare: error: cannot read 'nowhere.bc': No such file or directory" ]
	echo 'define void @f(' > broken.ll
	run -1 device-prepare --module-id-file=t.id -o x.bc broken.ll
	[ "$output" = "broken.ll:2:1: error: expected type" ]
	run -1 device-prepare --module-id-file=no.id -o x.bc broken.ll
	[ "$output" = "device-prepare: error: cannot read 'no.id': No such file or directory" ]
	run -2 device-prepare -o x.bc broken.ll
	[ "${lines[0]}" = "device-prepare: error: no --module-id-file" ]
	for wrong in 4 00 -1 s ''; do
		run -2 device-prepare --module-id-file=t.id --opt-level="$wrong" -o x.bc broken.ll
		[ "${lines[0]}" = "device-prepare: error: '--opt-level' is 0, 1, 2 or 3, not '$wrong'" ]
	done
	echo text > text.id
	run -1 device-prepare --module-id-file=text.id -o x.bc broken.ll
	[ "$output" = "device-prepare: error: 'text.id' is not a module id file: it should hold -D__SYCL_TU_ID__=\\\"ID\\\"" ]
	[ ! -e x.bc ]
}

@test "a file that is not a module id file is named" {
	echo nonsense > x.id
	echo 'target triple = "spirv64-unknown-unknown"' > x.ll
	run -1 device-prepare --module-id-file=x.id -o x.bc x.ll
	[ "$output" = "device-prepare: error: 'x.id' is not a module id file: it should hold -D__SYCL_TU_ID__=\\\"ID\\\"" ]
	[ ! -e x.bc ]
}

# status: accuracy-tags
@test "-ffp-accuracy tags calls of maths functions with internal aspects" {
	cat > a.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare float @llvm.sin.f32(float)
		declare spir_func double @_Z3cosd(double)
		declare float @expf(float)
		declare spir_func float @_Z4sinkf(float)
		define spir_kernel void @_ZTS1a(float %x, double %y) {
		  %a = call float @llvm.sin.f32(float %x)
		  %b = call spir_func double @_Z3cosd(double %y)
		  %c = call float @expf(float %x), !sycl_used_aspects !0
		  %d = call spir_func float @_Z4sinkf(float %x)
		  %e = fdiv float %a, %c
		  ret void
		}
		!0 = !{i32 6}
	END
	printf '%s\n' '-D__SYCL_TU_ID__=\"a-1\"' > a.id
	tags() {
		device-prepare --module-id-file=a.id "$@" -S -o x.ll a.ll
		sed -n 's/^  %\([a-e]\) = .*!sycl_used_aspects \(![0-9]*\).*/\1 \2/p' x.ll | while read -r name node; do
			echo "$name $(sed -n "s/^$node = !//p" x.ll)"
		done > got.txt
	}
	tags
	diff -u <(echo 'c {i32 6}') got.txt
	tags --ffp-accuracy=high
	diff -u <(printf '%s\n' 'a {i32 -1}' 'b {i32 -1}' 'c {i32 6, i32 -1}' 'e {i32 -1}') got.txt
	tags --ffp-accuracy=low:cos,fdiv -ffp-accuracy=cuda:sin
	diff -u <(printf '%s\n' 'a {i32 -5}' 'b {i32 -3}' 'c {i32 6}' 'e {i32 -3}') got.txt
	tags --ffp-accuracy=medium:sin --ffp-accuracy=sycl
	diff -u <(printf '%s\n' 'a {i32 -2}' 'b {i32 -4}' 'c {i32 6, i32 -4}' 'e {i32 -4}') got.txt
	run -2 device-prepare --module-id-file=a.id --ffp-accuracy=hihg a.ll
	[ "${lines[0]}" = "device-prepare: error: unknown level 'hihg' of '--ffp-accuracy', did you mean 'high'?" ]
	run -2 device-prepare --module-id-file=a.id --ffp-accuracy=high:sinus a.ll
	[ "${lines[0]}" = "device-prepare: error: unknown function 'sinus' of '--ffp-accuracy', did you mean 'sin'?" ]
}

# status: constant-local-variable
@test "specialization constants of a local variable get the module id in their symbolic id" {
	cat > s.cpp <<-'END'
		#include "mini.hpp"
		template<auto &V> struct tag;
		template<class T> [[clang::sycl_external]] T __sycl_getScalar2020SpecConstantValue(const char *, const void *, const void *);
		template<class T> [[clang::sycl_external]] T __sycl_getComposite2020SpecConstantValue(const char *, const void *, const void *);
		struct id { int value; };
		struct pair { int a[8]; };
		inline constexpr id shared{1};
		static constexpr id local{2};
		template<auto &V> int get() { return __sycl_getScalar2020SpecConstantValue<int>(__builtin_sycl_unique_stable_name(tag<V>), &V, nullptr); }
		template<auto &V> pair get2() { return __sycl_getComposite2020SpecConstantValue<pair>(__builtin_sycl_unique_stable_name(tag<V>), &V, nullptr); }
		int main() { int *p = nullptr; launch<class k>([=] { p[0] = get<shared>(); p[1] = get<local>(); p[2] = get2<local>().a[0]; }); }
	END
	compile s.cpp s
	prepare s.cpp s
	id=$(sed 's/.*\\"\(.*\)\\"/\1/' s.id)
	grep -o 'c"_ZTS[^"]*"' s.ll | sort > got.txt
	diff -u - got.txt <<-END
		c"_ZTS3tagIL_Z6sharedEE\00"
		c"_ZTS3tagIL_ZL5localEE@$id\00"
		c"_ZTS3tagIL_ZL5localEE@$id\00"
	END
	"$LLVM_BIN/opt" -passes=verify s.ll -o /dev/null
}

# status: accuracy-split
@test "kernels that want maths of different accuracy land in different images" {
	cat > a.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare float @llvm.sin.f32(float)
		declare float @llvm.cos.f32(float)
		define spir_kernel void @_ZTS1a(float %x) {
		  %a = call float @llvm.sin.f32(float %x)
		  ret void
		}
		define spir_kernel void @_ZTS1b(float %x) {
		  %b = call float @llvm.cos.f32(float %x)
		  ret void
		}
		!sycl_aspects = !{!0}
		!0 = !{!"fp64", i32 6}
	END
	printf '%s\n' '-D__SYCL_TU_ID__=\"a-1\"' > a.id
	images() {
		device-prepare --module-id-file=a.id "$@" -o prepared.bc a.ll
		aspect-prop -o aspects.bc prepared.bc
		post-link --split=auto --properties --symbols -o got.table aspects.bc
		sed 1d got.table | wc -l
	}
	[ "$(images)" -eq 1 ]
	[ "$(images --ffp-accuracy=high)" -eq 1 ]
	[ "$(images --ffp-accuracy=high:sin --ffp-accuracy=low:cos)" -eq 2 ]
	# an internal aspect is not a requirement of the device
	grep -hF aspects= ./*.prop | sort -u > aspects.txt
	diff -u <(echo 'aspects=2|AAAAAAAAAAA') aspects.txt
}
