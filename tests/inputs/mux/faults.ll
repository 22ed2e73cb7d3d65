; Modules that were compiled wrongly once.
target triple = "spirv64-unknown-unknown"
define spir_kernel void @in(ptr addrspace(1) %p, i32 %n) !reqd_work_group_size !0 {
  %g = call i64 @_Z13get_global_idj(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %s = add i32 %v, %n
  store i32 %s, ptr addrspace(1) %a
  ret void
}
define spir_kernel void @out(ptr addrspace(1) %p, i32 %n) {
  call spir_kernel void @in(ptr addrspace(1) %p, i32 %n)
  %m = mul i32 %n, 2
  call spir_kernel void @in(ptr addrspace(1) %p, i32 %m)
  ret void
}
define spir_kernel void @collect(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call i64 @_Z13get_global_idj(i32 0)
  %l = call i64 @_Z12get_local_idj(i32 0)
  %f = sitofp i64 %l to float
  %r = call float @__mux_work_group_reduce_fadd_f32(i32 0, float %f)
  %c = icmp eq i64 %l, 2
  %any = call i1 @__mux_work_group_any_i1(i32 1, i1 %c)
  %all = call i1 @__mux_work_group_all_i1(i32 2, i1 %c)
  %anyi = zext i1 %any to i32
  %alli = zext i1 %all to i32
  %l32 = trunc i64 %l to i32
  %li = call i64 @__mux_get_local_linear_id()
  %li32 = trunc i64 %li to i32
  %b = call i32 @__mux_work_group_broadcast_i32(i32 3, i32 %li32, i64 1, i64 1, i64 0)
  %wd = call i32 @__mux_get_work_dim()
  %ns = call i32 @__mux_get_num_sub_groups()
  %a = getelementptr i32, ptr addrspace(1) %p, i64 0
  %ri = fptosi float %r to i32
  store i32 %ri, ptr addrspace(1) %a
  %a1 = getelementptr i32, ptr addrspace(1) %p, i64 1
  store i32 %anyi, ptr addrspace(1) %a1
  %a2 = getelementptr i32, ptr addrspace(1) %p, i64 2
  store i32 %alli, ptr addrspace(1) %a2
  %a3 = getelementptr i32, ptr addrspace(1) %p, i64 3
  store i32 %b, ptr addrspace(1) %a3
  %a5 = getelementptr i32, ptr addrspace(1) %p, i64 5
  store i32 -1, ptr addrspace(1) %a5
  %a4 = getelementptr i32, ptr addrspace(1) %p, i64 4
  store i32 %ns, ptr addrspace(1) %a4
  ret void
}
declare i64 @_Z13get_global_idj(i32)
declare i64 @_Z12get_local_idj(i32)
declare i64 @__mux_get_local_linear_id()
declare i32 @__mux_get_work_dim()
declare i32 @__mux_get_num_sub_groups()
declare float @__mux_work_group_reduce_fadd_f32(i32, float)
declare i1 @__mux_work_group_any_i1(i32, i1)
declare i1 @__mux_work_group_all_i1(i32, i1)
declare i32 @__mux_work_group_broadcast_i32(i32, i32, i64, i64, i64)
!0 = !{i32 4, i32 1, i32 1}
@__spirv_BuiltInLocalInvocationId = external addrspace(7) constant <3 x i64>
define spir_kernel void @parts(ptr addrspace(1) %p) {
  %x = load i64, ptr addrspace(7) @__spirv_BuiltInLocalInvocationId
  %y32 = load i32, ptr addrspace(7) getelementptr (i8, ptr addrspace(7) @__spirv_BuiltInLocalInvocationId, i64 8)
  %l = call i64 @__mux_get_local_linear_id()
  %d = urem i64 %l, 3
  %e = getelementptr <3 x i64>, ptr addrspace(7) @__spirv_BuiltInLocalInvocationId, i64 0, i64 %d
  %v = load i64, ptr addrspace(7) %e
  %v32 = trunc i64 %v to i32
  %x32 = trunc i64 %x to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %s1 = mul i32 %y32, 10
  %s2 = mul i32 %v32, 100
  %s3 = add i32 %s1, %s2
  %s4 = add i32 %s3, %x32
  store i32 %s4, ptr addrspace(1) %a
  ret void
}
define spir_kernel void @scans(ptr addrspace(1) %p) {
  %l = call i64 @__mux_get_local_linear_id()
  %sg = call i32 @__mux_get_sub_group_id()
  %v = trunc i64 %l to i32
  %r = call i32 @__mux_work_group_reduce_add_i32(i32 0, i32 %v)
  %i = call i32 @__mux_work_group_scan_inclusive_add_i32(i32 1, i32 %v)
  %e = call i32 @__mux_work_group_scan_exclusive_umin_i32(i32 2, i32 %v)
  %x = call i32 @__mux_work_group_scan_exclusive_add_i32(i32 3, i32 %v)
  %s1 = mul i32 %sg, 10000
  %s2 = mul i32 %r, 1000
  %s3 = mul i32 %i, 100
  %s4 = add i32 %e, 2
  %s5 = mul i32 %x, 10
  %t1 = add i32 %s1, %s2
  %t2 = add i32 %s3, %s4
  %t3 = add i32 %t1, %t2
  %t4 = add i32 %t3, %s5
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 %t4, ptr addrspace(1) %a
  ret void
}
declare i32 @__mux_get_sub_group_id()
declare i32 @__mux_work_group_reduce_add_i32(i32, i32)
declare i32 @__mux_work_group_scan_inclusive_add_i32(i32, i32)
declare i32 @__mux_work_group_scan_exclusive_umin_i32(i32, i32)
declare i32 @__mux_work_group_scan_exclusive_add_i32(i32, i32)
