; Where the work-group's local memory is, for all GPUs (include/sycl/detail/local_memory.hpp).
; The variable keeps its value once it is set: what is loaded is what was stored,
; behind barriers too, so that the base is in a register.  LLVM sees that of
; accesses without a type alone, which clang cannot make.
@sycl_cc_local_memory = internal addrspace(3) global ptr addrspace(3) undef

define void @sycl_cc_set_local_memory(ptr addrspace(3) %start) alwaysinline nounwind {
  store ptr addrspace(3) %start, ptr addrspace(3) @sycl_cc_local_memory
  %scope = call ptr @llvm.invariant.start.p3(i64 8, ptr addrspace(3) @sycl_cc_local_memory)
  ret void
}

define ptr addrspace(3) @sycl_cc_get_local_memory() alwaysinline nounwind {
  %start = load ptr addrspace(3), ptr addrspace(3) @sycl_cc_local_memory
  ret ptr addrspace(3) %start
}

declare ptr @llvm.invariant.start.p3(i64, ptr addrspace(3))
