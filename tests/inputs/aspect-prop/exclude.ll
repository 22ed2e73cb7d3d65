; aspects that are not saved
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
define spir_kernel void @calls_declared() {
  call void @declared()
  ret void
}
define void @declared() !sycl_declared_aspects !4 {
  %x = alloca %B
  ret void
}
define spir_kernel void @calls_before() {
  call void @before()
  ret void
}
define void @before() !sycl_used_aspects !4 {
  %x = alloca %A
  ret void
}
define spir_kernel void @calls_only_before() {
  call void @only_before()
  ret void
}
define void @only_before() !sycl_used_aspects !4 {
  ret void
}
!sycl_types_that_use_aspects = !{!0, !1, !2, !3}
!0 = !{!"A", i32 0}
!1 = !{!"B", i32 1}
!2 = !{!"C", i32 2}
!3 = !{!"D", i32 4, i32 3}
!4 = !{i32 1}
!sycl_aspects = !{!91, !93, !94}
!91 = !{!"fp64", i32 6}
!93 = !{!"four", i32 4}
!94 = !{!"one", i32 1}
