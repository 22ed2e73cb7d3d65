// Kernels that tests/mux-aot.bats runs: each one a shape that regions must get right.

__kernel void add(__global float *a, __global const float *b, float s)
{
	size_t i = get_global_id(0);

	a[i] = b[i] + s;
}

__kernel void ids(__global long *out)
{
	size_t n = get_global_size(0) * get_global_size(1);
	size_t i = (get_global_id(2) - get_global_offset(2)) * n +
		   (get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);

	out[i] = get_local_id(0) + 10 * get_local_id(1) + 100 * get_local_id(2) + 1000 * get_group_id(0) +
		 10000 * get_group_id(1) + 100000 * get_num_groups(0) + 1000000 * get_local_size(1) +
		 10000000 * get_global_id(0);
}

__kernel void far_dimensions(__global long *out, uint d)
{
	out[get_global_id(0)] = get_global_id(d) + 10 * get_local_size(d) + 100 * get_num_groups(d) +
				1000 * get_group_id(d) + 10000 * get_global_size(d);
}

__kernel void reverse_group(__global int *out, __local int *tmp)
{
	size_t l = get_local_id(0), n = get_local_size(0);

	tmp[l] = get_global_id(0);
	barrier(CLK_LOCAL_MEM_FENCE);
	out[get_global_id(0)] = tmp[n - 1 - l];
}

__kernel void sum_group(__global const int *in, __global int *out)
{
	__local int tmp[64];
	size_t l = get_local_id(0);

	tmp[l] = in[get_global_id(0)];
	barrier(CLK_LOCAL_MEM_FENCE);
	for (size_t s = get_local_size(0) / 2; s > 0; s >>= 1) {
		if (l < s)
			tmp[l] += tmp[l + s];
		barrier(CLK_LOCAL_MEM_FENCE);
	}
	if (l == 0)
		out[get_group_id(0)] = tmp[0];
}

// Barriers in a uniform branch and in a loop, a private array across them, an early return.
__kernel void branches(__global int *out, int flag, __local int *tmp)
{
	int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0), r = 0, own[4];

	for (int k = 0; k < 4; k++)
		own[k] = g * (k + 1) + l;
	if (flag > 1) {
		tmp[l] = own[l & 3];
		barrier(CLK_LOCAL_MEM_FENCE);
		r = tmp[(l + 1) % n];
		for (int i = 0; i < flag; i++) {
			barrier(CLK_LOCAL_MEM_FENCE);
			tmp[l] = r + own[(l + i) & 3];
			barrier(CLK_LOCAL_MEM_FENCE);
			r += tmp[n - 1 - l];
			if (r & 1)
				r += i;
		}
	} else if (flag == 1) {
		r = own[(l + 1) & 3];
		if (r & 1) {
			out[g] = -r;
			return;
		}
	}
	out[g] = r + own[l & 3];
}

__kernel void maths(__global float *out)
{
	size_t i = get_global_id(0);
	float x = (float)i * 0.25f;

	out[i] = sin(x) + exp(-x) + pow(x, 1.5f) + fmax(x, 1.0f) + sqrt(x) + native_sin(0.0f);
}

__kernel void count(__global int *counter, __global int *order)
{
	order[atomic_add(counter, 1)] = 1;
}

__kernel __attribute__((reqd_work_group_size(8, 2, 1))) void fixed_size(__global int *out)
{
	out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_size(0) * get_local_size(1);
}

__kernel void sub_groups(__global int *out, __global int *seen)
{
	int g = get_global_id(0);

	out[g] = get_sub_group_size() + 10 * get_sub_group_local_id() + 100 * get_sub_group_id() +
		 10000 * get_num_sub_groups() + sub_group_reduce_add(g);
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
	seen[g] = sub_group_scan_exclusive_min(g) == 2147483647 && sub_group_broadcast(g, 0) == g;
}


int exchange_if(__global int *p, int scope, int equal, int unequal, int value, int old)
	__asm("_Z29__spirv_AtomicCompareExchangePjiiijj");

// Each work-item adds its number by a loop of compare and exchange; the sum is that of plain atomics.
__kernel void exchange(__global int *sums)
{
	int add = get_global_id(0), old = 0, seen;

	while ((seen = exchange_if(sums, 1, 0, 0, old + add, old)) != old)
		old = seen;
	__opencl_atomic_fetch_add((__global atomic_int *)sums + 1, add, memory_order_relaxed, memory_scope_device);
	__opencl_atomic_fetch_max((__global atomic_int *)sums + 2, add, memory_order_acq_rel, memory_scope_work_group);
	atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_seq_cst, memory_scope_device);
}

__kernel void collectives(__global int *out, int rounds)
{
	int g = get_global_id(0), sum = 0;
	size_t n = get_global_size(0);

	out[g] = work_group_reduce_add(g);
	out[n + g] = work_group_scan_inclusive_max(g ^ 2);
	out[2 * n + g] = work_group_scan_exclusive_add(g + 1);
	out[3 * n + g] = work_group_broadcast(g, 1);
	out[4 * n + g] = work_group_any(g == 5) * 2 + work_group_all(g < 5);
	out[5 * n + g] = (int)work_group_scan_exclusive_min((float)g);
	for (int i = 0; i < rounds; i++)
		sum += work_group_reduce_min(g + i) + work_group_reduce_max((uint)rounds);
	out[6 * n + g] = sum;
}

/* Elements of several sizes, both ways, with strides; events go from copy to copy. */
__kernel void copies(__global uint *out, __global const uint *in, __local uint *l, __local ushort4 *h)
{
	uint i = get_local_id(0);
	event_t e = async_work_group_copy(l, in, 16, 0), f;

	e = async_work_group_strided_copy(l + 16, in, 4, 3, e);
	e = async_work_group_copy(h, (__global const ushort4 *)in, 2, e);
	wait_group_events(1, &e);
	out[i] = l[i & 15] + l[16 + (i & 3)] * 100 + h[1].z * 10000;
	barrier(CLK_LOCAL_MEM_FENCE);
	e = async_work_group_copy(out + 6, l + 10, 3, 0);
	f = async_work_group_strided_copy(out + 9, l, 3, 2, 0);
	wait_group_events(1, &e);
	wait_group_events(1, &f);
}

/* Several cases end at once, with values that are constant there. */
__kernel void cases(__global int *out, __global const int *in)
{
	int i = get_global_id(0), r = 3;
	long s = 70;

	switch (in[i]) {
	case 1: case 5:
		break;
	case 2:
		r = out[i] * in[i];
		break;
	case 3:
		out[i] = 9;
		r = 8;
		break;
	default:
		r = out[i] + 100;
	}
	switch (((long)in[i] << 33) + 1) {
	case 1: case ((long)4 << 33) + 1: case ((long)6 << 33) + 1:
		break;
	case ((long)2 << 33) + 1:
		s = out[i] - 5;
		break;
	default:
		s = out[i] * 2;
	}
	out[i] += r * 1000 + (int)s;
}
