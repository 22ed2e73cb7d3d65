; the number of fp64 is what !sycl_aspects says
@global = addrspace(1) global double 1.0
define spir_kernel void @allocates() {
  %x = alloca double
  ret void
}
define spir_kernel void @truncates_constant(ptr %p) {
  %x = fptrunc double 3.14 to float
  store float %x, ptr %p
  ret void
}
define spir_kernel void @loads() {
  %x = load double, ptr addrspace(1) @global
  ret void
}
define spir_kernel void @loads_bits() {
  %x = load i64, ptr addrspace(1) @global
  ret void
}
define spir_kernel void @stores_constant(ptr %p) {
  store double 1.0, ptr %p
  ret void
}
define spir_kernel void @stores_zero(ptr %p) {
  store <2 x double> zeroinitializer, ptr %p
  ret void
}
define spir_kernel void @only_floats(ptr %p) {
  store float 1.0, ptr %p
  ret void
}
!sycl_aspects = !{!91}
!91 = !{!"fp64", i32 6}
