#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
uint __attribute__((overloadable)) sub_group_shuffle(uint, uint);
float __attribute__((overloadable)) sub_group_shuffle_xor(float, uint);
ulong __attribute__((overloadable)) sub_group_shuffle_up(ulong, uint);
int __attribute__((overloadable)) sub_group_shuffle_down(int, uint);
int __attribute__((overloadable)) intel_sub_group_shuffle_up(int, int, uint);
int __attribute__((overloadable)) intel_sub_group_shuffle_down(int, int, uint);
int __attribute__((overloadable)) sub_group_rotate(int, int);
int __attribute__((overloadable)) sub_group_clustered_rotate(int, int, uint);
int __attribute__((overloadable)) sub_group_non_uniform_broadcast(int, uint);
int __attribute__((overloadable)) sub_group_broadcast_first(int);
int __attribute__((overloadable)) sub_group_elect(void);
int __attribute__((overloadable)) sub_group_non_uniform_all_equal(int);
int __attribute__((overloadable)) sub_group_non_uniform_any(int);
uint4 __attribute__((overloadable)) sub_group_ballot(int);
int __attribute__((overloadable)) sub_group_inverse_ballot(uint4);
uint __attribute__((overloadable)) sub_group_ballot_bit_count(uint4);
uint __attribute__((overloadable)) sub_group_ballot_inclusive_scan(uint4);
uint __attribute__((overloadable)) sub_group_ballot_exclusive_scan(uint4);
uint __attribute__((overloadable)) sub_group_ballot_find_lsb(uint4);
uint __attribute__((overloadable)) sub_group_ballot_find_msb(uint4);
uint4 __attribute__((overloadable)) get_sub_group_eq_mask(void);
uint4 __attribute__((overloadable)) get_sub_group_ge_mask(void);
uint4 __attribute__((overloadable)) get_sub_group_gt_mask(void);
uint4 __attribute__((overloadable)) get_sub_group_le_mask(void);
uint4 __attribute__((overloadable)) get_sub_group_lt_mask(void);
int __attribute__((overloadable)) sub_group_non_uniform_reduce_logical_xor(int);
half __attribute__((overloadable)) sub_group_reduce_add(half);

#define SIZE 16
/* A bit for each wrong value. */
__attribute__((intel_reqd_sub_group_size(SIZE))) __kernel void exchange(__global uint *out)
{
	uint l = get_local_linear_id(), n = get_local_size(0) * get_local_size(1) * get_local_size(2);
	uint from = l / SIZE * SIZE, id = get_sub_group_local_id(), size = get_sub_group_size(), wrong = 0;
	uint all = 0, before = 0, up = 0, most = 0;
	uint4 mask, odd;

	for (uint i = 0; i < size; i++) {
		all += (from + i) * 3, before += i < id ? (from + i) * 3 : 0, up += i <= id ? (from + i) * 3 : 0;
		most = max(most, (from + i) ^ 5);
	}
	wrong |= (id != l - from || size != min((uint)SIZE, n - from) || get_max_sub_group_size() != SIZE) << 0;
	wrong |= (get_sub_group_id() != l / SIZE || get_num_sub_groups() != (n + SIZE - 1) / SIZE) << 1;
	wrong |= (sub_group_reduce_add(l * 3) != all) << 2;
	wrong |= (sub_group_scan_exclusive_add(l * 3) != before || sub_group_scan_inclusive_add(l * 3) != up) << 3;
	wrong |= (sub_group_reduce_max(l ^ 5) != most || sub_group_reduce_max(-(int)id - 1) != -1) << 4;
	wrong |= (sub_group_shuffle(l, (id + 1) % size) != from + (id + 1) % size) << 5;
	float other = sub_group_shuffle_xor(l + 0.5f, 2);
	wrong |= ((id ^ 2) < size && other != (from + (id ^ 2)) + 0.5f) << 6;
	ulong before2 = sub_group_shuffle_up((ulong)l << 40, 2);
	wrong |= (id >= 2 && before2 != (ulong)(l - 2) << 40) << 7;
	int behind = sub_group_shuffle_down(-(int)l, 1);
	wrong |= (id + 1 < size && behind != -(int)l - 1) << 8;
	int d = intel_sub_group_shuffle_down((int)id, 100 + (int)id, 3), u = intel_sub_group_shuffle_up(100 + (int)id, (int)id, 3);
	wrong |= (size == SIZE && (d != (int)(id + 3 < SIZE ? id + 3 : 100 + id + 3 - SIZE) || u != (int)(id >= 3 ? id - 3 : 100 + SIZE + id - 3))) << 9;
	wrong |= (sub_group_rotate((int)id, 3) != (int)((id + 3) % size)) << 10;
	int r = sub_group_clustered_rotate((int)id, 1, 4);
	wrong |= (size == SIZE && r != (int)((id & ~3) | ((id + 1) & 3))) << 11;
	wrong |= (sub_group_broadcast((int)l, size - 1) != (int)(from + size - 1) || sub_group_non_uniform_broadcast((int)l, 0) != (int)from) << 12;
	wrong |= (sub_group_broadcast_first((int)l) != (int)from || !sub_group_elect() != (id != 0)) << 13;
	wrong |= (!sub_group_all(l < n) || sub_group_all(id == 0) != (size == 1) || !sub_group_any(id == size - 1) || sub_group_non_uniform_any(0)) << 14;
	wrong |= (!sub_group_non_uniform_all_equal(7) || (size > 1 && sub_group_non_uniform_all_equal((int)id))) << 15;
	odd = sub_group_ballot(id & 1);
	wrong |= (odd.x != (0xaaaa & ((1u << size) - 1)) || odd.y || odd.z || odd.w) << 16;
	wrong |= (sub_group_inverse_ballot(odd) != (int)(id & 1) || sub_group_ballot_bit_count(odd) != size / 2) << 17;
	wrong |= (sub_group_ballot_inclusive_scan(odd) != (id + 1) / 2 || sub_group_ballot_exclusive_scan(odd) != id / 2) << 18;
	wrong |= (size > 1 && (sub_group_ballot_find_lsb(odd) != 1 || sub_group_ballot_find_msb(odd) != (size & 1 ? size - 2 : size - 1))) << 19;
	mask = get_sub_group_eq_mask();
	wrong |= (mask.x != 1u << id || mask.y) << 20;
	wrong |= (get_sub_group_ge_mask().x != (0xffffu & ~((1u << id) - 1)) || get_sub_group_gt_mask().x != (0xffffu & ~((2u << id) - 1))) << 21;
	wrong |= (get_sub_group_le_mask().x != (2u << id) - 1 || get_sub_group_lt_mask().x != (1u << id) - 1) << 22;
	wrong |= (sub_group_non_uniform_reduce_logical_xor((int)(id == 0 || id == 1)) != (size == 1)) << 23;
	wrong |= (sub_group_reduce_add((half)1.5h) != (half)(1.5h * size)) << 24;
	/* Other sub-groups do not come here. */
	if (get_sub_group_id() == 0) {
		sub_group_barrier(CLK_LOCAL_MEM_FENCE);
		wrong |= (sub_group_reduce_min(l + 9) != 9) << 25;
	}
	/* Nor do other work-items of this one; those that come give a value each. */
	if (id % 3 == 1)
		wrong |= (sub_group_non_uniform_reduce_logical_xor(1) != (int)((size + 1) / 3 & 1)) << 26;
	out[get_global_linear_id()] = wrong;
}
