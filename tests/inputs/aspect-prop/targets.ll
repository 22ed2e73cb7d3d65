; what fixed targets lack
define spir_kernel void @k_double() {
  call spir_func void @helper()
  ret void
}
define spir_kernel void @k_declared() !sycl_declared_aspects !0 {
  ret void
}
define spir_kernel void @k_half() {
  call spir_func void @tagged(), !sycl_used_aspects !1
  ret void
}
define spir_kernel void @k_internal() {
  call spir_func void @tagged(), !sycl_used_aspects !2
  ret void
}
define spir_kernel void @k_sub_group() !intel_reqd_sub_group_size !3 {
  ret void
}
define spir_kernel void @k_sub_group_automatic() !intel_reqd_sub_group_size !4 {
  ret void
}
define spir_kernel void @k_work_group() !reqd_work_group_size !5 {
  ret void
}
define spir_func void @helper() {
  %x = alloca double
  ret void
}
define spir_func void @unreached() {
  %x = alloca double
  ret void
}
declare spir_func void @tagged()
!0 = !{i32 6}
!1 = !{i32 5}
!2 = !{i32 -1}
!3 = !{i32 8}
!4 = !{i32 -1}
!5 = !{i32 32, i32 8, i32 2}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
