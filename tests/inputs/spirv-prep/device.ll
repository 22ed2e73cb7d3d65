; Kernels that LLVM's SPIR-V back end, or spirv-val after it, refuses as they are.
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64-G1"
target triple = "spirv64-unknown-unknown"

%inner = type { i8, double }
%outer = type { i32, [4 x float], %inner }

@text = private unnamed_addr addrspace(1) constant [6 x i8] c"hello\00", section "llvm.metadata"
@llvm.used = appending addrspace(1) global [1 x ptr addrspace(4)] [ptr addrspace(4) addrspacecast (ptr @overflow to ptr addrspace(4))], section "llvm.metadata"
@llvm.global.annotations = appending addrspace(1) global [1 x { ptr, ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) }] [{ ptr, ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1) } { ptr @overflow, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 5, ptr addrspace(1) null }], section "llvm.metadata"

declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)
declare {i64, i1} @llvm.smul.with.overflow.i64(i64, i64)
declare {i64, i1} @llvm.umul.with.overflow.i64(i64, i64)
declare float @llvm.exp10.f32(float)
declare double @llvm.ldexp.f64.i32(double, i32)
declare {double, i32} @llvm.frexp.f64.i32(double)
declare {float, float} @llvm.sincos.f32(float)
declare i64 @llvm.llrint.i64.f32(float)
declare half @llvm.canonicalize.f16(half)
declare double @llvm.maximumnum.f64(double, double)
declare double @llvm.minimumnum.f64(double, double)
declare i32 @llvm.sshl.sat.i32(i32, i32)
declare ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1), ptr addrspace(1), ptr addrspace(1), i32, ptr addrspace(1))

define spir_kernel void @overflow(ptr addrspace(1) %p, i32 %a, i64 %b) {
  %q = call ptr addrspace(1) @llvm.ptr.annotation.p1.p1(ptr addrspace(1) %p, ptr addrspace(1) @text, ptr addrspace(1) @text, i32 1, ptr addrspace(1) null)
  %x = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 3)
  %s = extractvalue {i32, i1} %x, 0
  %o = extractvalue {i32, i1} %x, 1
  %y = call {i64, i1} @llvm.smul.with.overflow.i64(i64 %b, i64 %b)
  %z = call {i64, i1} @llvm.umul.with.overflow.i64(i64 %b, i64 7)
  %p1 = extractvalue {i64, i1} %y, 1
  %p2 = extractvalue {i64, i1} %z, 1
  %sum = add i1 %p1, %p2
  %more = mul i1 %sum, %o
  %n = select i1 %more, i32 %s, i32 %a
  store i32 %n, ptr addrspace(1) %q
  ret void
}

define spir_kernel void @floats(ptr addrspace(1) %p, float %x, double %y, half %h) {
  %e = call float @llvm.exp10.f32(float %x)
  store volatile float %e, ptr addrspace(1) %p
  %l = call double @llvm.ldexp.f64.i32(double %y, i32 3)
  store volatile double %l, ptr addrspace(1) %p
  %f = call {double, i32} @llvm.frexp.f64.i32(double %y)
  %m = extractvalue {double, i32} %f, 0
  %n = extractvalue {double, i32} %f, 1
  store volatile double %m, ptr addrspace(1) %p
  store volatile i32 %n, ptr addrspace(1) %p
  %sc = call {float, float} @llvm.sincos.f32(float %x)
  %c = extractvalue {float, float} %sc, 1
  store volatile float %c, ptr addrspace(1) %p
  %i = call i64 @llvm.llrint.i64.f32(float %x)
  store volatile i64 %i, ptr addrspace(1) %p
  %k = call half @llvm.canonicalize.f16(half %h)
  store volatile half %k, ptr addrspace(1) %p
  %max = call double @llvm.maximumnum.f64(double %y, double %l)
  %min = call double @llvm.minimumnum.f64(double %max, double %m)
  store volatile double %min, ptr addrspace(1) %p
  %sh = call i32 @llvm.sshl.sat.i32(i32 %n, i32 3)
  store volatile i32 %sh, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @composites(ptr addrspace(1) %p, i64 %a) {
start:
  %old = cmpxchg ptr addrspace(1) %p, i64 %a, i64 3 acq_rel monotonic
  %c = icmp eq i64 %a, 0
  br i1 %c, label %again, label %end
again:
  %new = cmpxchg ptr addrspace(1) %p, i64 3, i64 %a acq_rel monotonic
  br label %end
end:
  %phi = phi {i64, i1} [ %old, %start ], [ %new, %again ]
  %s = select i1 %c, {i64, i1} %phi, {i64, i1} %old
  %v = extractvalue {i64, i1} %s, 0
  store i64 %v, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @members(ptr addrspace(1) %p, i64 %i) {
  %g = getelementptr %outer, ptr addrspace(1) %p, i64 %i, i32 0
  store i32 1, ptr addrspace(1) %g
  %h = getelementptr inbounds %outer, ptr addrspace(1) %p, i64 %i, i32 1, i64 %i
  store float 1.0, ptr addrspace(1) %h
  %k = getelementptr %outer, ptr addrspace(1) %p, i64 0, i32 2, i32 0
  store i8 1, ptr addrspace(1) %k
  ret void
}

define spir_kernel void @vectors(ptr addrspace(1) %p, <8 x i32> %m) {
  %x = load <5 x i32>, ptr addrspace(1) %p
  %y = add <5 x i32> %x, %x
  store <5 x i32> %y, ptr addrspace(1) %p
  %c = icmp slt <8 x i32> %m, zeroinitializer
  %b = bitcast <8 x i1> %c to i8
  store i8 %b, ptr addrspace(1) %p
  ret void
}

define spir_kernel void @atomics(ptr addrspace(1) %p, ptr addrspace(4) %g, float %x, <4 x float> %v) {
  %a = atomicrmw fadd ptr addrspace(1) %p, float %x syncscope("device") monotonic
  %b = atomicrmw fsub ptr addrspace(4) %g, float %a acq_rel
  %c = fadd <4 x float> %v, splat (float 1.0)
  %d = extractelement <4 x float> %c, i32 0
  %e = fadd float %d, %b
  store float %e, ptr addrspace(1) %p
  ret void
}
