; double before and after optimisation
%Composite = type { i32, { float, double } }
define spir_kernel void @plain() {
  %x = alloca double
  ret void
}
define spir_kernel void @array() {
  %x = alloca [4 x double]
  ret void
}
define spir_kernel void @vector() {
  %x = alloca <2 x double>
  ret void
}
define spir_kernel void @composite() {
  %x = alloca %Composite
  ret void
}
define spir_kernel void @both() {
  %x = alloca double
  call void @half()
  ret void
}
declare !sycl_used_aspects !0 void @half()
!0 = !{i32 5}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
