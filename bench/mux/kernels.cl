// Kernels that bench/mux.sh runs with mux-aot and with pocl; bench/mux/openmp.c has the same loops in C.

__kernel void triad(__global float *a, __global const float *b, __global const float *c, float s)
{
	size_t i = get_global_id(0);

	a[i] = b[i] + s * c[i];
}

__kernel void guarded_add(__global float *a, __global const float *b, __global const float *c, int n)
{
	int i = get_global_id(0);

	if (i < n)
		a[i] = b[i] + c[i];
}

float4 force_on(__global const float4 *body, int i, int n, float soft)
{
	float4 me = body[i];
	float x = 0, y = 0, z = 0;

	for (int j = 0; j < n; j++) {
		float4 you = body[j];
		float dx = you.x - me.x, dy = you.y - me.y, dz = you.z - me.z;
		float r = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + soft);
		float f = you.w * r * r * r;
		x += f * dx;
		y += f * dy;
		z += f * dz;
	}
	return (float4)(x, y, z, 0);
}

__kernel void nbody(__global const float4 *body, __global float4 *force, int n, float soft)
{
	int i = get_global_id(0);

	force[i] = force_on(body, i, n, soft);
}

__kernel void guarded_nbody(__global const float4 *body, __global float4 *force, int n, float soft)
{
	int i = get_global_id(0);

	if (i >= n)
		return;
	force[i] = force_on(body, i, n, soft);
}

#define TILE 16
__kernel void matrix(__global const float *a, __global const float *b, __global float *c, int n)
{
	__local float left[TILE][TILE], right[TILE][TILE];
	int lx = get_local_id(0), ly = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
	float sum = 0;

	for (int t = 0; t < n; t += TILE) {
		left[ly][lx] = a[y * n + t + lx];
		right[ly][lx] = b[(t + ly) * n + x];
		barrier(CLK_LOCAL_MEM_FENCE);
		for (int k = 0; k < TILE; k++)
			sum += left[ly][k] * right[k][lx];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	c[y * n + x] = sum;
}

__kernel void waves(__global float *a, __global const float *b)
{
	size_t i = get_global_id(0);

	a[i] = sin(b[i]) + exp(-b[i]);
}

__kernel void mandelbrot(__global float *out, int width, int rounds)
{
	int i = get_global_id(0), n = 0;
	float re = (i % width) * (3.0f / width) - 2.0f, im = (i / width) * (2.0f / width) - 1.0f, x = 0, y = 0;

	while (n < rounds && x * x + y * y < 4.0f) {
		float t = x * x - y * y + re;
		y = 2 * x * y + im;
		x = t;
		n++;
	}
	out[i] = n;
}

/* One row for each work-item. */
__kernel void matrix_vector(__global const float *a, __global const float *x, __global float *y, int n)
{
	int row = get_global_id(0);
	float sum = 0;

	for (int k = 0; k < n; k++)
		sum += a[row * n + k] * x[k];
	y[row] = sum;
}

#define GROUP 256

void add_up(__local float *part)
{
	int i = get_local_id(0);

	for (int d = GROUP / 2; d > 0; d /= 2) {
		barrier(CLK_LOCAL_MEM_FENCE);
		if (i < d)
			part[i] += part[i + d];
	}
}

/* The sum of each 256 numbers. */
__kernel void reduction(__global const float *in, __global float *out)
{
	__local float part[GROUP];

	part[get_local_id(0)] = in[get_global_id(0)];
	add_up(part);
	if (get_local_id(0) == 0)
		out[get_group_id(0)] = part[0];
}

__kernel void strided_dot(__global const float *a, __global const float *b, __global float *out, int n)
{
	__local float part[GROUP];
	float sum = 0;

	for (int i = get_global_id(0); i < n; i += get_global_size(0))
		sum += a[i] * b[i];
	part[get_local_id(0)] = sum;
	add_up(part);
	if (get_local_id(0) == 0)
		out[get_group_id(0)] = part[0];
}

/* The sums up to each of 256 numbers. */
__kernel void scan(__global const float *in, __global float *out)
{
	__local float part[GROUP];
	int i = get_local_id(0);

	part[i] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int d = 1; d < GROUP; d *= 2) {
		float other = i >= d ? part[i - d] : 0;
		barrier(CLK_LOCAL_MEM_FENCE);
		part[i] += other;
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	out[get_global_id(0)] = part[i];
}

/* Numbers from 0 to 1 in 256 bins. */
__kernel void histogram(__global const float *in, __global int *bins, int n)
{
	__local int part[GROUP];
	int i = get_local_id(0);

	part[i] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	for (int k = get_global_id(0); k < n; k += get_global_size(0))
		atomic_inc(&part[(int)(in[k] * 255)]);
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(&bins[i], part[i]);
}

/* Eight numbers in an array of the work-item's own, read in an order that depends on it. */
__kernel void private_array(__global const float *in, __global float *out)
{
	float own[8], sum = 0;
	int i = get_global_id(0);

	for (int k = 0; k < 8; k++)
		own[k] = in[i] * k + 1;
	for (int k = 0; k < 8; k++)
		sum = sum * 0.5f + own[(k * 3 + i) & 7];
	out[i] = sum;
}

/* The sums of each 16 numbers. */
#ifdef __opencl_c_subgroups
#define SUB_GROUP(n) __attribute__((intel_reqd_sub_group_size(n)))
SUB_GROUP(16) __kernel void sub_group_sums(__global const float *in, __global float *out)
{
	float sum = sub_group_reduce_add(in[get_global_id(0)]);

	if (get_sub_group_local_id() == 0)
		out[get_global_id(0) / 16] = sum;
}

/* The same work, but for the reduction, in sub-groups of 16 and of 1. */
SUB_GROUP(16) __kernel void waves16(__global float *a, __global const float *b)
{
	size_t i = get_global_id(0);

	a[i] = sin(b[i]) + exp(-b[i]) + get_max_sub_group_size() / 32;
}

SUB_GROUP(1) __kernel void waves1(__global float *a, __global const float *b)
{
	size_t i = get_global_id(0);

	a[i] = sin(b[i]) + exp(-b[i]) + get_max_sub_group_size() / 32;
}
#endif
