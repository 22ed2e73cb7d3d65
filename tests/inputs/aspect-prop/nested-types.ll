; where a type hides, and where it does not
%A = type { i32 }
%Holder = type { i8, %A }
%Outer = type { %Holder, float }
%Pointing = type { ptr, i32 }
%Packed = type <{ [3 x %Outer], i8 }>
define spir_kernel void @member() {
  %x = alloca %Holder
  ret void
}
define spir_kernel void @two_deep() {
  %x = alloca %Outer
  ret void
}
define spir_kernel void @array() {
  %x = alloca [4 x [2 x %A]]
  ret void
}
define spir_kernel void @array_of_nested() {
  %x = alloca %Packed
  ret void
}
define spir_kernel void @literal() {
  %x = alloca { i8, { i32, [2 x %A] } }
  ret void
}
define spir_kernel void @vector() {
  %x = alloca <4 x double>
  ret void
}
define spir_kernel void @scalable() {
  %x = alloca <vscale x 2 x double>
  ret void
}
define spir_kernel void @pointer() {
  %x = alloca %Pointing
  ret void
}
define spir_kernel void @vector_of_pointers() {
  %x = alloca <2 x ptr>
  ret void
}
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
