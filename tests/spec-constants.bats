# post-link -spec-const: lowering, numbers, descriptors and default values.
load helper
load spec

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	begin
}

# status: constant-twice
@test "a number asked for twice is one constant" {
	constant my_int i32 42
	get my_int i32
	get my_int i32
	kernel k
	lower native
	[ "$(calls 0)" = 'i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)' ]
	prop 0 '[SYCL/specialization constants]' 'my_int=2|gBAAAAAAAAAAAAAAAAAAAQAAAAA' \
		'[SYCL/specialization constants default values]' 'all=2|gAAAAAAAAAgKAAAA'
	run -1 grep -e sycl_get -e my_int.id t_0.ll
	grep -q '^!sycl.specialization-constants = ' t_0.ll
}

@test "a bool is a byte that is cut to a bit" {
	constant flag i8 1
	get flag i1 b
	kernel k
	lower native
	[ "$(calls 0)" = 'i8 @_Z20__spirv_SpecConstantia(i32 0, i8 1)' ]
	grep -q '%tobool = trunc i8 .* to i1' t_0.ll
	prop 0 "flag=$(bits 0 0 1)" 'all=2|IAAAAAAAAAQA'
	lower emulation
	grep -q '%load = load i8, ptr addrspace(4) %gep' t_0.ll
	grep -q '%tobool = trunc i8 %load to i1' t_0.ll
	lower native --generate-device-image-default-spec-consts
	grep -q 'store i1 true, ' t_1.ll
}

# status: constant-tail
@test "tail padding is described" {
	printf '%%struct.S = type { i32, i8 }\n' >> m.ll
	constant s %struct.S '{ i32 1, i8 2 }'
	get s %struct.S
	kernel k
	lower native
	[ "$(calls 0)" = 'i32 @_Z20__spirv_SpecConstantii(i32 0, i32 1)
i8 @_Z20__spirv_SpecConstantia(i32 1, i8 2)
%struct.S @_Z29__spirv_SpecConstantCompositeia_Rstruct.S(i32 %1, i8 %2)' ]
	prop 0 's=2|gEAAAAAAAAAAAAAAAAAAAQAAAAQAAAAAEAAAAEAAAAw/////FAAAAMAAAAA' "all=$(bits 1 2)"
}

@test "members that the default object lacks are undefined" {
	printf '%%struct.S = type <{ float, i32, i8, [3 x i8] }>\n' >> m.ll
	constant s %struct.S '<{ float 1.0, i32 2, i8 3 }>' '<{ float, i32, i8 }>'
	get s %struct.S
	kernel k
	lower native
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositefiaA3_a_Rstruct.S(float %1, i32 %2, i8 %3, [3 x i8] undef)'
	prop 0 "s=$(bits 0 0 4 1 4 4 2 8 1 -1 9 3)"
}

@test "an undefined member takes a number" {
	printf '%%struct.S = type <{ float, i8, [3 x i8], i32, i8, [3 x i8] }>\n' >> m.ll
	constant s %struct.S '<{ float 1.0, i8 2, [3 x i8] undef, i32 3, i8 4, [3 x i8] undef }>'
	get s %struct.S
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 4 1 4 1 3 8 4 4 12 1 -1 13 3)"
}

# status: constant-nested
@test "padding of nested structs is described where it ends" {
	printf '%%struct.B = type { i8, i32, i8 }\n%%struct.A = type { i8, %%struct.B, i8 }\n' >> m.ll
	constant s %struct.A '{ i8 1, %struct.B { i8 2, i32 3, i8 4 }, i8 5 }'
	get s %struct.A
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 1 1 4 1 2 8 4 3 12 1 -1 13 3 4 16 1 -1 17 3)"
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositeaia_Rstruct.B('
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositeastruct.Ba_Rstruct.A('
}

# status: constant-by-pointer
@test "a result through a pointer gives the same" {
	printf '%%struct.S = type { i32, i8 }\n' >> m.ll
	constant s %struct.S '{ i32 1, i8 2 }'
	cat >> m.ll <<- 'END'
		declare spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr addrspace(4) sret(%struct.S), ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
		define spir_kernel void @k(ptr addrspace(4) %out, ptr addrspace(4) %b) "sycl-module-id"="A" {
		  call spir_func void @_Z40__sycl_getComposite2020SpecConstantValueI1SET_PKcPKvS5_(ptr addrspace(4) sret(%struct.S) %out, ptr addrspace(4) addrspacecast (ptr addrspace(1) @s.id to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @s.default to ptr addrspace(4)), ptr addrspace(4) %b)
		  ret void
		}
	END
	lower native
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositeia_Rstruct.S(i32 %1, i8 %2)'
	grep -q 'store %struct.S %3, ptr addrspace(4) %out' t_0.ll
	lower emulation
	grep -q 'store %struct.S %load, ptr addrspace(4) %out' t_0.ll
	grep -q 'load %struct.S, ptr addrspace(4) %b' t_0.ll || grep -q '%gep = getelementptr i8, ptr addrspace(4) %b, i32 0' t_0.ll
}

@test "an image says how its constants were lowered, and what they are made of" {
	printf '%%struct.N = type { float, float }\n%%struct.A = type { i32, %%struct.N, [2 x i8] }\n' >> m.ll
	constant id_int i32 42
	constant id_a %struct.A '{ i32 1, %struct.N { float 3.0, float 4.0 }, [2 x i8] c"xy" }'
	constant flag i8 1
	get id_int i32
	get id_a %struct.A N2nsIiE1AE
	get flag i1 b
	kernel k
	kernel none
	for mode in native emulation; do
		lower $mode
		run -1 grep SYCL-CC t_0.prop
		prop 1 '[SYCL-CC/specialization constants]' 'version=1|1' "mode=$(text $mode)" \
			'[SYCL-CC/specialization constant types]' "id_int=$(text 's4@0 int')" \
			"id_a=$(text 'i4@0,f4@4*2,i1@12*2 ns<int>::A')" "flag=$(text 'b1@0 bool')"
	done
}

@test "metadata of default values holds them when the objects that they stood in are gone" {
	printf '%%struct.S = type { i32, [2 x float] }\n%%class.id = type { %%struct.S }\n' >> m.ll
	constant s %struct.S '{ %struct.S { i32 1, [2 x float] [float 2.0, float 3.0] } }' %class.id
	constant n i32 '{ i32 42 }' '{ i32 }'
	constant c i8 1
	for name in s n c; do
		case $name in s) get s %struct.S ;; n) get n i32 ;; *) get c i8 a ;; esac
	done
	kernel k
	values() {
		sed -n 's/^!sycl.specialization-constants-default-values = !{\(.*\)}/\1/p' t_0.ll | tr -d ' ' | tr , '\n' |
			while read -r node; do sed -n "s/^$node = //p" t_0.ll; done
	}
	lower native
	run -1 grep -e '@s.default' -e '@n.default' t_0.ll
	printf '%s\n' '!{%struct.S { i32 1, [2 x float] [float 2.000000e+00, float 3.000000e+00] }}' '!{i32 42}' '!{i8 1}' | diff -u - <(values)
	lower emulation
	printf '%s\n' '!{%struct.S { i32 1, [2 x float] [float 2.000000e+00, float 3.000000e+00] }}' '!{i32 42}' '!{i8 1}' | diff -u - <(values)
}

@test "a default object of zeros" {
	printf '%%struct.S = type { i32, i8 }\n' >> m.ll
	constant s %struct.S zeroinitializer
	get s %struct.S
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 4 1 4 1 -1 5 3)" "all=$(bits 0 0)"
}

# status: constant-alignment
@test "emulation aligns constants in the buffer" {
	constant h half 2.0
	constant i i32 42
	get h half Dh
	get i i32
	kernel k
	lower emulation
	prop 0 'h=2|ADAAAAAAAAAAAAAAAAAAAIAAAAw/////CAAAAIAAAAA' 'i=2|gBAAAAAAAAQAAAAAAAAAAQAAAAA' \
		'all=2|ABAAAAAAAAAAABAAqAAAAA'
	grep -q '%gep1 = getelementptr i8, ptr addrspace(4) %b, i32 4' t_0.ll
}

@test "each image has its own constants" {
	constant a i32 1
	constant b i32 2
	get a i32
	kernel ka
	get b i32
	kernel kb
	kernel kc
	lower native
	run -1 grep 'specialization constants' t_0.prop
	prop 1 "b=$(bits 0 0 4)"
	prop 2 "a=$(bits 0 0 4)"
	run -1 grep '^[b]=' t_2.prop
}

@test "copies with default values" {
	constant a i32 7
	get a i32
	kernel ka
	get a i32
	kernel kb
	lower native --symbols --generate-device-image-default-spec-consts
	[ "$(cat t_0.sym t_1.sym t_2.sym t_3.sym | paste -s -d,)" = kb,kb,ka,ka ]
	for row in 1 3; do
		prop $row 'specConstsReplacedWithDefault=1|1'
		run -1 grep 'specialization constants' t_$row.prop
		grep -q 'store i32 7, ' t_$row.ll || return 1
	done
	run -1 grep specConstsReplaced t_0.prop
}

# status: constant-local-id
@test "an id in a local variable, as at -O0" {
	constant a i32 7
	cat >> m.ll <<- 'END'
		declare spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))
		define spir_kernel void @k(ptr addrspace(4) %b) "sycl-module-id"="A" {
		  %id = alloca ptr addrspace(4)
		  store ptr addrspace(4) addrspacecast (ptr addrspace(1) @a.id to ptr addrspace(4)), ptr %id
		  %1 = load ptr addrspace(4), ptr %id
		  %2 = call spir_func i32 @_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_(ptr addrspace(4) %1, ptr addrspace(4) addrspacecast (ptr addrspace(1) @a.default to ptr addrspace(4)), ptr addrspace(4) %b)
		  ret void
		}
	END
	lower native
	[ "$(calls 0)" = 'i32 @_Z20__spirv_SpecConstantii(i32 0, i32 7)' ]
	sed -i 's/  %1 = load/  store ptr addrspace(4) null, ptr %id\n&/' m.ll
	run -1 --separate-stderr post-link --spec-const=native --properties -o t.table m.ll
	[ "$stderr" = "post-link: error: the id of specialization constant 'a.default' in function 'k' is not a constant string" ]
}

# fails TEXT: m.ll is refused with that text, in all ways of lowering
fails() {
	for mode in native emulation; do
		run -1 --separate-stderr post-link --spec-const=$mode --properties --allow-undefined -o t.table m.ll
		[ "${stderr_lines[-1]}" = "post-link: error: $1" ] || { echo "$mode: $stderr"; return 1; }
		[ ! -e t.table ]
	done
}

# wrong TYPE DEFAULT TEXT [LINKAGE]: a constant of that type is refused, and named in C++
wrong() {
	id=_ZTSN4sycl6detail3tagIL_ZN2ns1cEEEE
	cat > m.ll <<- END
		target triple = "spirv64-unknown-unknown"
		@i = internal addrspace(1) constant [$((${#id} + 1)) x i8] c"$id\00"
		@d = ${4-internal} addrspace(1) constant $2
		declare spir_func $1 @_Z40__sycl_getComposite2020SpecConstantValueI1AET_PKcPKvS4_(ptr, ptr, ptr)
		define spir_kernel void @_ZTS1k(ptr %b) "sycl-module-id"="A" {
		  %i = addrspacecast ptr addrspace(1) @i to ptr
		  %d = addrspacecast ptr addrspace(1) @d to ptr
		  %v = call spir_func $1 @_Z40__sycl_getComposite2020SpecConstantValueI1AET_PKcPKvS4_(ptr %i, ptr %d, ptr %b)
		  ret void
		}
	END
	fails "specialization constant 'ns::c' in function 'k' $3"
}

# status: constant-refused
@test "what cannot be a constant is an error that names it" {
	wrong ptr 'ptr null' 'holds a pointer'
	wrong '{ i32, [2 x ptr] }' '{ i32, [2 x ptr] } zeroinitializer' 'holds a pointer'
	wrong '{ i32, ptr }' '{ i32, ptr } undef' 'holds a pointer'
	wrong i128 'i128 1' 'holds an integer of 128 bits'
	wrong '<4 x i1>' '<4 x i1> zeroinitializer' 'holds an integer of 1 bits'
	wrong 'fp128' 'fp128 0xL0' 'holds a floating-point number that devices lack'
	wrong '<vscale x 4 x i32>' 'i32 0' 'holds a vector of unknown size'
	wrong '{}' '{} zeroinitializer' 'holds nothing'
	wrong '[65533 x i8]' '[65533 x i8] zeroinitializer' 'holds more than 65532 members'
	wrong '[4611686018427387904 x [4611686018427387904 x i64]]' 'i32 0' 'holds more than 65532 members'
	wrong '[65532 x [65532 x [65532 x i64]]]' 'i32 0' 'holds more than 1048576 numbers'
	wrong "$(printf '{ %.0s' {1..200}) i32 $(printf '} %.0s' {1..200})" 'i32 0' 'holds types in types, 100 deep'
	wrong i32 i32 'has no default value' external
	wrong i64 'i64 ptrtoint (ptr addrspace(1) @i to i64)' 'has an address as its default value'
}

@test "with -g the place is the user's, not that of a header" {
	mkdir include
	cat > include/get.hpp <<- 'END'
		template<class T> T __sycl_getScalar2020SpecConstantValue(const char *, const void *, const void *);
		template<auto &V> [[gnu::always_inline]] inline int *inner(const void *b) {
			return __sycl_getScalar2020SpecConstantValue<int *>("c", &V, b);
		}
		template<auto &V> [[gnu::always_inline]] inline int *get(const void *b) { return inner<V>(b); }
	END
	cat > s.cpp <<- 'END'
		#include "include/get.hpp"
		static int *constant;
		extern "C" void kernel(int **out, const void *b) {
			*out = get<constant>(b);
		}
	END
	for level in 0 2; do
		"$LLVM_BIN/clang++" -w -target spirv64-unknown-unknown -g -O$level -S -emit-llvm -o m.ll s.cpp
		sed -i 's/^define .*void @kernel(\(.*\)) [^!]*\(!dbg ![0-9]* \)\?{$/define spir_kernel void @kernel(\1) "sycl-module-id"="A" \2{/' m.ll
		run -1 post-link --spec-const=native --properties --allow-undefined -o t.table m.ll
		[ "${lines[-1]}" = "s.cpp:4:8: error: specialization constant 'c' in function 'kernel' holds a pointer" ] || { echo "$output"; return 1; }
	done
}

# status: constant-calls
@test "malformed calls of the getters are errors that name constant and function" {
	constant _ZTS3tagIL_Z1cEE i32 1
	sed -i 's/@_ZTS3tagIL_Z1cEE/@c/g' m.ll
	cp m.ll head.ll
	getter=_Z37__sycl_getScalar2020SpecConstantValueIiET_PKcPKvS4_
	plain='int __sycl_getScalar2020SpecConstantValue<int>(char const*, void const*, void const*)'
	malformed() {
		{ cat head.ll; printf '%s\n' "$1" "define spir_kernel void @_ZTS1k(ptr %b) \"sycl-module-id\"=\"A\" { $2 }"; } > m.ll
		fails "$3"
	}
	malformed "declare i32 @$getter(ptr addrspace(1), ptr addrspace(1))" \
		"%v = call i32 @$getter(ptr addrspace(1) @c.id, ptr addrspace(1) @c.default) ret void" \
		"malformed call of '$plain' for specialization constant 'c' in function 'k'"
	malformed "declare i32 @$getter(ptr addrspace(1), i32, ptr)" \
		"%v = call i32 @$getter(ptr addrspace(1) @c.id, i32 0, ptr %b) ret void" \
		"malformed call of '$plain' for specialization constant 'c' in function 'k'"
	malformed "declare i32 @$getter(ptr addrspace(1), ptr addrspace(1), i64)" \
		"%v = call i32 @$getter(ptr addrspace(1) @c.id, ptr addrspace(1) @c.default, i64 0) ret void" \
		"malformed call of '$plain' for specialization constant 'c' in function 'k'"
	malformed "declare i32 @$getter()" "%v = call i32 @$getter() ret void" "malformed call of '$plain' in function 'k'"
	malformed "declare void @$getter(ptr, ptr addrspace(1), ptr addrspace(1), ptr)" \
		"call void @$getter(ptr %b, ptr addrspace(1) @c.id, ptr addrspace(1) @c.default, ptr %b) ret void" \
		"malformed call of '$plain' for specialization constant 'c' in function 'k'"
	malformed "declare i32 @$getter(ptr, ptr, ptr)" "store ptr @$getter, ptr %b ret void" \
		"function 'k' uses '$plain' otherwise than in a call"
	malformed "declare i32 @$getter(ptr addrspace(1), ptr addrspace(1), ptr)" \
		"%v = call i32 @$getter(ptr addrspace(1) @c.default, ptr addrspace(1) @c.default, ptr %b) ret void" \
		"the id of specialization constant 'c.default' in function 'k' is not a constant string"
	malformed "declare i32 @$getter(ptr, ptr, ptr)" "%v = call i32 @$getter(ptr %b, ptr %b, ptr %b) ret void" \
		"the id of a specialization constant in function 'k' is not a constant string"
	malformed "declare i32 @$getter(ptr, ptr, ptr)" \
		"ret void dead: %x = bitcast ptr %x to ptr %v = call i32 @$getter(ptr %x, ptr %x, ptr %b) br label %dead" \
		"the id of a specialization constant in function 'k' is not a constant string"
	sed -i 's/c"_ZTS3tagIL_Z1cEE/c"=ZTS3tagIL_Z1cEE/' head.ll
	malformed "declare i32 @$getter(ptr addrspace(1), ptr addrspace(1), ptr)" \
		"%v = call i32 @$getter(ptr addrspace(1) @c.id, ptr addrspace(1) @c.default, ptr %b) ret void" \
		"'=ZTS3tagIL_Z1cEE' in function 'k' can be no id of a specialization constant"
}

# status: constant-pod
@test "the design's example of a POD, every byte" {
	cat >> m.ll <<- 'END'
		%class.specialization_id = type { i32 }
		%class.specialization_id.0 = type { %struct.POD }
		%struct.POD = type { [2 x %struct.A], <2 x i32> }
		%struct.A = type { i32, float }
	END
	constant gold_scalar i32 '{ i32 42 }' %class.specialization_id
	constant gold %struct.POD '{ %struct.POD { [2 x %struct.A] [%struct.A { i32 1, float 2.0 }, %struct.A { i32 2, float 3.0 }], <2 x i32> <i32 44, i32 44> } }' \
		%class.specialization_id.0
	get gold_scalar i32
	get gold %struct.POD 3POD
	kernel k
	lower native
	calls 0 | diff -u - /dev/fd/3 3<<- 'END'
		i32 @_Z20__spirv_SpecConstantii(i32 0, i32 42)
		i32 @_Z20__spirv_SpecConstantii(i32 1, i32 1)
		float @_Z20__spirv_SpecConstantif(i32 2, float 2.000000e+00)
		%struct.A @_Z29__spirv_SpecConstantCompositeif_Rstruct.A(i32 %2, float %3)
		i32 @_Z20__spirv_SpecConstantii(i32 3, i32 2)
		float @_Z20__spirv_SpecConstantif(i32 4, float 3.000000e+00)
		%struct.A @_Z29__spirv_SpecConstantCompositeif_Rstruct.A(i32 %5, float %6)
		[2 x %struct.A] @_Z29__spirv_SpecConstantCompositestruct.Astruct.A_RA2_struct.A(%struct.A %4, %struct.A %7)
		i32 @_Z20__spirv_SpecConstantii(i32 5, i32 44)
		i32 @_Z20__spirv_SpecConstantii(i32 6, i32 44)
		<2 x i32> @_Z29__spirv_SpecConstantCompositeii_RDv2_i(i32 %9, i32 %10)
		%struct.POD @_Z29__spirv_SpecConstantCompositeA2_struct.ADv2_i_Rstruct.POD([2 x %struct.A] %8, <2 x i32> %11)
	END
	diff -u - t_0.prop <<- END
		[SYCL/device requirements]
		aspects=2|AAAAAAAAAAA
		[SYCL-CC/specialization constants]
		version=1|1
		mode=$(text native)
		[SYCL/specialization constants]
		gold_scalar=$(bits 0 0 4)
		gold=$(bits 1 0 4 2 4 4 3 8 4 4 12 4 5 16 4 6 20 4)
		[SYCL-CC/specialization constant types]
		gold_scalar=$(text 's4@0 int')
		gold=$(text 'i4@0,f4@4,i4@8,f4@12,i4@16*2 POD')
		[SYCL/specialization constants default values]
		all=$(bits 42 1 0x40000000 2 0x40400000 44 44)
	END
}

# design_example: the constants id_int, id_A and id_Nested of the design, asked for in that order
design_example() {
	printf '%%struct.Nested = type { float, float }\n%%struct.A = type { i32, %%struct.Nested }\n' >> m.ll
	constant id_int i32 42
	constant id_A %struct.A '{ i32 1, %struct.Nested { float 3.0, float 4.0 } }'
	constant id_Nested %struct.Nested '{ float 5.0, float 6.0 }'
	get id_int i32
	get id_A %struct.A
	get id_Nested %struct.Nested 6Nested
	kernel k
}

# status: constant-three
@test "the design's example of three constants, every byte of properties, blob and buffer" {
	design_example
	lower native
	diff -u - t_0.prop <<- END
		[SYCL/device requirements]
		aspects=2|AAAAAAAAAAA
		[SYCL-CC/specialization constants]
		version=1|1
		mode=$(text native)
		[SYCL/specialization constants]
		id_int=$(bits 0 0 4)
		id_A=$(bits 1 0 4 2 4 4 3 8 4)
		id_Nested=$(bits 4 0 4 5 4 4)
		[SYCL-CC/specialization constant types]
		id_int=$(text 's4@0 int')
		id_A=$(text 'i4@0,f4@4*2 A')
		id_Nested=$(text 'f4@0*2 Nested')
		[SYCL/specialization constants default values]
		all=$(bits 42 1 0x40400000 0x40800000 0x40a00000 0x40c00000)
	END
	lower emulation
	grep -o 'getelementptr i8, ptr addrspace(4) %b, i32 [0-9]*' t_0.ll | sed 's/.* //' | paste -s -d' ' > got
	# An offset of 0 may be no instruction.
	[ "$(cat got)" = '0 4 16' ] || [ "$(cat got)" = '4 16' ]
	prop 0 "id_int=$(bits 0 0 4)" "id_A=$(bits 1 0 12)" "id_Nested=$(bits 2 0 8)" \
		"all=$(bits 42 1 0x40400000 0x40800000 0x40a00000 0x40c00000)"
}

# produced SPECID...: the constants of image 0 have these numbers in the SPIR-V of both producers
produced() {
	produce t_0.bc
	for via in backend llvm-spirv; do
		spirv-dis $via.spv > $via.spvasm
		[ "$(sed -n 's/.*OpDecorate .* SpecId //p' $via.spvasm | sort -nu | paste -s -d' ')" = "$*" ] ||
			{ echo "$via"; grep SpecId $via.spvasm; return 1; }
	done
}

# status: constant-spirv
@test "SPIR-V has the constants with their numbers, scalars and composites" {
	design_example
	lower native
	produced 0 1 2 3 4 5
	for via in backend llvm-spirv; do
		grep -q 'OpSpecConstant %float 3' $via.spvasm
		[ "$(grep -c OpSpecConstantComposite $via.spvasm)" -ge 3 ] || { cat $via.spvasm; return 1; }
	done
}

# status: constant-producers
@test "both producers take every kind of constant, and spirv-val takes theirs" {
	printf '%s\n' '%struct.B = type { i8, i32, i8 }' '%struct.A = type { i8, %struct.B, i8 }' \
		'%struct.P = type <{ float, i8, [3 x i8], i32, i8, [3 x i8] }>' '%struct.V = type { <3 x float>, [2 x <2 x i16>], [2 x [2 x i64]] }' >> m.ll
	constant i i32 42
	constant flag i8 1
	constant c i8 -1
	constant s i16 -2
	constant l i64 -3
	constant h half 2.0
	constant d double 0.1
	constant nested %struct.A '{ i8 1, %struct.B { i8 2, i32 3, i8 4 }, i8 5 }'
	constant packed %struct.P '<{ float 1.0, i8 2, [3 x i8] undef, i32 3, i8 4, [3 x i8] undef }>'
	constant zero %struct.B zeroinitializer
	constant v %struct.V '{ <3 x float> <float 1.0, float 2.0, float 3.0>, [2 x <2 x i16>] [<2 x i16> <i16 1, i16 2>, <2 x i16> zeroinitializer], [2 x [2 x i64]] [[2 x i64] [i64 1, i64 2], [2 x i64] zeroinitializer] }'
	get i i32
	get flag i1 b
	get c i8 a
	get s i16 s
	get l i64 l
	get h half DF16_
	get d double d
	get nested %struct.A
	get packed %struct.P 1P
	get zero %struct.B 1B
	get v %struct.V 1V
	get i i32
	kernel k
	lower native
	produced {0..13} 15 16 {18..31}
}

# status: constant-random
@test "40 random struct types are laid out as the host compiler does, native and emulated" {
	laid_out_alike 1 20 0
	laid_out_alike 2 10 2
	laid_out_alike 3 10 2 -g
}
