; Copies of lines and planes between global and local memory (cl_khr_extended_async_copies), which
; libclc lacks: share/mux.mk appends them to it.  Offsets and lengths are numbers of elements.  The
; work-items of the group share the lines; wait_group_events is a barrier.

declare i64 @__mux_get_local_linear_id()
declare i64 @__mux_get_local_size(i32)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define internal void @mux_copy_lines(ptr %to, ptr %from, i64 %size, i64 %line, i64 %lines, i64 %planes, i64 %from_line, i64 %from_plane, i64 %to_line, i64 %to_plane) alwaysinline nounwind {
entry:
  %first = call i64 @__mux_get_local_linear_id()
  %nx = call i64 @__mux_get_local_size(i32 0)
  %ny = call i64 @__mux_get_local_size(i32 1)
  %nz = call i64 @__mux_get_local_size(i32 2)
  %nxy = mul i64 %nx, %ny
  %n = mul i64 %nxy, %nz
  %all = mul i64 %lines, %planes
  %bytes = mul i64 %line, %size
  br label %test
test:
  %i = phi i64 [ %first, %entry ], [ %next, %copy ]
  %more = icmp ult i64 %i, %all
  br i1 %more, label %copy, label %done
copy:
  %y = urem i64 %i, %lines
  %z = udiv i64 %i, %lines
  %from_y = mul i64 %y, %from_line
  %from_z = mul i64 %z, %from_plane
  %from_at = add i64 %from_y, %from_z
  %from_byte = mul i64 %from_at, %size
  %source = getelementptr i8, ptr %from, i64 %from_byte
  %to_y = mul i64 %y, %to_line
  %to_z = mul i64 %z, %to_plane
  %to_at = add i64 %to_y, %to_z
  %to_byte = mul i64 %to_at, %size
  %target = getelementptr i8, ptr %to, i64 %to_byte
  call void @llvm.memcpy.p0.p0.i64(ptr %target, ptr %source, i64 %bytes, i1 false)
  %next = add i64 %i, %n
  br label %test
done:
  ret void
}

define ptr @_Z26async_work_group_copy_2D2DPU3AS3vmPU3AS1Kvmmmmmm9ocl_event(ptr %to, i64 %to_offset, ptr %from, i64 %from_offset, i64 %size, i64 %line, i64 %lines, i64 %from_line, i64 %to_line, ptr %event) alwaysinline nounwind {
  %to_byte = mul i64 %to_offset, %size
  %target = getelementptr i8, ptr %to, i64 %to_byte
  %from_byte = mul i64 %from_offset, %size
  %source = getelementptr i8, ptr %from, i64 %from_byte
  call void @mux_copy_lines(ptr %target, ptr %source, i64 %size, i64 %line, i64 %lines, i64 1, i64 %from_line, i64 0, i64 %to_line, i64 0)
  ret ptr %event
}

define ptr @_Z26async_work_group_copy_2D2DPU3AS1vmPU3AS3Kvmmmmmm9ocl_event(ptr %to, i64 %to_offset, ptr %from, i64 %from_offset, i64 %size, i64 %line, i64 %lines, i64 %from_line, i64 %to_line, ptr %event) alwaysinline nounwind {
  %to_byte = mul i64 %to_offset, %size
  %target = getelementptr i8, ptr %to, i64 %to_byte
  %from_byte = mul i64 %from_offset, %size
  %source = getelementptr i8, ptr %from, i64 %from_byte
  call void @mux_copy_lines(ptr %target, ptr %source, i64 %size, i64 %line, i64 %lines, i64 1, i64 %from_line, i64 0, i64 %to_line, i64 0)
  ret ptr %event
}

define ptr @_Z26async_work_group_copy_3D3DPU3AS3vmPU3AS1Kvmmmmmmmmm9ocl_event(ptr %to, i64 %to_offset, ptr %from, i64 %from_offset, i64 %size, i64 %line, i64 %lines, i64 %planes, i64 %from_line, i64 %from_plane, i64 %to_line, i64 %to_plane, ptr %event) alwaysinline nounwind {
  %to_byte = mul i64 %to_offset, %size
  %target = getelementptr i8, ptr %to, i64 %to_byte
  %from_byte = mul i64 %from_offset, %size
  %source = getelementptr i8, ptr %from, i64 %from_byte
  call void @mux_copy_lines(ptr %target, ptr %source, i64 %size, i64 %line, i64 %lines, i64 %planes, i64 %from_line, i64 %from_plane, i64 %to_line, i64 %to_plane)
  ret ptr %event
}

define ptr @_Z26async_work_group_copy_3D3DPU3AS1vmPU3AS3Kvmmmmmmmmm9ocl_event(ptr %to, i64 %to_offset, ptr %from, i64 %from_offset, i64 %size, i64 %line, i64 %lines, i64 %planes, i64 %from_line, i64 %from_plane, i64 %to_line, i64 %to_plane, ptr %event) alwaysinline nounwind {
  %to_byte = mul i64 %to_offset, %size
  %target = getelementptr i8, ptr %to, i64 %to_byte
  %from_byte = mul i64 %from_offset, %size
  %source = getelementptr i8, ptr %from, i64 %from_byte
  call void @mux_copy_lines(ptr %target, ptr %source, i64 %size, i64 %line, i64 %lines, i64 %planes, i64 %from_line, i64 %from_plane, i64 %to_line, i64 %to_plane)
  ret ptr %event
}
