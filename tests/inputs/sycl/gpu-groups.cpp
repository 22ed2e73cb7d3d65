/* Group functions one after the other, in loops and of several types: each work-item has 16 results (tests/c/gpu-groups.c). */
#include <sycl/sycl.hpp>

template <int Dimensions>
struct groups {
	int *in, *out;

	void operator()(sycl::nd_item<Dimensions> item) const
	{
		const auto group = item.get_group();
		const auto sub_group = item.get_sub_group();
		const int v = in[item.get_local_linear_id()];
		int *to = out + item.get_local_linear_id() * 16;
		unsigned sum = 0;

		for (int k = 0; k < 5; k++) {
			sum += static_cast<unsigned>(sycl::reduce_over_group(group, v + k, sycl::plus<>()));
			sum ^= static_cast<unsigned>(sycl::inclusive_scan_over_group(group, v ^ k, sycl::plus<>()));
		}
		to[0] = static_cast<int>(sum);
		to[1] = sycl::reduce_over_group(group, v, sycl::maximum<>());
		to[2] = static_cast<int>(sycl::reduce_over_group(group, static_cast<double>(v), sycl::plus<>()));
		to[3] = sycl::exclusive_scan_over_group(group, v, sycl::plus<>());
		to[4] = sycl::reduce_over_group(group, static_cast<short>(v & 127), sycl::plus<short>());
		to[5] = sycl::reduce_over_group(sub_group, v, sycl::plus<>());
		to[6] = sycl::inclusive_scan_over_group(sub_group, v, sycl::plus<>());
		to[7] = static_cast<int>(sycl::reduce_over_group(group, v * 3LL, sycl::plus<>()));
		to[8] = sycl::any_of_group(group, v == 7);
		to[9] = sycl::group_broadcast(group, v, group.get_local_linear_range() / 2);
		if (in[0] >= 0)
			to[10] = sycl::reduce_over_group(group, v * 2, sycl::bit_xor<>());
		to[11] = static_cast<int>(sycl::inclusive_scan_over_group(group, static_cast<double>(v), sycl::maximum<>()));
		to[12] = sycl::joint_reduce(group, in, in + 1000, sycl::plus<>());
		to[13] = sycl::reduce_over_group(group, static_cast<unsigned char>(v & 1), sycl::bit_or<unsigned char>());
		to[14] = sycl::reduce_over_group(group, v, 100, sycl::minimum<>());
		to[15] = sycl::shift_group_left(sub_group, v, 1);
	}
};

int main()
{
	sycl::queue q;

	q.parallel_for<class groups_1>(sycl::nd_range<1>(1, 1), groups<1>{});
	q.parallel_for<class groups_2>(sycl::nd_range<2>({ 1, 1 }, { 1, 1 }), groups<2>{});
	q.parallel_for<class groups_3>(sycl::nd_range<3>({ 1, 1, 1 }, { 1, 1, 1 }), groups<3>{});
}
