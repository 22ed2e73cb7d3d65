; a type that the module does not know
define spir_kernel void @kernel() {
  ret void
}
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"class.gone", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
