// Asynchronous copies.
#include "oracle.h"

#define COPIES(T, n) \
	K(copy_##T##n) \
	{ \
		__local T##n a[40]; \
		__local T##n b[40]; \
		uint l = LL, N = LN; \
		__global const T##n *s = (__global const T##n *)in; \
		event_t e = async_work_group_copy(a, s + get_group_id(0), (size_t)N, 0); \
		event_t f = async_work_group_strided_copy(b, s, (size_t)N, (size_t)2, e); \
		wait_group_events(1, &f); \
		BL; \
		uint h = 0; \
		__local uchar *p = (__local uchar *)(a + (l + 1) % N); \
		__local uchar *q = (__local uchar *)(b + (N - 1 - l)); \
		for (uint i = 0; i < sizeof(T##n); i++) h = h * 31 + p[i] * 7 + q[i]; \
		out[GL] = h; \
	}

COPIES(char, 2)
COPIES(uchar, 4)
COPIES(short, 8)
COPIES(ushort, 16)
COPIES(int, 2)
COPIES(uint, 4)
COPIES(int, 8)
COPIES(long, 2)
COPIES(ulong, 16)
COPIES(float, 4)
COPIES(float, 8)
COPIES(double, 2)
COPIES(double, 4)

K(copy_scalars)
{
	__local float a[40];
	__local double b[40];
	uint l = LL, N = LN;
	event_t e[2];
	e[0] = async_work_group_copy(a, (__global const float *)in, N, 0);
	e[1] = async_work_group_copy(b, (__global const double *)(in + 64), N, 0);
	wait_group_events(2, e);
	out[GL] = as_uint(a[(l + 3) % N]) + (uint)as_ulong(b[(l + 1) % N]);
}

K(copy_out)
{
	__local uint a[40];
	uint l = LL, N = LN;
	uint base = ((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)) * N;
	a[l] = l * 3 + base;
	BL;
	event_t e = async_work_group_copy(out + base, a, N, 0);
	wait_group_events(1, &e);
}

K(copy_out_strided)
{
	__local uint a[40];
	uint l = LL, N = LN;
	uint base = ((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0)) * N * 3;
	a[l] = l * 3 + base + 1;
	BL;
	event_t e = async_work_group_strided_copy(out + base, a, N, 3, 0);
	wait_group_events(1, &e);
}

K(copy_ahead)
{
	__local uint a[2][40];
	uint l = LL, N = LN, s = 0;
	event_t e = async_work_group_copy(a[0], in, N, 0);
	for (int i = 0; i < 5; i++) {
		event_t n = e;
		if (i < 4) n = async_work_group_copy(a[(i + 1) & 1], in + (i + 1) * N, N, 0);
		wait_group_events(1, &e);
		s += a[i & 1][(l + i) % N];
		e = n;
		BL;
	}
	out[GL] = s;
}

void fetch(__local uint *d, __global const uint *s, uint n)
{
	event_t e = async_work_group_copy(d, s, n, 0);
	wait_group_events(1, &e);
}

K(copy_in_helper)
{
	__local uint a[40];
	fetch(a, in + 5, LN);
	out[GL] = a[LN - 1 - LL];
}

K(prefetched)
{
	prefetch(in, 64);
	prefetch((__global const float4 *)in, 4);
	out[GL] = in[GL];
}

K(copy_int3)
{
	__local int3 a[40];
	uint l = LL, N = LN;
	event_t e = async_work_group_copy(a, (__global const int3 *)in, N, 0);
	wait_group_events(1, &e);
	int3 v = a[(l + 1) % N];
	out[GL] = v.x * 3 + v.y * 5 + v.z;
}
