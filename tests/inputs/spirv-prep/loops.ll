; The inner loop leaves to the head of the outer one, as loops that try again do.
target triple = "spirv64-unknown-unknown"
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-G1"

define spir_kernel void @again(ptr addrspace(1) %p, i32 %n) {
start:
  br label %outer
outer:
  %a = load volatile i32, ptr addrspace(1) %p
  br label %inner
inner:
  %b = load volatile i32, ptr addrspace(1) %p
  %less = icmp slt i32 %b, %a
  br i1 %less, label %try, label %wait
wait:
  %full = icmp eq i32 %b, %n
  br i1 %full, label %outer, label %back
back:
  br label %inner, !llvm.loop !0
try:
  store volatile i32 %b, ptr addrspace(1) %p
  %done = icmp eq i32 %a, %n
  br i1 %done, label %last, label %back
last:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
