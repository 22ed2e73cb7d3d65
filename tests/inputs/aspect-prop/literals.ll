; p[0] = p[1] * 2.0; x * 2.0 + 1.0; double d = 3.14; *p = d; and real doubles
define spir_kernel void @removed(ptr %p) {
  %i = getelementptr float, ptr %p, i64 1
  %x = load float, ptr %i
  %y = fpext float %x to double
  %z = fmul double %y, 2.0
  %w = fptrunc double %z to float
  store float %w, ptr %p
  ret void
}
define spir_kernel void @kept(ptr %p) {
  %x = load float, ptr %p
  %y = fpext float %x to double
  %z = call double @llvm.fmuladd.f64(double %y, double 2.0, double 1.0)
  %w = fptrunc double %z to float
  store float %w, ptr %p
  ret void
}
define spir_kernel void @variable(ptr %p) {
  %d = alloca double
  store double 3.14, ptr %d
  %x = load double, ptr %d
  %y = fptrunc double %x to float
  store float %y, ptr %p
  ret void
}
define spir_kernel void @wanted(ptr %p) {
  %x = load double, ptr %p
  %y = fmul double %x, 2.0
  store double %y, ptr %p
  ret void
}
declare double @llvm.fmuladd.f64(double, double, double)
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
