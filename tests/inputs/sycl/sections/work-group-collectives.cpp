/* 4.17.4: sums, minima and maxima of integers over work-groups in one to three dimensions, with and without sub-groups. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>

#include "../check.hpp"

using namespace sycl;

template <int Dimensions, typename T, typename Op>
static void compare(queue &q, range<Dimensions> global, range<Dimensions> local, Op op, T identity)
{
	const std::size_t n = global.size(), size = local.size();
	T *const in = malloc_shared<T>(n, q), *const out = malloc_shared<T>(4 * n, q);
	bool *const truth = malloc_shared<bool>(2 * n, q);

	for (std::size_t i = 0; i < n; i++)
		in[i] = static_cast<T>(i * 0x9e3779b97f4a7c15u >> i % 40);
	q.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
		const auto g = it.get_group();
		const std::size_t me = it.get_group_linear_id() * size + it.get_local_linear_id();
		const T mine = in[me];

		out[4 * me] = reduce_over_group(g, mine, op);
		out[4 * me + 1] = inclusive_scan_over_group(g, mine, op);
		out[4 * me + 2] = exclusive_scan_over_group(g, mine, op);
		out[4 * me + 3] = exclusive_scan_over_group(g, mine, static_cast<T>(77), op);
		truth[2 * me] = any_of_group(g, mine % 256 == 21);
		truth[2 * me + 1] = all_of_group(g, mine != in[0]);
	}).wait();
	for (std::size_t first = 0; first < n; first += size) {
		T all = identity, before = identity, from_77 = 77;
		bool any = false, every = true;

		for (std::size_t i = first; i < first + size; i++) {
			all = op(all, in[i]);
			any |= in[i] % 256 == 21;
			every &= in[i] != in[0];
		}
		for (std::size_t i = first; i < first + size; i++) {
			check(out[4 * i] == all && out[4 * i + 2] == before && out[4 * i + 3] == from_77);
			before = op(before, in[i]);
			from_77 = op(from_77, in[i]);
			check(out[4 * i + 1] == before && truth[2 * i] == any && truth[2 * i + 1] == every);
		}
	}
	free(in, q);
	free(out, q);
	free(truth, q);
}

int main()
{
	queue q;
	int *const result = malloc_shared<int>(64, q);

	/* Every work-item comes to the next collective, though the condition before it is of its own id. */
	q.parallel_for(nd_range<1>(16, 16), [=](nd_item<1> it) {
		const auto g = it.get_group();
		const int me = int(it.get_local_id(0));

		result[me] = inclusive_scan_over_group(g, me, plus<>()) == me * (me + 1) / 2 && exclusive_scan_over_group(g, me, plus<>()) == me * (me - 1) / 2 &&
			reduce_over_group(g, me, maximum<>()) == 15;
	}).wait();
	for (int i = 0; i < 16; i++)
		check(result[i] == 1);

	compare<1, std::uint32_t>(q, range<1>(200), range<1>(50), plus<std::uint32_t>(), 0);
	compare<2, std::int64_t>(q, range<2>(6, 10), range<2>(3, 5), minimum<>(), std::numeric_limits<std::int64_t>::max());
	compare<2, std::uint64_t>(q, range<2>(4, 3), range<2>(1, 1), maximum<std::uint64_t>(), 0);
	compare<3, std::int32_t>(q, range<3>(4, 4, 6), range<3>(2, 4, 3), maximum<>(), std::numeric_limits<std::int32_t>::min());
	/* A work-group of sub-groups that exchange values. */
	q.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
		const int me = static_cast<int>(it.get_global_id(0)), in_sub_group = reduce_over_group(it.get_sub_group(), 1, plus<int>());

		result[me] = reduce_over_group(it.get_group(), me, plus<int>()) * 10000 +
			inclusive_scan_over_group(it.get_group(), 1, plus<int>()) * 100 + in_sub_group;
	}).wait();
	for (int i = 0; i < 64; i++)
		check(result[i] == (i < 32 ? 496 : 1520) * 10000 + (i % 32 + 1) * 100 + 16);
	/* An operation of another type than the values: 40,000 is -25,536 as a short. */
	q.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
		const int me = static_cast<int>(it.get_local_id(0));

		result[me] = reduce_over_group(it.get_group(), me * 20000, minimum<short>());
	}).wait();
	check(result[0] == -25536 && result[3] == -25536);
	free(result, q);
	return done();
}
