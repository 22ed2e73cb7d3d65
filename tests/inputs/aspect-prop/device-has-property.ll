; the property of a kernel
define spir_kernel void @kernel() #0 {
  call spir_func void @call_operator()
  ret void
}
define spir_kernel void @direct() #0 {
  %x = alloca double
  ret void
}
define spir_kernel void @lists_all() #1 {
  call spir_func void @call_operator()
  ret void
}
define spir_func void @call_operator() {
  call spir_func void @use()
  ret void
}
define spir_func void @use() {
  %x = alloca double
  ret void
}
attributes #0 = { "sycl-device-has"="5,2" }
attributes #1 = { "sycl-device-has"="6" }
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
