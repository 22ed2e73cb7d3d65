# post-link -spec-const: lowering, numbers, descriptors and default values.
# "situation N" names the case of the description of the known tool that a test covers.
load helper

setup() {
	cd "$BATS_TEST_TMPDIR" || return 1
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' > m.ll
	constants=0
	body=
}

# constant ID TYPE VALUE: a constant and its default object
constant() {
	printf '@%s.id = internal addrspace(1) constant [%d x i8] c"%s\\00"\n' "$1" $((${#1} + 1)) "$1" >> m.ll
	printf '@%s.default = internal addrspace(1) constant %s %s\n' "$1" "${4-$2}" "$3" >> m.ll
}

# get ID TYPE [LETTERS]: asks for it in the kernel, result %rN
get() {
	case $2 in
	i[0-9]*|half|float|double) getter=_Z37__sycl_getScalar2020SpecConstantValueI${3-i}ET_PKcPKvS4_ ;;
	*) getter=_Z40__sycl_getComposite2020SpecConstantValueI${3-A}ET_PKcPKvS4_ ;;
	esac
	grep -q "declare.*@$getter(" m.ll || printf 'declare spir_func %s @%s(ptr addrspace(4), ptr addrspace(4), ptr addrspace(4))\n' "$2" "$getter" >> m.ll
	body+="%r$constants = call spir_func $2 @$getter(ptr addrspace(4) addrspacecast (ptr addrspace(1) @$1.id to ptr addrspace(4)), ptr addrspace(4) addrspacecast (ptr addrspace(1) @$1.default to ptr addrspace(4)), ptr addrspace(4) %b) "
	body+="store $2 %r$constants, ptr addrspace(1) %p "
	constants=$((constants + 1))
}

# kernel NAME: a kernel of what was asked for since the last one
kernel() {
	printf 'define spir_kernel void @%s(ptr addrspace(1) %%p, ptr addrspace(4) %%b) "sycl-module-id"="A" { %s ret void }\n' "$1" "$body" >> m.ll
	body=
}

lower() {
	post-link --split=kernel --properties --verify "--spec-const=$1" "${@:2}" -o t.table m.ll
	for code in t_*.bc; do ir "$code" > "${code%.bc}.ll"; done
}

# prop ROW LINE...: the property file of that row has these lines
prop() {
	file=t_$1.prop
	shift
	for line; do
		grep -qxF -e "$line" "$file" || { echo "no '$line' in:"; cat "$file"; return 1; }
	done
}

# calls ROW: the SPIR-V constants that the image asks for
calls() {
	sed -n 's/.*call spir_func \([^@]*@_Z[0-9]*__spirv_Spec.*\)/\1/p' "t_$1.ll"
}

# blob: standard input as a property of bytes
blob() {
	python3 -c '
import struct, sys
data = sys.stdin.buffer.read()
number = int.from_bytes(struct.pack("<Q", 8 * len(data)) + data, "little")
letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
print("2|" + "".join(letters[number >> 6 * i & 63] for i in range(-(-8 * (len(data) + 8) // 6))))'
}

# bits VALUE...: 32-bit numbers as a property of bytes; text TEXT: its bytes
bits() {
	python3 -c '
import struct, sys
sys.stdout.buffer.write(b"".join(struct.pack("<I", int(v, 0) & 0xffffffff) for v in sys.argv[1:]))' "$@" | blob
}

text() {
	printf %s "$1" | blob
}

@test "a number asked for twice is one constant (situation 64)" {
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

@test "a bool is a byte that is cut to a bit (situation 65)" {
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
}

@test "tail padding is described (situation 66)" {
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

@test "members that the default object lacks are undefined (situation 67)" {
	printf '%%struct.S = type <{ float, i32, i8, [3 x i8] }>\n' >> m.ll
	constant s %struct.S '<{ float 1.0, i32 2, i8 3 }>' '<{ float, i32, i8 }>'
	get s %struct.S
	kernel k
	lower native
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositefiaA3_a_Rstruct.S(float %1, i32 %2, i8 %3, [3 x i8] undef)'
	prop 0 "s=$(bits 0 0 4 1 4 4 2 8 1 -1 9 3)"
}

@test "an undefined member takes a number (situation 68)" {
	printf '%%struct.S = type <{ float, i8, [3 x i8], i32, i8, [3 x i8] }>\n' >> m.ll
	constant s %struct.S '<{ float 1.0, i8 2, [3 x i8] undef, i32 3, i8 4, [3 x i8] undef }>'
	get s %struct.S
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 4 1 4 1 3 8 4 4 12 1 -1 13 3)"
}

@test "padding of nested structs is described where it ends (situation 69)" {
	printf '%%struct.B = type { i8, i32, i8 }\n%%struct.A = type { i8, %%struct.B, i8 }\n' >> m.ll
	constant s %struct.A '{ i8 1, %struct.B { i8 2, i32 3, i8 4 }, i8 5 }'
	get s %struct.A
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 1 1 4 1 2 8 4 3 12 1 -1 13 3 4 16 1 -1 17 3)"
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositeaia_Rstruct.B('
	calls 0 | grep -qF '@_Z29__spirv_SpecConstantCompositeastruct.Ba_Rstruct.A('
}

@test "a result through a pointer gives the same (situation 70)" {
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

@test "a default object of zeros (situation 71)" {
	printf '%%struct.S = type { i32, i8 }\n' >> m.ll
	constant s %struct.S zeroinitializer
	get s %struct.S
	kernel k
	lower native
	prop 0 "s=$(bits 0 0 4 1 4 1 -1 5 3)" "all=$(bits 0 0)"
}

@test "emulation aligns constants in the buffer (situation 72)" {
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

@test "each image has its own constants (situation 73)" {
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

@test "copies with default values (situation 74)" {
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

@test "an id in a local variable, as at -O0 (situation 75)" {
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
	[ "$stderr" = "post-link: error: the id of a specialization constant in function 'k' is no constant string" ]
}

@test "what cannot be a constant is an error that names it" {
	constant p ptr null
	get p ptr
	kernel k
	run -1 --separate-stderr post-link --spec-const=native --properties -o t.table m.ll
	[ "$stderr" = "post-link: error: specialization constant 'p' in function 'k' has a type with more than numbers" ]
	sed -i 's/^@p.default = .*/@p.default = external addrspace(1) constant ptr/' m.ll
	run -1 --separate-stderr post-link --spec-const=native --properties --allow-undefined -o t.table m.ll
	[ "${stderr_lines[-1]}" = "post-link: error: specialization constant 'p' in function 'k' has no default value" ]
}

@test "SPIR-V has the constants with their numbers, scalars and composites" {
	printf '%%struct.N = type { float, float }\n%%struct.A = type { i32, %%struct.N }\n' >> m.ll
	constant id_int i32 42
	constant id_a %struct.A '{ i32 1, %struct.N { float 3.0, float 4.0 } }'
	constant id_n %struct.N '{ float 5.0, float 6.0 }'
	get id_int i32
	get id_a %struct.A 1A
	get id_n %struct.N 1N
	kernel k
	lower native
	prop 0 "id_int=$(bits 0 0 4)" "id_a=$(bits 1 0 4 2 4 4 3 8 4)" "id_n=$(bits 4 0 4 5 4 4)" \
		"all=$(bits 42 1 0x40400000 0x40800000 0x40a00000 0x40c00000)"
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj t_0.bc -o t.spv
	spirv-val --target-env spv1.3 t.spv
	spirv-dis t.spv > t.spvasm
	[ "$(grep -c 'OpDecorate .* SpecId ' t.spvasm)" = 6 ]
	for id in 0 1 2 3 4 5; do grep -q "SpecId $id\$" t.spvasm || return 1; done
	grep -q 'OpSpecConstant %float 3' t.spvasm
	grep -q OpSpecConstantComposite t.spvasm
}
