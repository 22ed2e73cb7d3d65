; a diamond of calls
%A = type { i32 }
%B = type { i64 }
define spir_kernel void @kernel() {
  call void @f1()
  call void @f2()
  ret void
}
define void @f1() {
  call void @f3()
  ret void
}
define void @f2() {
  call void @f3()
  call void @f4()
  ret void
}
define void @f3() {
  %x = alloca %A
  ret void
}
define void @f4() {
  %x = alloca %B
  ret void
}
!sycl_types_that_use_aspects = !{!0, !1}
!0 = !{!"A", i32 1}
!1 = !{!"B", i32 2}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
