; the kernel only moves a double, what it calls computes
define spir_kernel void @moves(ptr %p) {
  %x = load double, ptr %p
  call spir_func void @converts(ptr %p)
  ret void
}
define spir_func void @converts(ptr %p) {
  %x = load float, ptr %p
  %y = fpext float %x to double
  call spir_func void @computes(double %y)
  ret void
}
define spir_func void @computes(double %x) {
  %y = fadd double %x, %x
  ret void
}
!sycl_aspects = !{!91}
!91 = !{!"fp64", i32 6}
