; without an entry point nothing flows
%A = type { i32 }
define void @f() {
  call void @g()
  ret void
}
define void @g() {
  %x = alloca %A
  ret void
}
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
