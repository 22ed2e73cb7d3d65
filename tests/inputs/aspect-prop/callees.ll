; calls through casts and aliases are direct; through pointers they are not
@alias = alias void (), ptr @f
@cast_alias = alias void (), addrspacecast (ptr @f to ptr addrspace(4))
@table = internal constant [1 x ptr] [ptr @f]
define spir_kernel void @through_alias() {
  call void @alias()
  ret void
}
define spir_kernel void @through_cast() {
  call addrspace(4) void addrspacecast (ptr @f to ptr addrspace(4))()
  ret void
}
define spir_kernel void @through_cast_alias() {
  call addrspace(4) void @cast_alias()
  ret void
}
define spir_kernel void @through_table() {
  %p = load ptr, ptr @table
  call void %p()
  ret void
}
define spir_kernel void @mentions(ptr %p) {
  store ptr @f, ptr %p
  ret void
}
define spir_kernel void @inline_asm() {
  call void asm sideeffect "", ""()
  ret void
}
define void @f() {
  %x = alloca double
  ret void
}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
