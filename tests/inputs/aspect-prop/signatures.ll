; signatures alone
%A = type { i32 }
define spir_kernel void @calls_return() {
  %x = call %A @returns()
  ret void
}
define %A @returns() {
  ret %A zeroinitializer
}
define spir_kernel void @parameter(%A %x) {
  ret void
}
define spir_kernel void @by_value(ptr byval(%A) %x) {
  ret void
}
define spir_kernel void @by_reference(ptr byref(%A) %x) {
  ret void
}
define spir_kernel void @calls_struct_return() {
  %x = alloca i64
  call void @struct_return(ptr sret(%A) %x)
  ret void
}
define void @struct_return(ptr sret(%A) %x) {
  ret void
}
define spir_kernel void @by_pointer(ptr %x) {
  ret void
}
define spir_kernel void @calls_declared() {
  %x = call i32 @declared(ptr null, double 1.0)
  ret void
}
declare i32 @declared(ptr, double)
declare double @never_called()
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
