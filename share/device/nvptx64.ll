; Fences with the scopes of PTX, for which clang 22 has no builtin: it makes
; those of the whole system from all of its scopes.
target triple = "nvptx64-nvidia-cuda"

define void @fence_group_acq_rel() alwaysinline nounwind {
  fence syncscope("block") acq_rel
  ret void
}

define void @fence_group_seq_cst() alwaysinline nounwind {
  fence syncscope("block") seq_cst
  ret void
}

define void @fence_device_acq_rel() alwaysinline nounwind {
  fence syncscope("device") acq_rel
  ret void
}

define void @fence_device_seq_cst() alwaysinline nounwind {
  fence syncscope("device") seq_cst
  ret void
}

; The number of the processor that code is compiled for (lib/format/architecture.h), which LLVM's
; pass for __nvvm_reflect puts in: __CUDA_ARCH is 900 for sm_90.  sm_90a is told by the driver.
@capability = private constant [12 x i8] c"__CUDA_ARCH\00"
@specific = private constant [24 x i8] c"__SYCL_CC_ARCH_SPECIFIC\00"
declare i32 @__nvvm_reflect(ptr)

define i32 @__sycl_architecture() alwaysinline nounwind {
  %capability = call i32 @__nvvm_reflect(ptr @capability)
  %tenth = udiv i32 %capability, 10
  %number = shl i32 %tenth, 4
  %specific = call i32 @__nvvm_reflect(ptr @specific)
  %lower = add i32 %number, %specific
  %all = add i32 %lower, 50331648
  ret i32 %all
}
