// Sub-groups; a bit for each wrong value.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#include "oracle.h"

uint __attribute__((overloadable)) sub_group_shuffle(uint, uint);
uint __attribute__((overloadable)) sub_group_clustered_reduce_add(uint, uint);
int __attribute__((overloadable)) sub_group_clustered_reduce_max(int, uint);
uint __attribute__((overloadable)) sub_group_clustered_reduce_xor(uint, uint);
int __attribute__((overloadable)) sub_group_clustered_reduce_logical_or(int, uint);
int __attribute__((overloadable)) sub_group_clustered_reduce_logical_and(int, uint);
#define CHECK(S) \
	__attribute__((intel_reqd_sub_group_size(S))) K(clusters_##S) \
	{ \
		uint l = LL, n = LN, sg = l / S, first = sg * S, size = min((uint)S, n - first), id = l - first; \
		uint w = 0; \
		uint v = in[l] & 1023; \
		__local uint a[64]; \
		a[l] = v; \
		BL; \
		uint s = 0, c = 0, cx = 0; \
		int m = -5; \
		uint cl = min(4u, (uint)S); \
		for (uint i = 0; i < size; i++) s += a[first + i]; \
		w |= (get_sub_group_local_id() != id) | (get_sub_group_size() != size) << 1 | (get_sub_group_id() != sg) << 2 | \
		     (get_num_sub_groups() != (n + S - 1) / S) << 3 | (get_max_sub_group_size() != S) << 4; \
		w |= (sub_group_reduce_add(v) != s) << 5 | (sub_group_broadcast(v, size - 1) != a[first + size - 1]) << 6 | \
		     (sub_group_reduce_max((float)v) < (float)v) << 7; \
		w |= (sub_group_shuffle(v, size - 1 - id) != a[first + size - 1 - id]) << 8; \
		if (size == S) { \
			for (uint i = id / cl * cl; i < id / cl * cl + cl; i++) { \
				c += a[first + i]; \
				cx ^= a[first + i]; \
				m = max(m, (int)a[first + i] - 500); \
			} \
			w |= (sub_group_clustered_reduce_add(v, cl) != c) << 9 | \
			     (sub_group_clustered_reduce_xor(v, cl) != cx) << 10 | \
			     (sub_group_clustered_reduce_max((int)v - 500, cl) != m) << 11 | \
			     (!sub_group_clustered_reduce_logical_or(id % 4 == 1, cl)) << 12 | \
			     (sub_group_clustered_reduce_logical_and(id % 4 != 3, cl) != 0) << 13; \
		} \
		out[GL] = w + 0x10000; \
	}
CHECK(4)
CHECK(8)
CHECK(16)
CHECK(32)
CHECK(64)
