/* What spirv-kernels.cpp builds: parameters of every kind. */
typedef struct {
	int a;
	char b;
	double c;
} mixed;

kernel void all(global int *out, char c, float3 v, mixed s, local float *t, constant int *q, ulong n, local int *u)
{
	const size_t i = get_local_id(0);

	t[i] = get_global_id(0);
	u[i] = get_group_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	const size_t other = get_local_size(0) - 1 - i;
	out[get_global_id(0)] = c + (int)v.z + s.a + s.b + (int)s.c + (int)n + q[1] + (int)t[other] + 1000 * u[other];
}

__attribute__((reqd_work_group_size(4, 2, 1)))
kernel void scaled(global float *x, float f)
{
	x[get_global_id(1) * get_global_size(0) + get_global_id(0)] *= f;
}

kernel void ids(global int *x)
{
	const size_t place = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);

	x[place] = (int)(get_global_id(2) * 100 + get_global_id(1) * 10 + get_global_id(0));
}

kernel void nothing(void)
{
}

kernel void one(global int *x, short s, uchar b, long l)
{
	*x = s * 1000000 + b * 1000 + (int)l;
}
