declare i64 @_Z13get_global_idj(i32)

define spir_kernel void @twice(ptr addrspace(1) %p) {
  %i = call i64 @_Z13get_global_idj(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %q
  %d = add i32 %v, %v
  store i32 %d, ptr addrspace(1) %q
  ret void
}
