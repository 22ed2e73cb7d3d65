// Functions of sub-groups, which are one work-item on this device.
#define I ((int)get_global_linear_id())

__kernel void ballots(__global int *out)
{
	uint4 all = sub_group_ballot(1), none = sub_group_ballot(0), far = (uint4)(0, 2, 0, 0x80000000u);

	out[0] = sub_group_inverse_ballot(all) + 10 * sub_group_inverse_ballot(none) + 100 * sub_group_inverse_ballot((uint4)(6));
	out[1] = sub_group_ballot_bit_extract(far, 33u) + 10 * sub_group_ballot_bit_extract(far, 127u) +
		 100 * sub_group_ballot_bit_extract(far, (uint)I);
	out[2] = sub_group_ballot_bit_count((uint4)(7)) + 10 * sub_group_ballot_inclusive_scan(all) +
		 100 * sub_group_ballot_exclusive_scan(all);
	out[3] = sub_group_ballot_find_lsb(all) + sub_group_ballot_find_msb(all);
	out[4] = get_sub_group_eq_mask().x + 10 * get_sub_group_ge_mask().x + 100 * get_sub_group_le_mask().x +
		 1000 * (get_sub_group_gt_mask().x + get_sub_group_lt_mask().x + get_sub_group_ge_mask().y);
	out[5] = sub_group_non_uniform_all(I - 1) + 10 * sub_group_non_uniform_any(5) + 100 * sub_group_non_uniform_all_equal(I);
	out[6] = sub_group_non_uniform_reduce_logical_and(7) + 10 * sub_group_non_uniform_scan_inclusive_logical_or(0) +
		 100 * sub_group_non_uniform_scan_exclusive_logical_and(0) + 1000 * sub_group_clustered_reduce_logical_xor(5, 1u);
	out[7] = sub_group_clustered_reduce_add(I + 7, 1u) + 10 * sub_group_non_uniform_scan_exclusive_mul(I);
}
