/* Kernels whose speed hangs on what the compiler finds out about addresses. */
struct parameters {
	__global double *to;
	__global const double *from;
	ulong first, end;
};

__kernel void copy(struct parameters p)
{
	size_t i = get_global_id(0);

	if (i < p.end)
		p.to[p.first + i] = p.from[p.first + i];
}

__kernel void dot_product(__global const double *a, __global const double *b, __global double *sums, ulong n,
			  __local double *part)
{
	size_t l = get_local_id(0);

	part[l] = 0;
	for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
		part[l] += a[i] * b[i];
	for (size_t stride = get_local_size(0) / 2; stride; stride /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (l < stride)
			part[l] += part[l + stride];
	}
	if (l == 0)
		sums[get_group_id(0)] = part[0];
}
