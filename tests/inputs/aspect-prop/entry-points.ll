; who is an entry point
define spir_func void @exported() #0 {
  call void @g()
  ret void
}
define spir_func void @internal() {
  call void @g()
  ret void
}
define spir_func void @_Z28__spirv_GlobalInvocationIdv() #0 {
  call void @g()
  ret void
}
define spir_func void @_Z22__sycl_getSpecConstantv() #0 {
  call void @g()
  ret void
}
define spir_kernel void @spir() {
  call void @g()
  ret void
}
define ptx_kernel void @ptx() {
  call void @g()
  ret void
}
define amdgpu_kernel void @amdgpu() {
  call void @g()
  ret void
}
define void @g() {
  %x = alloca double
  ret void
}
declare spir_kernel void @elsewhere()
attributes #0 = { "sycl-module-id"="a.cpp" }
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
