# Modules with specialization constants, m.ll, for spec-constants.bats and specialize.bats.
# shellcheck shell=bash

begin() {
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
	*) getter=_Z40__sycl_getComposite2020SpecConstantValueI${3-1A}ET_PKcPKvS4_ ;;
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

# lower MODE [OPTION...]: the images of m.ll as t_N.ll, which both producers of SPIR-V take
lower() {
	post-link --split=kernel --properties --verify "--spec-const=$1" "${@:2}" -o t.table m.ll
	for code in t_*.bc; do
		ir "$code" > "${code%.bc}.ll"
		produce "$code"
	done
}

# produce MODULE: backend.spv and llvm-spirv.spv, which are valid
produce() {
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o backend.spv "$1"
	spirv-prep --for=llvm-spirv -o prepared.bc "$1"
	llvm-spirv-15 --spirv-max-version=1.3 -o llvm-spirv.spv prepared.bc
	spirv-val --target-env spv1.3 backend.spv
	spirv-val --target-env spv1.3 llvm-spirv.spv
}

# calls ROW: the SPIR-V constants that the image asks for
calls() {
	sed -n 's/.*call spir_func \([^@]*@_Z[0-9]*__spirv_Spec.*\)/\1/p' "t_$1.ll"
}

# blob: standard input as a property of bytes
blob() {
	perl -e '
		binmode STDIN;
		local $/;
		my $data = <STDIN> // "";
		my @letter = ("A" .. "Z", "a" .. "z", 0 .. 9, "+", "/");
		my $bits = unpack("b*", pack("Q<", 8 * length $data) . $data);
		print "2|", (map { $letter[ord pack("b8", $_)] } $bits =~ /.{1,6}/g), "\n";'
}

# bits VALUE...: 32-bit numbers as a property of bytes; text TEXT: its bytes
bits() {
	perl -e 'print pack("V*", map { (/^0x/ ? hex : $_) & 0xffffffff } @ARGV)' -- "$@" | blob
}

text() {
	printf %s "$1" | blob
}

# laid_out MODE: what post-link says of the constants of s.ll, in the form of spec-structs
laid_out() {
	post-link --split=off --properties --verify "--spec-const=$1" -o "$1.table" s.ll
	sycl-image show --json "$1.table" | jq -r '.[0].specialization_constants[] | "\(.name) \(.default | length / 2) " +
		([.numbers[] | "\(.offset):\(.size)"] | join(" ")) + " " + .default' | sort -V > "$1.got"
	# Native: each number has an id of its own, and the same place.
	[ "$1" = emulation ] || sycl-image show --json "$1.table" | jq -e '[.[0].specialization_constants[] |
		([.parts[] | select(.id != null) | [.offset, .size]] == [.numbers[] | [.offset, .size]])] | all' > /dev/null
}

# laid_out_alike SEED COUNT LEVEL [-g]: COUNT random struct types have the host compiler's offsets, sizes and bytes, compiled at -OLEVEL
laid_out_alike() {
	[ -x spec-structs ] || cc -O1 -o spec-structs "$root/tests/c/spec-structs.c"
	./spec-structs "$1" "$2" > s.cpp
	"$LLVM_BIN/clang++" -w -O0 -o s s.cpp
	./s > want
	"$LLVM_BIN/clang++" -w -target spirv64-unknown-unknown -DDEVICE "-O$3" ${4-} -S -emit-llvm -o s.ll s.cpp
	sed -i 's/^define .*void @kernel(\(.*\)) [^!]*\(!dbg ![0-9]* \)\?{$/define spir_kernel void @kernel(\1) "sycl-module-id"="A" \2{/' s.ll
	grep -q '^define spir_kernel' s.ll
	for mode in native emulation; do
		laid_out $mode
		diff -u want $mode.got || { echo "seed $1, -O$3, $mode"; return 1; }
	done
}
