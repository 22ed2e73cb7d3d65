; emulated conversions
%A = type { double }
define spir_kernel void @converts(ptr %p, ptr %q) {
  %x = load double, ptr %p
  %y = fptrunc double %x to float
  %z = fpext float %y to double
  store double %z, ptr %p
  %i = fptosi double %z to i32
  %c = fcmp olt double %z, 1.0
  store i32 %i, ptr %q
  call void @passes(double %z)
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
define spir_kernel void @computes(ptr %p) {
  %x = load double, ptr %p
  %y = fmul double %x, %x
  store double %y, ptr %p
  ret void
}
define spir_kernel void @reads_bits(ptr %p) {
  %x = load double, ptr %p
  %y = bitcast double %x to i64
  ret void
}
define spir_kernel void @calls_declared(double %x) {
  call void @elsewhere(double %x)
  ret void
}
define spir_kernel void @calls_computing(ptr %p) {
  call void @helper(ptr %p)
  ret void
}
define spir_kernel void @other_aspects({ half, double } %x) {
  %y = alloca %A
  ret void
}
define spir_func void @passes(double %x) {
  ret void
}
define spir_func void @helper(ptr %p) {
  %x = load double, ptr %p
  %y = fneg double %x
  ret void
}
declare void @elsewhere(double)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
