; What device code has and host code lacks: types of the target, kernels, operand bundles, address spaces.
target triple = "spirv64-unknown-unknown"

@tables = internal addrspace(2) constant [2 x ptr] [ptr @one, ptr @two]
@local = internal addrspace(3) global [16 x i32] poison
@also = internal alias i32 (i32), ptr @one

declare spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @image(i64)
declare token @llvm.experimental.convergence.entry()

define internal i32 @one(i32 %x) { %y = add i32 %x, 1 ret i32 %y }
define internal i32 @two(i32 %x) { %y = call i32 @also(i32 %x) ret i32 %y }

define spir_func i32 @shared(ptr addrspace(2) %p, i32 %x) "sycl-module-id"="a" convergent {
  %token = call token @llvm.experimental.convergence.entry()
  %f = load ptr, ptr addrspace(2) @tables
  %y = call i32 %f(i32 %x) [ "convergencectrl"(token %token) ]
  %z = call i32 asm sideeffect "op $0, $1", "=r,r"(i32 %y)
  ret i32 %z
}

define spir_kernel void @images(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %i, target("spirv.Sampler") %s, ptr addrspace(1) %p) "sycl-module-id"="a" {
  %other = call spir_func target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) @image(i64 7)
  %room = alloca target("spirv.DeviceEvent")
  store target("spirv.DeviceEvent") zeroinitializer, ptr %room
  %v = call i32 @shared(ptr addrspace(2) @tables, i32 3)
  store i32 %v, ptr addrspace(3) @local
  ret void
}

define spir_kernel void @atomics(ptr addrspace(1) %p, i64 %n) "sycl-module-id"="b" {
  %a = atomicrmw uinc_wrap ptr addrspace(1) %p, i32 7 syncscope("device") acq_rel, !meta !0
  %b = atomicrmw usub_sat ptr addrspace(1) %p, i32 %a monotonic
  %c = cmpxchg ptr addrspace(1) %p, i32 %a, i32 %b syncscope("workgroup") acq_rel acquire
  %v = call i32 @shared(ptr addrspace(2) null, i32 %b)
  ret void, !meta !1
}

!0 = !{!"of an instruction", ptr @one, !1}
!1 = distinct !{!1, i32 5}
