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
