; what is declared is required
define spir_kernel void @kernel() {
  call void @baz()
  ret void
}
define void @baz() {
  call void @bar()
  ret void
}
define void @bar() {
  call void @foo()
  ret void
}
define void @foo() !sycl_declared_aspects !0 {
  ret void
}
define spir_kernel void @calls_declaration() {
  call void @elsewhere()
  ret void
}
declare !sycl_declared_aspects !0 void @elsewhere()
define spir_kernel void @alone() !sycl_declared_aspects !0 {
  ret void
}
define void @unreached() !sycl_declared_aspects !0 {
  ret void
}
!0 = !{i32 2}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
