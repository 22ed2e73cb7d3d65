// Atomic functions of OpenCL C 1.2.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#include "oracle.h"

K(atomic_ints)
{
	__local int a[12];
	uint l = LL;
	if (l < 12) a[l] = l == 6 ? -1 : (l == 5 ? 0x7fffffff : 0);
	if (l == 0)
		for (int i = 0; i < 12; i++) a[i] = i == 6 ? -1 : (i == 5 ? 0x7fffffff : 0);
	BL;
	int v = in[l];
	atomic_add(&a[0], v);
	atomic_sub(&a[1], v);
	atomic_inc(&a[2]);
	atomic_dec(&a[3]);
	atomic_max(&a[4], v);
	atomic_min(&a[5], v);
	atomic_and(&a[6], v);
	atomic_or(&a[7], v);
	atomic_xor(&a[8], v);
	atomic_xchg(&a[9], 7);
	atomic_cmpxchg(&a[10], 0, 5);
	BL;
	uint h = 0;
	for (int i = 0; i < 12; i++) h = h * 31 + a[i];
	out[GL] = h;
}

K(atomic_uints)
{
	__local uint a[12];
	uint l = LL;
	if (l == 0)
		for (int i = 0; i < 12; i++) a[i] = (i == 6 || i == 5) ? ~0u : 0;
	BL;
	uint v = in[l];
	atomic_add(&a[0], v);
	atomic_sub(&a[1], v);
	atomic_inc(&a[2]);
	atomic_dec(&a[3]);
	atomic_max(&a[4], v);
	atomic_min(&a[5], v);
	atomic_and(&a[6], v);
	atomic_or(&a[7], v);
	atomic_xor(&a[8], v);
	atomic_xchg(&a[9], 7u);
	atomic_cmpxchg(&a[10], 0u, 5u);
	BL;
	uint h = 0;
	for (int i = 0; i < 12; i++) h = h * 31 + a[i];
	out[GL] = h;
}

K(atomic_longs)
{
	__local long a[8];
	uint l = LL;
	if (l == 0)
		for (int i = 0; i < 8; i++) a[i] = 0;
	BL;
	long v = ((long)(int)in[l] << 20) + in[l + 1];
	atom_add(&a[0], v);
	atom_sub(&a[1], v);
	atom_inc(&a[2]);
	atom_max(&a[3], v);
	atom_min(&a[4], v);
	atom_or(&a[5], v);
	atom_xor(&a[6], v);
	atom_cmpxchg(&a[7], 0L, 99L);
	BL;
	ulong h = 0;
	for (int i = 0; i < 8; i++) h = h * 31 + a[i];
	out[GL] = h ^ (h >> 32);
}

K(atomic_ulongs)
{
	__local ulong a[8];
	uint l = LL;
	if (l == 0)
		for (int i = 0; i < 8; i++) a[i] = 0;
	BL;
	ulong v = ((ulong)in[l] << 20) + in[l + 1];
	atom_add(&a[0], v);
	atom_sub(&a[1], v);
	atom_dec(&a[2]);
	atom_max(&a[3], v);
	atom_min(&a[4], v);
	atom_and(&a[5], v);
	atom_xchg(&a[6], 5ul);
	atom_cmpxchg(&a[7], 0ul, 99ul);
	BL;
	ulong h = 0;
	for (int i = 0; i < 8; i++) h = h * 31 + a[i];
	out[GL] = h ^ (h >> 32);
}

K(float_exchange)
{
	__local float f;
	if (LL == 0) f = 0;
	BL;
	atomic_xchg(&f, 3.0f);
	BL;
	out[GL] = as_uint(f);
}

K(atomic_global)
{
	__global int *o = (__global int *)out + 4000;
	atomic_add(o, 1);
	atomic_max(o + 1, (int)GL);
	out[GL] = 1;
}

K(histogram)
{
	__local uint hist[16];
	uint l = LL;
	for (uint i = l; i < 16; i += LN) hist[i] = 0;
	BL;
	atomic_inc(&hist[in[GL] & 15]);
	atomic_inc(&hist[in[GL + 9] & 15]);
	BL;
	out[GL] = hist[l & 15] * 3 + hist[(l + 7) & 15];
}

K(lock_by_exchange)
{
	__local int lock, sum;
	if (LL == 0) lock = 0, sum = 0;
	BL;
	for (int t = 0; t < 1; t++) {
		bool done = false;
		while (!done) {
			if (atomic_cmpxchg(&lock, 0, 1) == 0) {
				sum += in[LL] & 255;
				atomic_xchg(&lock, 0);
				done = true;
			}
		}
	}
	BL;
	out[GL] = sum;
}

K(float_sum_by_exchange)
{
	__local float f;
	if (LL == 0) f = 0;
	BL;
	volatile __local int *p = (volatile __local int *)&f;
	int old = *p, as;
	do {
		as = old;
		old = atomic_cmpxchg(p, as, as_int(as_float(as) + (float)(in[LL] & 15)));
	} while (old != as);
	BL;
	out[GL] = as_uint(f);
}
