; four functions, two aspects in the last
%A = type { i8 }
%B = type { i16 }
%C = type { i32 }
%D = type { i64 }
define spir_kernel void @kernel() {
  call void @d()
  ret void
}
define void @a() {
  %x = alloca %A
  ret void
}
define void @b() {
  %x = alloca %B
  call void @a()
  ret void
}
define void @c() {
  %x = alloca %C
  call void @b()
  ret void
}
define void @d() {
  %x = alloca %D
  call void @c()
  ret void
}
!sycl_types_that_use_aspects = !{!0, !1, !2, !3}
!0 = !{!"A", i32 0}
!1 = !{!"B", i32 1}
!2 = !{!"C", i32 2}
!3 = !{!"D", i32 4, i32 3}
!sycl_aspects = !{!91, !93, !94}
!91 = !{!"fp64", i32 6}
!93 = !{!"four", i32 4}
!94 = !{!"one", i32 1}
