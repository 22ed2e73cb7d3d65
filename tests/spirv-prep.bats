# Device modules in a form that producers of SPIR-V take.
load helper

# spirv IN OUT: LLVM's back end, as the driver calls it
spirv() {
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown \
		-spirv-ext=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions -filetype=obj "$1" -o "$2"
}

@test "every kernel that the back end or spirv-val refuses alone passes both afterwards" {
	device=$inputs/spirv-prep/device.ll
	for kernel in overflow floats composites members vectors; do
		"$LLVM_BIN/llvm-extract" --recursive --func=$kernel "$device" -o before.bc
		if spirv before.bc before.spv 2> err && spirv-val --target-env spv1.3 before.spv 2> err; then
			echo "$kernel passes as it is"
			return 1
		fi
		spirv-prep --for=backend --verify -o after.bc before.bc
		spirv after.bc after.spv
		spirv-val --target-env spv1.3 after.spv || { echo "$kernel"; return 1; }
	done
}

@test "leftover annotations and lists of used names are gone, contraction is allowed" {
	spirv-prep --for=backend -o after.bc "$inputs/spirv-prep/device.ll"
	spirv after.bc after.spv
	spirv-val --target-env spv1.3 after.spv
	spirv-dis after.spv > text
	run -1 grep -e UserSemantic -e ContractionOff -e llvm text
}

@test "arithmetic and addresses mean the same before and after" {
	for level in 0 2; do
		"$LLVM_BIN/clang" -O$level -w -emit-llvm -c -o before.bc "$inputs/spirv-prep/arithmetic.c"
		spirv-prep --for=backend --verify -o after.bc before.bc
		ir before.bc > before.ll
		ir after.bc > after.ll
		grep -q 'with.overflow' before.ll
		run -1 grep -c 'with.overflow' after.ll
		[ "$("$LLVM_BIN/lli" before.bc)" = "$("$LLVM_BIN/lli" after.bc)" ] || return 1
	done
}

@test "logic of bits, shifts, composites and vectors of bits mean the same before and after" {
	cp "$inputs/spirv-prep/scalars.ll" before.ll
	spirv-prep --for=backend --verify -S -o after.ll before.ll
	run -1 grep -E 'phi \{|select .*\{|freeze \{|(add|sub|mul|icmp [a-z]*) i1|bitcast i8|shl.sat|stacksave|ptrmask' after.ll
	[ "$("$LLVM_BIN/lli" before.ll)" = "$("$LLVM_BIN/lli" after.ll)" ]
	[ "$("$LLVM_BIN/lli" after.ll | wc -w)" = 73 ]
}

@test "a module that needs nothing keeps its code" {
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' 'define spir_kernel void @k(ptr addrspace(1) %p) {' \
		'  store i32 1, ptr addrspace(1) %p, align 4' '  ret void' '}' > plain.ll
	spirv-prep --for=backend -S -o after.ll plain.ll
	[ "$(sed -n '/^define/,/^}/p' plain.ll)" = "$(sed -n '/^define/,/^}/p' after.ll)" ]
}

@test "a constructor in device code is an error" {
	cat > ctor.ll <<-'END'
		@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }]
		define internal void @f() {
		  ret void
		}
	END
	run -1 --separate-stderr spirv-prep --for=backend -o after.bc ctor.ll
	[ "$stderr" = "spirv-prep: error: device code has a global variable with a constructor or destructor ('llvm.global_ctors')" ]
	[ ! -e after.bc ]
}

@test "damaged and missing modules and wrong command lines are diagnosed" {
	"$LLVM_BIN/llvm-as" -o good.bc "$inputs/spirv-prep/device.ll"
	head -c 1500 good.bc > cut.bc
	run -1 --separate-stderr spirv-prep --for=backend -o after.bc cut.bc
	[[ $stderr == *"cut.bc"* ]]
	run -1 --separate-stderr spirv-prep --for=backend -o after.bc none.bc
	[ "$stderr" = "spirv-prep: error: cannot read 'none.bc': No such file or directory" ]
	run -2 --separate-stderr spirv-prep -o after.bc good.bc
	[[ $stderr == "spirv-prep: error: no producer given: --for=PRODUCER"* ]]
	run -2 --separate-stderr spirv-prep --for=magic -o after.bc good.bc
	[[ $stderr == "spirv-prep: error: option '--for' does not know 'magic'"* ]]
	[ ! -e after.bc ]
}

@test "the same input gives the same bytes" {
	spirv-prep --for=backend -o a.bc "$inputs/spirv-prep/device.ll"
	spirv-prep --for=backend -o b.bc "$inputs/spirv-prep/device.ll"
	cmp a.bc b.bc
}
