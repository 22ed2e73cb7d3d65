// cl_khr_extended_async_copies: lines and planes.
event_t __attribute__((overloadable)) async_work_group_copy_2D2D(__local void *, size_t, const __global void *, size_t, size_t, size_t,
								 size_t, size_t, size_t, event_t);
event_t __attribute__((overloadable)) async_work_group_copy_3D3D(__global void *, size_t, const __local void *, size_t, size_t, size_t,
								 size_t, size_t, size_t, size_t, size_t, size_t, event_t);

__kernel void planes(__global int *out, __global const int *in)
{
	__local int tmp[32];
	event_t event;

	for (int i = get_local_linear_id(); i < 32; i += get_local_size(0) * get_local_size(1) * get_local_size(2))
		tmp[i] = 100 + i;
	barrier(CLK_LOCAL_MEM_FENCE);
	event = async_work_group_copy_2D2D(tmp, 1, in, 5, sizeof(int), 3, 2, 8, 4, 0);
	wait_group_events(1, &event);
	event = async_work_group_copy_3D3D(out, 1, tmp, 1, sizeof(int), 2, 2, 2, 4, 8, 3, 6, 0);
	wait_group_events(1, &event);
}
