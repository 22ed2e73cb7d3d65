; sets of virtual functions
%A = type { i32 }
@vtable = constant { [2 x ptr] } { [2 x ptr] [ptr @a1, ptr @a2] }
@address = constant ptr getelementptr (i8, ptr @vtable, i64 8)
define spir_kernel void @calls_both(ptr %object) #0 {
  %f = load ptr, ptr %object
  call spir_func void %f() #4
  ret void
}
define spir_kernel void @calls_one(ptr %object) #1 {
  ret void
}
define spir_kernel void @constructs(ptr %object) #1 {
  %v = load ptr, ptr @address
  store ptr %v, ptr %object
  ret void
}
define spir_kernel void @constructs_and_calls(ptr %object) #1 {
  store ptr @vtable, ptr %object
  %f = load ptr, ptr %object
  call spir_func void %f() #4
  ret void
}
define spir_kernel void @calls_unknown_set(ptr %object) #5 {
  ret void
}
define spir_func void @a1() #2 {
  %x = alloca %A
  ret void
}
define spir_func void @a2() #2 {
  call spir_func void @sub()
  ret void
}
define spir_func void @b1() #3 {
  call void @tagged(), !sycl_used_aspects !1
  ret void
}
define spir_func void @sub() {
  %x = alloca double
  ret void
}
declare void @tagged()
attributes #0 = { "calls-indirectly"="A,B" }
attributes #1 = { "calls-indirectly"="A" }
attributes #2 = { "indirectly-callable"="A" }
attributes #3 = { "indirectly-callable"="B" }
attributes #4 = { "virtual-call" }
attributes #5 = { "calls-indirectly"="C" }
!sycl_types_that_use_aspects = !{!0}
!0 = !{!"A", i32 1}
!1 = !{i32 5}
!sycl_aspects = !{!90, !91, !92}
!90 = !{!"fp16", i32 5}
!91 = !{!"fp64", i32 6}
!92 = !{!"gpu", i32 2}
