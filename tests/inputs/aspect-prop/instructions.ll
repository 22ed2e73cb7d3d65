; !sycl_used_aspects of instructions, and internal aspects
define spir_kernel void @kernel(float %x) {
  %y = call float @callee(float %x)
  ret void
}
define float @callee(float %x) {
  %y = call float @sin(float %x), !sycl_used_aspects !0
  %z = fadd float %y, 1.0, !sycl_used_aspects !1
  ret float %z
}
declare float @sin(float)
!0 = !{i32 -1}
!1 = !{i32 7, !{!"gpu", i32 2}}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
