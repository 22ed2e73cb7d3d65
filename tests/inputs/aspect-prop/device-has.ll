; what device_has does not list
define spir_kernel void @_ZTSN4test6KernelE() !sycl_declared_aspects !0 {
  call spir_func void @_ZN4test3fooEv()
  call spir_func void @lists_all()
  ret void
}
define spir_func void @_ZN4test3fooEv() !sycl_declared_aspects !0 {
  call spir_func void @longer()
  call spir_func float @_ZN4test3barIfEET_S1_(float 1.0)
  ret void
}
define spir_func void @longer() {
  call spir_func void @long()
  ret void
}
define spir_func void @long() {
  call spir_func void @boo()
  ret void
}
define spir_func float @_ZN4test3barIfEET_S1_(float %x) {
  call spir_func void @boo()
  ret float %x
}
define spir_func void @boo() {
  %x = alloca double
  ret void
}
define spir_func void @lists_all() !sycl_declared_aspects !1 {
  call spir_func void @boo()
  call spir_func void @tagged(), !sycl_used_aspects !2
  ret void
}
define spir_func void @lists_nothing() #0 !sycl_declared_aspects !3 {
  call spir_func void @boo()
  call spir_func void @tagged(), !sycl_used_aspects !4
  ret void
}
declare void @tagged()
attributes #0 = { "sycl-module-id"="a.cpp" }
!0 = !{i32 5}
!1 = !{i32 5, i32 6}
!2 = !{i32 -3}
!3 = !{}
!4 = !{i32 99, i32 5}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
