// Collectives of work-groups.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#include "oracle.h"

#define COLLECTIVES(T) \
	K(collectives_##T) \
	{ \
		uint g = GL, l = LL; \
		T v = (T)((int)(in[l + g] & 127) - 60); \
		uint o = g * 12; \
		out[o] = (uint)(int)work_group_reduce_add(v); \
		out[o + 1] = (uint)(int)work_group_reduce_min(v); \
		out[o + 2] = (uint)(int)work_group_reduce_max(v); \
		out[o + 3] = (uint)(int)work_group_scan_inclusive_add(v); \
		out[o + 4] = (uint)(int)work_group_scan_exclusive_add(v); \
		out[o + 5] = (uint)(int)work_group_scan_inclusive_min(v); \
		out[o + 6] = (uint)(int)work_group_scan_inclusive_max(v); \
		T x = work_group_scan_exclusive_min(v), y = work_group_scan_exclusive_max(v); \
		out[o + 7] = l ? (uint)(int)x : 0; \
		out[o + 8] = l ? (uint)(int)y : 0; \
		out[o + 9] = (uint)(int)work_group_broadcast(v, (size_t)0); \
	}

COLLECTIVES(int)
COLLECTIVES(uint)
COLLECTIVES(long)
COLLECTIVES(ulong)
COLLECTIVES(float)
COLLECTIVES(double)

K(any_all)
{
	uint g = GL, l = LL;
	out[g] = work_group_any(l == 3) + 2 * work_group_all(l < 40) + 4 * work_group_any((int)in[g] & 1) +
		 8 * work_group_all(in[g] | 1) + 16 * work_group_all(l != 2);
}

K(collectives_in_loop)
{
	uint s = 0;
	for (uint i = 0; i < 4; i++) {
		uint v = work_group_reduce_add(in[LL + i] & 255);
		if (v & 1) s += work_group_scan_inclusive_add(LL);
		else s ^= work_group_broadcast(LL, 0ul);
	}
	out[GL] = s;
}

K(identities)
{
	uint x = work_group_scan_exclusive_max(in[LL]);
	int y = work_group_scan_exclusive_min((int)in[LL]);
	float f = work_group_scan_exclusive_max((float)(int)in[LL]);
	out[GL] = LL ? x + y + as_uint(f) : x == 0 && y == 0x7fffffff && f == -INFINITY;
}

int hsum(int x)
{
	return work_group_reduce_add(x) * 2;
}

K(collectives_in_helper)
{
	int a = hsum(in[LL] & 15);
	int b = a > 10 ? hsum(1) : hsum(2);
	out[GL] = a * b;
}

K(sub_group_queries)
{
	out[GL * 6] = get_sub_group_size() > 0;
	out[GL * 6 + 1] = get_max_sub_group_size() >= get_sub_group_size();
	out[GL * 6 + 2] = get_sub_group_local_id() < get_sub_group_size();
	out[GL * 6 + 3] = get_sub_group_id() < get_num_sub_groups();
	out[GL * 6 + 4] = sub_group_any(1) + sub_group_all(0) * 2;
	out[GL * 6 + 5] = get_enqueued_num_sub_groups() >= get_num_sub_groups();
	sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}

// A bit for each wrong value.
K(collectives_checked)
{
	__local int a[64];
	uint g = GL, l = LL;
	int v = (int)(in[l + g] & 127) - 60;
	a[l] = v;
	BL;
	int s = 0, mn = v, mx = v, si = 0, se = 0;
	for (uint i = 0; i < LN; i++) {
		s += a[i];
		mn = min(mn, a[i]);
		mx = max(mx, a[i]);
		if (i <= l) si += a[i];
		if (i < l) se += a[i];
	}
	float f = (float)v;
	out[g] = (work_group_reduce_add(v) != s) | (work_group_reduce_min(v) != mn) << 1 | (work_group_reduce_max(v) != mx) << 2 |
		 (work_group_scan_inclusive_add(v) != si) << 3 | (work_group_scan_exclusive_add(v) != se) << 4 |
		 (work_group_reduce_add(f) != (float)s) << 5 | (work_group_scan_exclusive_add((double)v) != (double)se) << 6 |
		 (work_group_reduce_max((long)v) != mx) << 7 | (work_group_scan_inclusive_add((ulong)v) != (ulong)(long)si) << 8 |
		 (work_group_reduce_min((uint)v) > (uint)v) << 9 |
		 (work_group_broadcast(v, get_local_size(0) - 1) != a[get_local_size(0) - 1] && get_local_size(1) == 1) << 10;
}

// The first work-items have left, and the index is not known to be the same for the others.
K(broadcast_to_the_rest)
{
	__local uint chosen;
	if (LL == 0) chosen = LN > 3 ? 3 : 0;
	BL;
	if (LN > 3 && LL < 2) {
		out[GL] = 1;
		return;
	}
	out[GL] = work_group_broadcast(in[GL], atomic_or(&chosen, 0u));
}
