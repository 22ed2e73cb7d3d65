; the first edition's names of metadata mean the same
%A = type { i32 }
define spir_kernel void @kernel() {
  call void @f()
  ret void
}
define void @f() !intel_used_aspects !1 !intel_declared_aspects !2 {
  %x = alloca %A
  ret void
}
!intel_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!1 = !{i32 8}
!2 = !{i32 9}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
