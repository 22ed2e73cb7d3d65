; recursion of one, two and three functions: all members get all
%A = type { i8 }
%B = type { i16 }
%C = type { i32 }
define spir_kernel void @kernel_self() {
  call void @self()
  ret void
}
define spir_kernel void @kernel_last() {
  call void @three()
  ret void
}
define void @self() {
  %x = alloca %A
  call void @self()
  ret void
}
define void @one() {
  call void @two()
  ret void
}
define void @two() {
  %x = alloca %B
  call void @three()
  ret void
}
define void @three() {
  %x = alloca %C
  call void @one()
  call void @self()
  ret void
}
!sycl_types_that_use_aspects = !{!0, !1, !2}
!0 = !{!"A", i32 0}
!1 = !{!"B", i32 1}
!2 = !{!"C", i32 2}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
