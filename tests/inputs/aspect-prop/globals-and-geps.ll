; types behind opaque pointers
%A = type { i32, i32 }
@g = addrspace(1) global %A zeroinitializer
@other = alias i32, ptr addrspace(1) @g
define spir_kernel void @gep(ptr %p) {
  %x = getelementptr %A, ptr %p, i64 0, i32 1
  ret void
}
define spir_kernel void @loads_part_of_global() {
  %x = load ptr, ptr addrspace(1) @g
  ret void
}
define spir_kernel void @passes_cast() {
  call void @extern(ptr addrspace(4) addrspacecast (ptr addrspace(1) @g to ptr addrspace(4)))
  ret void
}
define spir_kernel void @loads_inside() {
  %x = load i32, ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @g, i64 4)
  ret void
}
define spir_kernel void @through_alias() {
  %x = load i32, ptr addrspace(1) @other
  ret void
}
define spir_kernel void @as_number() {
  %x = add i64 1, ptrtoint (ptr addrspace(1) @g to i64)
  ret void
}
define spir_kernel void @in_aggregate(ptr %p) {
  store { ptr addrspace(1), i32 } { ptr addrspace(1) @g, i32 1 }, ptr %p
  ret void
}
define spir_kernel void @constant_gep() {
  %x = load i32, ptr getelementptr (%A, ptr null, i64 1)
  ret void
}
declare void @extern(ptr addrspace(4))
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
