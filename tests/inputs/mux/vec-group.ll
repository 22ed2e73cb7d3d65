; Group operations of ComputeMux in vec-group scope: over the elements of a vector.
declare i1 @__mux_vec_group_any_v4i1(<4 x i1>)
declare i1 @__mux_vec_group_all_v4i1(<4 x i1>)
declare i64 @__mux_vec_group_broadcast_v2i64(<2 x i64>, i32)
declare float @__mux_vec_group_reduce_fadd_v4f32(<4 x float>)
declare <4 x i32> @__mux_vec_group_scan_inclusive_umin_v4i32(<4 x i32>)
declare <2 x i64> @__mux_vec_group_scan_exclusive_mul_v2i64(<2 x i64>)
declare i32 @__mux_vec_group_scan_exclusive_smax_i32(i32)
declare i32 @__mux_vec_group_broadcast_i32(i32, i32)
define spir_kernel void @vec(ptr addrspace(1) %o) {
  %any = call i1 @__mux_vec_group_any_v4i1(<4 x i1> <i1 false, i1 true, i1 false, i1 false>)
  %all = call i1 @__mux_vec_group_all_v4i1(<4 x i1> <i1 false, i1 true, i1 false, i1 false>)
  %any64 = zext i1 %any to i64
  %all64 = zext i1 %all to i64
  %b = call i64 @__mux_vec_group_broadcast_v2i64(<2 x i64> <i64 5, i64 6>, i32 1)
  %f = call float @__mux_vec_group_reduce_fadd_v4f32(<4 x float> <float 1.0, float 2.0, float 3.0, float 4.0>)
  %f64 = fptoui float %f to i64
  %m = call <4 x i32> @__mux_vec_group_scan_inclusive_umin_v4i32(<4 x i32> <i32 7, i32 -1, i32 3, i32 4>)
  %m3 = extractelement <4 x i32> %m, i32 3
  %m1 = extractelement <4 x i32> %m, i32 1
  %ms = shl i32 %m1, 4
  %mm = add i32 %ms, %m3
  %m64 = zext i32 %mm to i64
  %s = call <2 x i64> @__mux_vec_group_scan_exclusive_mul_v2i64(<2 x i64> <i64 9, i64 8>)
  %s0 = extractelement <2 x i64> %s, i32 0
  %s1 = extractelement <2 x i64> %s, i32 1
  %x = call i32 @__mux_vec_group_scan_exclusive_smax_i32(i32 3)
  %x64 = sext i32 %x to i64
  %y = call i32 @__mux_vec_group_broadcast_i32(i32 11, i32 0)
  %y64 = zext i32 %y to i64
  store i64 %any64, ptr addrspace(1) %o
  %p1 = getelementptr i64, ptr addrspace(1) %o, i32 1
  store i64 %all64, ptr addrspace(1) %p1
  %p2 = getelementptr i64, ptr addrspace(1) %o, i32 2
  store i64 %b, ptr addrspace(1) %p2
  %p3 = getelementptr i64, ptr addrspace(1) %o, i32 3
  store i64 %f64, ptr addrspace(1) %p3
  %p4 = getelementptr i64, ptr addrspace(1) %o, i32 4
  store i64 %m64, ptr addrspace(1) %p4
  %p5 = getelementptr i64, ptr addrspace(1) %o, i32 5
  store i64 %s0, ptr addrspace(1) %p5
  %p6 = getelementptr i64, ptr addrspace(1) %o, i32 6
  store i64 %s1, ptr addrspace(1) %p6
  %p7 = getelementptr i64, ptr addrspace(1) %o, i32 7
  store i64 %x64, ptr addrspace(1) %p7
  %p8 = getelementptr i64, ptr addrspace(1) %o, i32 8
  store i64 %y64, ptr addrspace(1) %p8
  ret void
}
