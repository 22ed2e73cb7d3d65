// Atomic functions of OpenCL C 2.0.
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
#include "oracle.h"

K(add)
{
	__local atomic_int a;
	if (LL == 0) atomic_init(&a, 5);
	BL;
	atomic_fetch_add(&a, (int)in[LL]);
	BL;
	out[GL] = atomic_load(&a);
}

K(words)
{
	__local atomic_uint a[8];
	if (LL == 0)
		for (int i = 0; i < 8; i++) atomic_store(&a[i], i == 3 ? ~0u : 0u);
	BL;
	uint v = in[LL];
	atomic_fetch_sub_explicit(&a[0], v, memory_order_relaxed);
	atomic_fetch_or_explicit(&a[1], v, memory_order_acq_rel, memory_scope_work_group);
	atomic_fetch_xor(&a[2], v);
	atomic_fetch_and(&a[3], v);
	atomic_fetch_min(&a[4], v);
	atomic_fetch_max_explicit(&a[5], v, memory_order_relaxed, memory_scope_device);
	BL;
	uint h = 0;
	for (int i = 0; i < 8; i++) h = h * 31 + atomic_load_explicit(&a[i], memory_order_acquire, memory_scope_work_group);
	out[GL] = h;
}

K(lock_by_flag)
{
	__local atomic_flag f;
	__local int s;
	if (LL == 0) {
		atomic_flag_clear(&f);
		s = 0;
	}
	BL;
	bool d = false;
	while (!d)
		if (!atomic_flag_test_and_set_explicit(&f, memory_order_acquire)) {
			s += LL;
			atomic_flag_clear_explicit(&f, memory_order_release);
			d = true;
		}
	BL;
	out[GL] = s;
}

K(exchange_once)
{
	__local atomic_int a;
	if (LL == 0) atomic_init(&a, 0);
	BL;
	int e = 0;
	bool w = atomic_compare_exchange_strong(&a, &e, 7);
	BL;
	__local atomic_int n;
	if (LL == 0) atomic_init(&n, 0);
	BL;
	if (w) atomic_fetch_add(&n, 1);
	BL;
	out[GL] = atomic_load(&n) * 100 + (w ? 0 : e) + atomic_load(&a) * (w ? 1 : 0) + (w ? 0 : 0);
	out[GL] = atomic_load(&n) * 100 + atomic_load(&a);
}

K(float_add)
{
	__local atomic_float a;
	if (LL == 0) atomic_init(&a, 0.0f);
	BL;
	float e = atomic_load(&a);
	while (!atomic_compare_exchange_weak_explicit(&a, &e, e + (float)(in[LL] & 15), memory_order_acq_rel,
						      memory_order_relaxed, memory_scope_work_group))
		;
	BL;
	out[GL] = as_uint(atomic_load(&a));
}

K(long_max)
{
	__local atomic_long a;
	__local atomic_ulong b;
	if (LL == 0) {
		atomic_init(&a, 0);
		atomic_init(&b, 0);
	}
	BL;
	atomic_fetch_add(&a, (long)(int)in[LL] * 1000000L);
	atomic_fetch_max(&b, (ulong)in[LL] << 30);
	BL;
	long s = atomic_load(&a) ^ (long)atomic_load(&b);
	out[GL] = (uint)(s ^ (s >> 32));
}

K(fences)
{
	__local atomic_int a;
	if (LL == 0) atomic_store_explicit(&a, 3, memory_order_release);
	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_work_group);
	atomic_work_item_fence(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
	int x = atomic_exchange_explicit(&a, 3, memory_order_relaxed);
	mem_fence(CLK_LOCAL_MEM_FENCE);
	read_mem_fence(CLK_GLOBAL_MEM_FENCE);
	write_mem_fence(CLK_GLOBAL_MEM_FENCE);
	out[GL] = x;
}

global atomic_int gcount = ATOMIC_VAR_INIT(0);

K(counter)
{
	int x = atomic_fetch_add_explicit(&gcount, 1, memory_order_relaxed);
	out[GL] = x >= 0;
}

K(tickets)
{
	__local atomic_uint t;
	if (LL == 0) atomic_init(&t, 0u);
	BL;
	uint k = atomic_fetch_add_explicit(&t, 1u, memory_order_relaxed, memory_scope_work_group);
	__local uint q[64];
	q[k] = in[LL];
	BL;
	uint h = 0;
	for (uint i = 0; i < LN; i++) h += q[i];
	out[GL] = h;
}

K(global_cells)
{
	volatile __global atomic_uint *g = (volatile __global atomic_uint *)(out + 4000);
	atomic_fetch_add(g, 2u);
	atomic_fetch_or(g + 1, 1u << (GL & 31));
	atomic_store(g + 2, 5u);
	atomic_uintptr_t *unused;
	out[GL] = atomic_load(g + 2);
}

K(double_add)
{
	__local atomic_double d;
	if (LL == 0) atomic_init(&d, 1.0);
	BL;
	double e = atomic_load(&d);
	while (!atomic_compare_exchange_strong(&d, &e, e + 1.0))
		;
	BL;
	out[GL] = (uint)(int)atomic_load(&d);
}

// orders and scopes of all kinds
K(scopes)
{
	__local atomic_int a;
	int expected = 5;
	if (LL == 0)
		atomic_store_explicit(&a, 5, memory_order_seq_cst, memory_scope_all_svm_devices);
	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_device);
	int v = atomic_load_explicit(&a, memory_order_seq_cst, memory_scope_sub_group) +
		atomic_load_explicit(&a, memory_order_acquire, memory_scope_all_svm_devices) * 3 +
		atomic_load_explicit(&a, memory_order_relaxed, memory_scope_work_item) * 5;
	v += atomic_fetch_add_explicit(&a, 0, memory_order_release, memory_scope_work_item) * 7;
	v += atomic_compare_exchange_strong_explicit(&a, &expected, 5, memory_order_seq_cst, memory_order_acquire, memory_scope_all_svm_devices);
	work_group_barrier(CLK_LOCAL_MEM_FENCE, memory_scope_all_svm_devices);
	atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_seq_cst, memory_scope_sub_group);
	out[GL] = v + expected * 11;
}
