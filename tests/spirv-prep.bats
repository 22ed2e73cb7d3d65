# Device modules in a form that producers of SPIR-V take.
load helper

# spirv IN OUT: LLVM's back end, as the driver calls it
spirv() {
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown \
		-spirv-ext=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions,+SPV_EXT_shader_atomic_float_add -filetype=obj "$1" -o "$2"
}

# status: prep-mends-all
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

@test "a phi has one value of each block, so LLVM's back end takes pointers for which several cases of a switch go to one place" {
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' \
		'define spir_kernel void @k(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {' \
		'%p = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)' '%q = addrspacecast ptr addrspace(1) %b to ptr addrspace(4)' \
		'%p2 = getelementptr i8, ptr addrspace(4) %p, i64 8' \
		'switch i32 %n, label %other [ i32 1, label %end i32 2, label %end i32 3, label %other ]' \
		'other:' '%o = phi i32 [ 1, %0 ], [ 1, %0 ]' 'store i32 %o, ptr addrspace(1) %b' 'br label %end' \
		'end:' '%r = phi ptr addrspace(4) [ %p2, %0 ], [ %p2, %0 ], [ %q, %other ]' '%v = load ptr addrspace(4), ptr addrspace(4) %r' \
		'store i32 1, ptr addrspace(4) %v' 'ret void' '}' > k.ll
	run ! spirv k.ll before.spv
	spirv-prep --for=backend --verify -S -o after.ll k.ll
	[ "$(grep -cE 'phi .*%0 ' after.ll)" = 0 ]
	spirv after.ll after.spv
	spirv-val --target-env spv1.3 after.spv
}

@test "atomic loads and stores stay atomic, with their order and scope" {
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' 'define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %q) {' \
		'%a = load atomic i64, ptr addrspace(1) %p syncscope("device") acquire, align 8' \
		'%b = load atomic float, ptr addrspace(3) %q syncscope("workgroup") monotonic, align 4' \
		'store atomic i64 %a, ptr addrspace(1) %p syncscope("device") seq_cst, align 8' \
		'store atomic float %b, ptr addrspace(3) %q syncscope("subgroup") release, align 4' 'ret void' '}' > k.ll
	spirv-prep --for=backend -o k.bc k.ll
	spirv k.bc k.spv
	spirv-val --target-env spv1.3 k.spv
	spirv-dis k.spv | sed -n 's/.*\(OpAtomic[LS][^ ]* %.*uint_[0-9]*\).*/\1/p' > text
	diff text - <<-'EOF'
		OpAtomicLoad %ulong %p %uint_1 %uint_514
		OpAtomicLoad %float %q %uint_2 %uint_256
		OpAtomicStore %p %uint_1 %uint_528
		OpAtomicStore %q %uint_3 %uint_260
	EOF
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
	grep -q 'mul .*i128' before.ll
	run -1 grep -E " i1(28|00) " after.ll
}

@test "addresses of pointers are counted in bytes: LLVM's back end may leave the factor out" {
	cat > pointers.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @k(ptr addrspace(1) %p, i64 %n, i64 %m) {
		  %one = getelementptr inbounds ptr addrspace(4), ptr addrspace(1) %p, i64 %n
		  %two = getelementptr [3 x ptr addrspace(1)], ptr addrspace(1) %one, i64 %n, i64 %m
		  %number = getelementptr i64, ptr addrspace(1) %two, i64 %n
		  store i8 0, ptr addrspace(1) %number
		  ret void
		}
	END
	spirv-prep --for=backend -S -o after.ll pointers.ll
	sed -n 's/^ *%[^=]*= getelementptr \(.*\),.*,.*/\1/p' after.ll > types
	printf '%s\n' 'inbounds i8' i8 i64 | diff types -
	grep -o 'mul i64 %[nm], [0-9]*' after.ll > factors
	printf '%s\n' 'mul i64 %n, 8' 'mul i64 %n, 24' 'mul i64 %m, 8' | diff factors -
}

@test "logic of bits, shifts, composites, floating-point numbers of bits and vectors of bits mean the same before and after" {
	cp "$inputs/spirv-prep/scalars.ll" before.ll
	spirv-prep --for=backend --verify -S -o after.ll before.ll
	run -1 grep -E 'phi \{|select .*\{|freeze \{|(add|sub|mul|icmp [a-z]*|sitofp) i1|sitofp <2 x i1>|bitcast i8|shl.sat|stacksave|ptrmask|prefetch' after.ll
	[ "$("$LLVM_BIN/lli" before.ll)" = "$("$LLVM_BIN/lli" after.ll)" ]
	[ "$("$LLVM_BIN/lli" after.ll | wc -w)" = 79 ]
}

# translate IN OUT: the translator, as the driver calls it
translate() {
	llvm-spirv-15 --spirv-max-version=1.3 --spirv-ext=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions,+SPV_EXT_shader_atomic_float_add \
		"$1" -o "$2"
}

@test "the translator takes every kernel too, and spirv-val what it makes" {
	for kernel in overflow floats composites members vectors atomics; do
		"$LLVM_BIN/llvm-extract" --recursive --func=$kernel "$inputs/spirv-prep/device.ll" -o before.bc
		spirv-prep --for=llvm-spirv --verify -o after.bc before.bc
		translate after.bc after.spv
		spirv-val --target-env spv1.3 after.spv || { echo "$kernel"; return 1; }
	done
}

@test "pointers that change places in a loop, and phis of three values or of several edges, are right for the translator" {
	cat > phis.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @circle(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n, i1 %c) {
		entry:
		  br label %loop
		loop:
		  %p = phi ptr addrspace(1) [ %q, %loop ], [ %a, %entry ]
		  %q = phi ptr addrspace(1) [ %r, %loop ], [ %b, %entry ]
		  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
		  %v = load i32, ptr addrspace(1) %p
		  store i32 %v, ptr addrspace(1) %q
		  %r = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %a
		  %i2 = add i32 %i, 1
		  %more = icmp slt i32 %i2, %n
		  br i1 %more, label %loop, label %end
		end:
		  ret void
		}
		define spir_kernel void @three(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
		entry:
		  %c = getelementptr i32, ptr addrspace(1) %b, i64 3
		  switch i32 %n, label %other [ i32 2, label %end
		                                i32 3, label %end
		                                i32 5, label %five ]
		five:
		  br label %end
		other:
		  br label %end
		end:
		  %p = phi ptr addrspace(1) [ %a, %entry ], [ %a, %entry ], [ %b, %five ], [ %c, %other ]
		  %m = phi i32 [ 3, %entry ], [ 3, %entry ], [ %n, %five ], [ 4, %other ]
		  store i32 %m, ptr addrspace(1) %p
		  ret void
		}
	END
	for kernel in circle three; do
		"$LLVM_BIN/llvm-extract" --func=$kernel phis.ll -o before.bc
		spirv-prep --for=llvm-spirv --verify -o after.bc before.bc
		translate after.bc after.spv || { echo "$kernel"; return 1; }
		spirv-val --target-env spv1.3 after.spv
	done
}

@test "what is written for the translator means the same" {
	for input in arithmetic.c scalars.ll translator.ll; do
		if [ "$input" = arithmetic.c ]; then
			"$LLVM_BIN/clang" -O2 -w -emit-llvm -S -o before.ll "$inputs/spirv-prep/$input"
		else
			cp "$inputs/spirv-prep/$input" before.ll
		fi
		spirv-prep --for=llvm-spirv --verify -S -o after.ll before.ll
		run -1 grep -E 'splat|nneg|disjoint|samesign|trunc nuw|freeze|captures|fpclass|bitreverse|[su]cmp|memmove' after.ll
		sed '/^target /d' after.ll > here.ll
		[ "$("$LLVM_BIN/lli" before.ll)" = "$("$LLVM_BIN/lli" here.ll)" ] || { echo "$input"; return 1; }
	done
}

@test "a copy has the smaller alignment of its two addresses, since SPIR-V has one for both" {
	cat > k.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q) {
		  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 128 %p, ptr addrspace(1) align 8 %q, i64 48, i1 false)
		  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 4 %p, ptr addrspace(1) align 64 %q, i64 24, i1 false)
		  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) align 16 %p, ptr addrspace(1) %q, i64 12, i1 false)
		  call void @llvm.memmove.p1.p1.i64(ptr addrspace(1) align 32 %p, ptr addrspace(1) align 2 %q, i64 96, i1 false)
		  ret void
		}
	END
	spirv-prep --for=backend -S -o after.ll k.ll
	sed -n 's/.*call void @llvm.mem[^(]*(.* align \([0-9]*\) %p.* align \([0-9]*\) %q.*/\1 \2/p' after.ll > aligns
	printf '%s\n' '8 8' '4 4' '1 1' '2 2' | diff aligns -
	spirv-prep --for=backend -o k.bc k.ll
	spirv k.bc k.spv
	spirv-prep --for=llvm-spirv -o k.15.bc k.ll
	translate k.15.bc k.15.spv
	spirv-dis k.spv | grep -o 'OpCopyMemorySized.*' > copies
	grep -o 'Aligned [0-9]*$' copies | head -3 > aligns
	printf 'Aligned %s\n' 8 4 1 | diff aligns -
	spirv-dis k.15.spv | grep -o 'Aligned [0-9]*$' | sort -u > aligns
	printf 'Aligned %s\n' 1 2 4 8 | diff aligns -
}

@test "blocks follow those that dominate them" {
	spirv-prep --for=llvm-spirv -S -o after.ll "$inputs/spirv-prep/translator.ll"
	[ "$(sed -n '/^define void @flags/,/^}/s/^\([a-z]*\):.*/\1/p' after.ll | tr '\n' ' ')" = "start late early last " ]
	# The translator has no block to add, which it would put anywhere.
	spirv-prep --for=llvm-spirv -o loops.bc "$inputs/spirv-prep/loops.ll"
	translate loops.bc loops.spv
	spirv-val --target-env spv1.3 loops.spv
}

@test "without the library of LLVM 15 the reason is said" {
	mkdir empty
	cp "$BUILD/bin/spirv-prep" copy
	sed -i 's/libLLVM-15\.so\.1/libLLVM-00.so.1/' copy
	chmod +x copy
	run -1 --separate-stderr ./copy --for=llvm-spirv -o after.bc "$inputs/spirv-prep/device.ll"
	[[ $stderr == "copy: error: cannot load 'libLLVM-00.so.1', which llvm-spirv-15 comes with: "* ]]
	[ ! -e after.bc ]
}

@test "a module that needs nothing keeps its code" {
	printf '%s\n' 'target triple = "spirv64-unknown-unknown"' 'define spir_kernel void @k(ptr addrspace(1) %p) {' \
		'  store i32 1, ptr addrspace(1) %p, align 4' '  ret void' '}' > plain.ll
	spirv-prep --for=backend -S -o after.ll plain.ll
	[ "$(sed -n '/^define/,/^}/p' plain.ll)" = "$(sed -n '/^define/,/^}/p' after.ll)" ]
}

@test "kernels that print may have any other functions beside them" {
	cat > print.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		@format = private addrspace(1) constant [6 x i8] c"%d %f\00"
		define spir_kernel void @k(i32 %n) {
		  %1 = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)), i32 %n, double 1.0)
		  ret void
		}
		define spir_kernel void @l() {
		  %1 = call spir_func i32 (ptr addrspace(4), ...) @printf(ptr addrspace(4) addrspacecast (ptr addrspace(1) @format to ptr addrspace(4)))
		  call spir_func void @other()
		  ret void
		}
		define spir_func void @other() {
		  ret void
		}
		declare spir_func i32 @printf(ptr addrspace(4), ...)
	END
	spirv-prep --for=backend -o print.bc print.ll
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o print.spv print.bc
	spirv-val --target-env spv1.3 print.spv
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
	run -2 --separate-stderr spirv-prep --for=backend
	[[ $stderr == "spirv-prep: error: no input module"* ]]
	run -2 --separate-stderr spirv-prep --for=magic -o after.bc good.bc
	[[ $stderr == "spirv-prep: error: option '--for' wants backend or llvm-spirv, not 'magic'"* ]]
	[ ! -e after.bc ]
}

@test "the same input gives the same bytes" {
	spirv-prep --for=backend -o a.bc "$inputs/spirv-prep/device.ll"
	spirv-prep --for=backend -o b.bc "$inputs/spirv-prep/device.ll"
	cmp a.bc b.bc
}

# runs BEFORE AFTER: both print the same, and not nothing
runs_alike() {
	"$LLVM_BIN/lli" "$1" > before.out
	"$LLVM_BIN/lli" "$2" > after.out
	[ "$(wc -w < before.out)" -gt 500 ]
	cmp before.out after.out
}

@test "integers of every width mean the same in the next wider one" {
	for bits in 3 7 9 15 17 24 31 33 40 48 56 63; do
		sed "s/\\biN\\b/i$bits/g; s/BITS/$bits/g" "$inputs/spirv-prep/width.ll" > before.ll
		spirv-prep --for=backend --verify -S -o after.ll before.ll
		run -1 grep -n -w -e "i$bits" after.ll
		runs_alike before.ll after.ll || { echo "$bits bits"; return 1; }
	done
}

@test "so do they for the translator" {
	sed 's/\biN\b/i11/g; s/BITS/11/g' "$inputs/spirv-prep/width.ll" > before.ll
	spirv-prep --for=llvm-spirv --verify -S -o after.ll before.ll
	run -1 grep -n -w -e i11 after.ll
	sed '/^target /d' after.ll > here.ll
	runs_alike before.ll here.ll
}

@test "kernels whose loops count in three bits give right results as SPIR-V of both producers" {
	for producer in backend llvm-spirv; do
		[ "$(FUZZ_SPIRV=$producer "$root/tests/mux-fuzz.sh" 300 6)" = "6 kernels, 0 wrong launches" ] || return 1
		"$LLVM_BIN/opt" -S fuzz.bc | grep -q 'phi i3'
	done
}

@test "numbers and vectors of the same odd bits, products with overflow and swapped bytes mean the same" {
	spirv-prep --for=backend --verify -S -o after.ll "$inputs/spirv-prep/vector-bits.ll"
	run -1 grep -n -w -E -e 'i(4|5|6|7|13|20|24|48)' after.ll
	runs_alike "$inputs/spirv-prep/vector-bits.ll" after.ll
}

@test "the padding of a union in a constant becomes zeros" {
	cat > union.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		%s = type <{ i8, { i16, [2 x i8] } }>
		@t = addrspace(1) constant [2 x { i8, [3 x i8] }] [{ i8, [3 x i8] } { i8 1, [3 x i8] undef }, { i8, [3 x i8] } { i8 2, [3 x i8] poison }]
		@s = addrspace(1) constant %s <{ i8 3, { i16, [2 x i8] } { i16 undef, [2 x i8] undef } }>
		define spir_kernel void @k(ptr addrspace(1) %p) {
		  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %p, ptr addrspace(1) @t, i64 8, i1 false)
		  %q = getelementptr i8, ptr addrspace(1) %p, i64 8
		  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %q, ptr addrspace(1) @s, i64 5, i1 false)
		  ret void
		}
	END
	for producer in backend llvm-spirv; do
		spirv-prep --for=$producer --verify -S -o after.ll union.ll
		run -1 grep '\] \(undef\|poison\)' after.ll
		grep -q '{ i8, \[3 x i8\] } { i8 2, \[3 x i8\] zeroinitializer }' after.ll
	done
	spirv-prep --for=backend -o after.bc union.ll
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o after.spv after.bc
	spirv-val after.spv
}

@test "memset of more bytes than an instruction of SPIR-V takes is a loop, of zeros and of fewer one instruction" {
	for size in 65532 65533; do
		cat > fill.ll <<-END
			target triple = "spirv64-unknown-unknown"
			define spir_kernel void @fill(ptr addrspace(1) %p) {
			  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 51, i64 $size, i1 false)
			  call void @llvm.memset.p1.i64(ptr addrspace(1) %p, i8 0, i64 900000, i1 false)
			  ret void
			}
			declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)
		END
		spirv-prep --for=backend -o after.bc fill.ll
		"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o after.spv after.bc
		spirv-val after.spv
		spirv-dis -o "$size.txt" after.spv
	done
	[ "$(grep -c OpCopyMemorySized 65532.txt)" -eq 2 ]
	[ "$(grep -c OpCopyMemorySized 65533.txt)" -eq 1 ]
	[ "$(grep -c OpPhi 65533.txt)" -eq 1 ]
}

@test "a table of more values than an instruction of SPIR-V takes becomes shorter ones with the same bytes" {
	awk 'BEGIN {
		print "@bytes = private constant [70000 x i8] [i8 0"; for (i = 1; i < 70000; i++) print ", i8 " i * i % 251; print "]"
		print "@pairs = private constant [2 x <{ i8, [66000 x { i8, i16 }] }>] [<{ i8, [66000 x { i8, i16 }] }> zeroinitializer,"
		print "<{ i8, [66000 x { i8, i16 }] }> <{ i8 7, [66000 x { i8, i16 }] [{ i8, i16 } { i8 1, i16 2 }"
		for (i = 1; i < 66000; i++) print ", { i8, i16 }" (i % 3 ? "{ i8 " i % 127 ", i16 " i % 32000 " }" : "zeroinitializer"); print "] }>]" }' > tables.ll
	cp tables.ll before.ll
	cat >> before.ll <<-'END'
		@format = private constant [4 x i8] c"%d \00"
		declare i32 @printf(ptr, ...)
		define i32 @main() {
		  br label %next
		next:
		  %i = phi i64 [ 0, %0 ], [ %i1, %next ]
		  %i1 = add i64 %i, 83
		  %p = getelementptr [70000 x i8], ptr @bytes, i64 0, i64 %i
		  %b = load i8, ptr %p
		  %bw = zext i8 %b to i32
		  %q = getelementptr <{ i8, [66000 x { i8, i16 }] }>, ptr @pairs, i64 1, i32 1, i64 %i, i32 1
		  %s = load i16, ptr %q, align 1
		  %sw = zext i16 %s to i32
		  call i32 (ptr, ...) @printf(ptr @format, i32 %bw)
		  call i32 (ptr, ...) @printf(ptr @format, i32 %sw)
		  %more = icmp ult i64 %i1, 66000
		  br i1 %more, label %next, label %done
		done:
		  ret i32 0
		}
	END
	"$LLVM_BIN/lli" before.ll > before.out
	[ "$(wc -w < before.out)" -gt 1500 ]
	sed 's/define i32 @main/define spir_func i32 @main/; 1i target triple = "spirv64-unknown-unknown"' before.ll > device.ll
	spirv-prep --for=backend --verify -S -o after.ll device.ll
	sed '/^target /d; s/spir_func//' after.ll > here.ll
	"$LLVM_BIN/lli" here.ll | cmp before.out
	{
		echo 'target triple = "spirv64-unknown-unknown"'
		sed 's/ private constant/ addrspace(1) constant/' tables.ll
		printf '%s\n' 'define spir_kernel void @k(ptr addrspace(1) %o, i64 %i) {' \
			'%p = getelementptr [70000 x i8], ptr addrspace(1) @bytes, i64 0, i64 %i' '%b = load i8, ptr addrspace(1) %p' \
			'%q = getelementptr <{ i8, [66000 x { i8, i16 }] }>, ptr addrspace(1) @pairs, i64 1, i32 1, i64 %i, i32 0' \
			'%c = load i8, ptr addrspace(1) %q' '%s = add i8 %b, %c' 'store i8 %s, ptr addrspace(1) %o' 'ret void' '}'
	} > k.ll
	spirv-prep --for=backend --verify -o after.bc k.ll
	spirv after.bc after.spv
	spirv-val --target-env spv1.3 after.spv
	spirv-prep --for=llvm-spirv --verify -o after.bc k.ll
	translate after.bc after.spv
	spirv-val --target-env spv1.3 after.spv
}

@test "groups vote on a constant: every number but 0 is true" {
	cat > vote.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		declare spir_func i32 @_Z13sub_group_alli(i32)
		declare spir_func i32 @_Z14work_group_anyi(i32)
		define spir_kernel void @k(ptr addrspace(1) %p) {
		  %a = call spir_func i32 @_Z13sub_group_alli(i32 4)
		  %b = call spir_func i32 @_Z14work_group_anyi(i32 -2)
		  %s = add i32 %a, %b
		  store i32 %s, ptr addrspace(1) %p
		  ret void
		}
	END
	spirv-prep --for=backend -o after.bc vote.ll
	"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -filetype=obj -o after.spv after.bc
	[ "$(spirv-dis after.spv | grep -c 'OpGroupA.*%true')" -eq 2 ]
}

@test "what cannot be widened is named with its function" {
	printf '%s\n' '@g = global i32 0' 'define spir_kernel void @k(ptr %p) {' \
		'  store i3 ptrtoint (ptr @g to i3), ptr %p' '  ret void' '}' > odd.ll
	run -1 --separate-stderr spirv-prep --for=backend -o after.bc odd.ll
	[ "$stderr" = "spirv-prep: error: function 'k': no form for SPIR-V of 'store i3 ptrtoint (ptr @g to i3), ptr %p, align 1'" ]
	[ ! -e after.bc ]
}

@test "flags of addresses in constants go for the translator, text in quotes stays" {
	cat > constant.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		@table = addrspace(1) constant [4 x i32] zeroinitializer
		@text = addrspace(1) constant [23 x i8] c"getelementptr nuw (i8)\00"
		define spir_kernel void @k(ptr addrspace(1) %p) {
		  store ptr addrspace(4) getelementptr inbounds nuw (i8, ptr addrspace(4) addrspacecast (ptr addrspace(1) @table to ptr addrspace(4)), i64 4), ptr addrspace(1) %p
		  store ptr addrspace(1) getelementptr inbounds nuw inrange(-4, 8) (i8, ptr addrspace(1) @table, i64 4), ptr addrspace(1) %p
		  ret void
		}
	END
	spirv-prep --for=llvm-spirv -S -o after.ll constant.ll
	grep -q 'getelementptr inbounds (i8, ptr addrspace(4) addrspacecast' after.ll
	grep -q 'getelementptr inbounds (i8, ptr addrspace(1) @table, i64 4)' after.ll
	grep -q 'c"getelementptr nuw (i8)\\00"' after.ll
	spirv-prep --for=llvm-spirv -o after.bc constant.ll
	translate after.bc after.spv
	spirv-val --target-env spv1.3 after.spv
}

@test "what __builtin_expect says of branches does not stop the translator" {
	cat > weights.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
		  %rare = icmp eq i32 %n, 3
		  %v = select i1 %rare, i32 7, i32 %n, !prof !0
		  br i1 %rare, label %then, label %end, !prof !0
		then:
		  store i32 %v, ptr addrspace(1) %p
		  switch i32 %n, label %end [ i32 1, label %then2 ], !prof !1
		then2:
		  store i32 1, ptr addrspace(1) %p
		  br label %end
		end:
		  ret void
		}
		!0 = !{!"branch_weights", !"expected", i32 1, i32 2000}
		!1 = !{!"branch_weights", !"expected", i32 2000, i32 1}
		!2 = !{i32 2, !"Debug Info Version", i32 3}
		!llvm.module.flags = !{!2}
	END
	spirv-prep --for=llvm-spirv -o after.bc weights.ll
	translate after.bc after.spv
	spirv-val --target-env spv1.3 after.spv
}
