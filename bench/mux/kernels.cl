// Kernels that bench/mux.sh runs with mux-aot and with pocl; bench/mux/openmp.c has the same loops in C.

__kernel void triad(__global float *a, __global const float *b, __global const float *c, float s)
{
	size_t i = get_global_id(0);

	a[i] = b[i] + s * c[i];
}

__kernel void nbody(__global const float4 *body, __global float4 *force, int n, float soft)
{
	int i = get_global_id(0);

	if (i >= n)
		return;
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
	force[i] = (float4)(x, y, z, 0);
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
