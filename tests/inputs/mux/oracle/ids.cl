// Ids and sizes.
#include "oracle.h"

K(ids)
{
	uint o = GL * 20;
	for (int d = 0; d < 3; d++) {
		out[o + d] = get_global_id(d);
		out[o + 3 + d] = get_local_id(d);
		out[o + 6 + d] = get_group_id(d);
		out[o + 9 + d] = get_local_size(d) * 100 + get_num_groups(d) * 10000 + get_global_size(d);
	}
	out[o + 12] = get_work_dim();
	out[o + 13] = get_global_offset(0) + get_global_offset(2);
	out[o + 14] = get_local_linear_id();
	out[o + 15] = get_global_linear_id();
	out[o + 16] = get_enqueued_local_size(0);
	out[o + 17] = get_global_size(1);
	uint d = in[GL] & 1;
	out[o + 18] = get_global_id(d) + get_local_size(d) * 100 + get_global_size(d) * 10000 + get_group_id(d) * 7;
}

__attribute__((reqd_work_group_size(16, 1, 1))) K(size_16)
{
	out[GL] = LL + get_local_size(0);
}

__attribute__((reqd_work_group_size(4, 4, 2))) K(size_4_4_2)
{
	__local int a[32];
	a[LL] = in[LL];
	BL;
	out[GL] = a[31 - LL];
}

__attribute__((work_group_size_hint(16, 1, 1), vec_type_hint(float4))) K(hints)
{
	out[GL] = LL * 3;
}

K(adds)
{
	out[GL] += in[GL];
}

K(calls_kernel)
{
	adds(out, in);
	adds(out, in);
	out[GL] += 1;
}

K(adds_neighbour)
{
	__local uint a[64];
	a[LL] = in[GL];
	BL;
	out[GL] += a[(LL + 1) % LN];
	BL;
}

// dimensions that are not there, by their number, beside a pointer to generic memory, for which passes run early
K(beyond)
{
	__local uint l;
	uint p = GL, *q = in[GL] & 1 ? &p : (uint *)&l;
	if (LL == 0) l = 7;
	BL;
	out[GL] = *q + get_global_id(3) + get_local_size(4) * 3 + get_num_groups(7) * 5 + get_global_size(31) * 7 +
		  get_enqueued_local_size(3) * 11 + get_group_id(5) + get_global_offset(3) + get_local_id(3);
}
