// Atomic functions of OpenCL C 1.2 and 2.0; cells begin as 0, 1, 2 ...
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

#define I ((int)get_global_linear_id())

__kernel void atomics_c11(__global int *out, volatile __global int *cell)
{
	volatile __global atomic_int *p = (volatile __global atomic_int *)cell;
	volatile __global atomic_uint *u = (volatile __global atomic_uint *)(cell + 8);
	volatile __global atomic_float *f = (volatile __global atomic_float *)(cell + 12);
	__local atomic_int a;
	__local atomic_uint b;
	int expected = 5;
	bool exchanged;
	float before;

	if (I == 0) {
		atomic_init(&a, 10);
		atomic_init(&b, 20u);
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_fetch_add(&a, 1);
	atomic_fetch_sub_explicit(&b, 1u, memory_order_relaxed, memory_scope_work_group);
	atomic_fetch_or(p, 1 << (I & 31));
	atomic_fetch_min_explicit(p + 1, -I, memory_order_relaxed, memory_scope_device);
	atomic_fetch_max(p + 2, I - 100);
	atomic_fetch_and(p + 3, ~I);
	atomic_fetch_max(u, I ? 0xffffff00u + I : 0u);
	atomic_fetch_min(u + 1, 0xffffffffu);
	atomic_fetch_xor_explicit(u + 2, (uint)I, memory_order_acq_rel);
	atomic_store_explicit(f, 2.5f, memory_order_release);
	before = atomic_exchange(f + 1, 2.0f);
	barrier(CLK_LOCAL_MEM_FENCE);
	exchanged = atomic_compare_exchange_strong(&a, &expected, 7);
	expected = exchanged ? -1 : expected;
	out[I] = expected * 1000 + atomic_load_explicit(&b, memory_order_acquire, memory_scope_work_group) * 10 +
		 (int)atomic_load(f) + (before == 2.0f || before == as_float(13));
}

__kernel void atomics_wide(__global int *out, volatile __global long *cell)
{
	volatile __global atomic_long *p = (volatile __global atomic_long *)cell;
	volatile __global atomic_ulong *u = (volatile __global atomic_ulong *)(cell + 2);
	volatile __global atomic_double *d = (volatile __global atomic_double *)(cell + 3);
	ulong expected = atomic_load(u);

	atomic_fetch_add(p, 0x100000001L);
	atomic_fetch_min_explicit(p + 1, -((long)I << 32), memory_order_seq_cst, memory_scope_all_svm_devices);
	while (!atomic_compare_exchange_weak_explicit(u, &expected, expected + 3, memory_order_acq_rel, memory_order_relaxed,
						      memory_scope_device))
		;
	atomic_store(d, 3.5);
	out[I] = (int)(atomic_load(d) * 2);
	atom_add(cell + 4, 5L);
	atom_max(cell + 5, (long)I << 33);
	atom_cmpxchg(cell + 6, 6L, 1L << 40);
	atom_inc(cell + 7);
	atom_xchg(cell + 8, 9L);
}

__kernel void atomics_flag(__global int *out)
{
	__local atomic_flag flag;
	__local int count;

	if (I == 0) {
		atomic_flag_clear(&flag);
		count = 0;
	}
	barrier(CLK_LOCAL_MEM_FENCE);
	if (!atomic_flag_test_and_set(&flag))
		count += 5;
	barrier(CLK_LOCAL_MEM_FENCE);
	if (I == 0)
		atomic_flag_clear_explicit(&flag, memory_order_release, memory_scope_work_group);
	barrier(CLK_LOCAL_MEM_FENCE);
	if (!atomic_flag_test_and_set_explicit(&flag, memory_order_acquire, memory_scope_work_group))
		count += 7;
	atomic_work_item_fence(CLK_LOCAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[I] = count;
}

__kernel void atomics_old(__global int *out, volatile __global int *cell)
{
	__local uint t[2];

	if (I == 0)
		t[0] = t[1] = 0;
	barrier(CLK_LOCAL_MEM_FENCE);
	atomic_add(cell, 2);
	atomic_sub(cell + 1, 3);
	atomic_inc(cell + 2);
	atomic_dec(cell + 3);
	atomic_or(cell + 4, 1 << (I & 15));
	atomic_and(cell + 5, ~1);
	atomic_xor(cell + 6, I);
	atomic_min(cell + 7, -I);
	atomic_max((volatile __global uint *)cell + 8, I ? 0xffffff00u + I : 0u);
	atomic_xchg((volatile __global float *)cell + 9, 1.5f);
	atomic_cmpxchg(cell + 10, 10, 55);
	atom_add(cell + 11, 2);
	atomic_inc(t);
	atomic_max(t + 1, (uint)I);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[I] = t[0] * 100 + t[1];
}
