; a correct module with one of each; malformed.txt breaks it
%A = type { i32 }
define spir_kernel void @kernel() #0 {
  call void @callee(), !sycl_used_aspects !1
  ret void
}
declare !sycl_used_aspects !2 !sycl_declared_aspects !3 void @callee()
attributes #0 = { "sycl-device-has"="5,6" }
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!1 = !{i32 7}
!2 = !{i32 8}
!3 = !{i32 9}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
