# Both producers of SPIR-V, in short; tests/long/producers.bats has every program.
load helper

extensions=+SPV_INTEL_subgroups,+SPV_KHR_bit_instructions,+SPV_EXT_shader_atomic_float_add,+SPV_EXT_shader_atomic_float_min_max

# status: spirv-opcodes
@test "integers, loads and calls are OpTypeInt, OpLoad and OpFunctionCall, whoever makes the SPIR-V" {
	cat > k.ll <<-'END'
		target triple = "spirv64-unknown-unknown"
		define internal spir_func i32 @twice(i32 %n) noinline {
		  %two = shl i32 %n, 1
		  ret i32 %two
		}
		define spir_kernel void @k(ptr addrspace(1) %p) {
		  %n = load i32, ptr addrspace(1) %p
		  %m = call spir_func i32 @twice(i32 %n)
		  store i32 %m, ptr addrspace(1) %p
		  ret void
		}
	END
	for producer in backend llvm-spirv; do
		spirv-prep --for=$producer -o k.bc k.ll
		if [ $producer = backend ]; then
			"$LLVM_BIN/llc" -O0 -mtriple=spirv64v1.3-unknown-unknown -spirv-ext=$extensions -filetype=obj k.bc -o k.spv
		else
			llvm-spirv-15 --spirv-max-version=1.3 --spirv-ext=$extensions k.bc -o k.spv
		fi
		spirv-val --target-env spv1.3 k.spv
		spirv-dis k.spv > text
		for op in 'OpTypeInt 32 0' OpLoad OpFunctionCall; do
			grep -q "$op" text || { echo "$producer: no $op"; return 1; }
		done
	done
}

@test "a program prints the same from the SPIR-V of either producer, whose number its images carry" {
	for pair in backend:43 llvm-spirv:6; do
		sycl-cc "--spirv-via=${pair%:*}" -save-temps=t "$root/examples/reduction.cpp" -o p
		for image in t/spir64/*.spv; do
			spirv-val --target-env spv1.3 "$image"
			[ "$(od -An -tu2 -j10 -N2 "$image" | xargs)" = "${pair#*:}" ]
			rm "$image"
		done
		./p > "${pair%:*}"
	done
	cmp backend llvm-spirv
}

@test "OpenCL's atomic functions, which the translator of LLVM 15 dies of, become instructions" {
	for name in add sub xchg and or xor; do
		echo "kernel void $name(global int *p, int n) { *p = atomic_$name(p + 1, n); }"
	done > a.cl
	cat >> a.cl <<-'END'
		kernel void smin(global int *p) { p[0] = atomic_min(p + 1, -5); p[3] = atomic_inc(p + 2); }
		kernel void umax(global unsigned *p) { p[0] = atomic_max(p + 1, 5u); p[3] = atomic_dec(p + 2); }
		kernel void exchange(global int *p) { p[0] = atomic_cmpxchg(p + 1, 7, 8); }
	END
	"$LLVM_BIN/clang" -x cl -cl-std=CL1.2 -target spirv64-unknown-unknown -O1 -emit-llvm -c -o a.bc a.cl
	spirv-prep --for=llvm-spirv --verify -o b.bc a.bc
	llvm-spirv-15 --spirv-max-version=1.3 b.bc -o a.spv
	spirv-val --target-env spv1.3 a.spv
	[ "$(spirv-dis a.spv | sed -n 's/.* = \(OpAtomic[A-Za-z]*\) .*/\1/p' | sort -u | xargs)" = \
		"OpAtomicAnd OpAtomicCompareExchange OpAtomicExchange OpAtomicIAdd OpAtomicISub OpAtomicOr OpAtomicSMin OpAtomicUMax OpAtomicXor" ]
	mux-aot -o a.so a.spv
	[ "$("$BUILD/tests/mux-host" ./a.so sub 1 1 out:i32:3 i32=7)" = "0 -7 0" ]
	[ "$("$BUILD/tests/mux-host" ./a.so smin 1 1 out:i32:4)" = "0 -5 1 0" ]
	[ "$("$BUILD/tests/mux-host" ./a.so umax 1 1 out:i32:4)" = "0 5 -1 0" ]
}
