/* 4.17.4: reductions and scans of numbers over work-groups and sub-groups in one to three dimensions. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "../check.hpp"

using namespace sycl;

/* Sums and products of floats are exact, so that their order does not matter. */
template <typename T>
static T number(std::size_t i)
{
	if constexpr (std::is_integral_v<T>)
		return static_cast<T>(i * 0x9e3779b97f4a7c15u >> i % 40);
	else
		return static_cast<T>(i % 7 == 3 ? -2 : i % 3 == 0 ? 2 : 1);
}

/* What work-item number me gets in group g. */
template <typename Group, typename T, typename Op>
static void fold(const Group &g, std::size_t me, const T *in, T *out, bool *truth, Op op)
{
	const T mine = in[me];

	out[4 * me] = reduce_over_group(g, mine, op);
	out[4 * me + 1] = inclusive_scan_over_group(g, mine, op);
	out[4 * me + 2] = exclusive_scan_over_group(g, mine, op);
	out[4 * me + 3] = exclusive_scan_over_group(g, mine, static_cast<T>(77), op);
	truth[2 * me] = any_of_group(g, mine == in[13]);
	truth[2 * me + 1] = all_of_group(g, mine != in[0]);
}

/* The work-items from first to last are a group. */
template <typename T, typename Op>
static void check_group(std::size_t first, std::size_t last, const T *in, const T *out, const bool *truth, Op op, T identity)
{
	T all = identity, before = identity, from_77 = 77;
	bool any = false, every = true;

	for (std::size_t i = first; i < last; i++) {
		all = op(all, in[i]);
		any |= in[i] == in[13];
		every &= in[i] != in[0];
	}
	for (std::size_t i = first; i < last; i++) {
		check(out[4 * i] == all && out[4 * i + 2] == before && out[4 * i + 3] == from_77);
		before = op(before, in[i]);
		from_77 = op(from_77, in[i]);
		check(out[4 * i + 1] == before && truth[2 * i] == any && truth[2 * i + 1] == every);
	}
}

static bool has_sub_groups(const queue &q, std::size_t size)
{
	const std::vector<std::size_t> sizes = q.get_device().get_info<info::device::sub_group_sizes>();

	return std::find(sizes.begin(), sizes.end(), size) != sizes.end();
}

/* Over work-groups, and over sub-groups of 8, of which the last of a work-group may have fewer. */
template <int Dimensions, typename T, typename Op>
static void compare(queue &q, range<Dimensions> global, range<Dimensions> local, Op op, T identity)
{
	const std::size_t n = global.size(), size = local.size();
	T *const in = malloc_shared<T>(n, q), *const out = malloc_shared<T>(4 * n, q);
	bool *const truth = malloc_shared<bool>(2 * n, q);

	for (std::size_t i = 0; i < n; i++)
		in[i] = number<T>(i);
	q.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) {
		fold(it.get_group(), it.get_group_linear_id() * size + it.get_local_linear_id(), in, out, truth, op);
	}).wait();
	for (std::size_t first = 0; first < n; first += size)
		check_group(first, first + size, in, out, truth, op, identity);
	if (has_sub_groups(q, 8)) {
		q.parallel_for(nd_range<Dimensions>(global, local), [=](nd_item<Dimensions> it) [[sycl::reqd_sub_group_size(8)]] {
			fold(it.get_sub_group(), it.get_group_linear_id() * size + it.get_local_linear_id(), in, out, truth, op);
		}).wait();
		for (std::size_t first = 0; first < n; first += size)
			for (std::size_t i = 0; i < size; i += 8)
				check_group(first + i, first + std::min(i + 8, size), in, out, truth, op, identity);
	}
	free(in, q);
	free(out, q);
	free(truth, q);
}

/* 37 elements for 16 work-items; the algorithms on memory with a first value, and without. */
template <typename T, typename Op>
static void compare_joint(queue &q, Op op)
{
	constexpr std::size_t n = 37;
	T *const in = malloc_shared<T>(5 * n, q), *const out = in + n;

	for (std::size_t i = 0; i < n; i++)
		in[i] = number<T>(i + 1);
	q.parallel_for(nd_range<2>({ 2, 8 }, { 2, 8 }), [=](nd_item<2> it) {
		const auto g = it.get_group();

		joint_inclusive_scan(g, in, in + n, out, op);
		joint_inclusive_scan(g, in, in + n, out + n, op, static_cast<T>(3));
		joint_exclusive_scan(g, in, in + n, out + 2 * n, op);
		const T sum = joint_reduce(g, in, in + n, op), few = joint_reduce(g, in, in + 2, static_cast<T>(3), op);
		if (it.get_local_linear_id() == 9)
			out[3 * n] = sum, out[3 * n + 1] = few, out[3 * n + 2] = joint_reduce(g, in, in, static_cast<T>(5), op);
		else
			joint_reduce(g, in, in, static_cast<T>(5), op);
	}).wait();
	T sum = known_identity_v<Op, T>, from_3 = 3;
	for (std::size_t i = 0; i < n; i++) {
		check(out[2 * n + i] == sum);
		sum = op(sum, in[i]);
		from_3 = op(from_3, in[i]);
		check(out[i] == sum && out[n + i] == from_3);
		if (i == 1)
			check(out[3 * n + 1] == from_3);
	}
	check(out[3 * n] == sum && out[3 * n + 2] == T(5));
	free(in, q);
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
	compare<1, std::int8_t>(q, range<1>(100), range<1>(50), minimum<>(), std::numeric_limits<std::int8_t>::max());
	compare<2, std::uint16_t>(q, range<2>(6, 10), range<2>(3, 5), bit_xor<>(), 0);
	compare<3, std::int64_t>(q, range<3>(2, 2, 6), range<3>(2, 2, 3), bit_and<>(), -1);
	compare<3, half>(q, range<3>(2, 2, 3), range<3>(2, 2, 3), multiplies<>(), 1);
	compare<1, double>(q, range<1>(74), range<1>(37), plus<double>(), 0);
	compare_joint<float>(q, maximum<float>());
	compare_joint<std::int16_t>(q, multiplies<>());
	/* Minima leave out what is not a number; sums of -0 are -0; logical operations on truth. */
	float *const odd = malloc_shared<float>(6, q);
	q.parallel_for(nd_range<1>(4, 4), [=](nd_item<1> it) {
		const auto g = it.get_group();
		const int me = static_cast<int>(it.get_local_id(0));
		const float nothing = std::numeric_limits<float>::quiet_NaN();
		const float result[] = { reduce_over_group(g, me == 2 ? 4.0f : nothing, minimum<>()), reduce_over_group(g, nothing, maximum<>()),
					 reduce_over_group(g, -0.0f, plus<>()), exclusive_scan_over_group(g, me == 0 ? -0.0f : 1.0f, plus<>()),
					 float(reduce_over_group(g, me != 2, logical_and<>())), float(exclusive_scan_over_group(g, me != 1, logical_and<bool>())) };

		for (int i = 0; me == 1 && i < 6; i++)
			odd[i] = result[i];
	}).wait();
	/* On GPUs the operation itself says what becomes of NaN. */
	check(odd[0] == 4 || !q.get_device().is_cpu());
	check(odd[1] != odd[1] && odd[2] == 0 && std::signbit(odd[2]) && odd[3] == 0 && odd[4] == 0 && odd[5] == 1);
	free(odd, q);
	/* A work-group of sub-groups that exchange values, where the device has them of 16. */
	const bool has_16 = has_sub_groups(q, 16);
	if (has_16)
		q.parallel_for(nd_range<1>(64, 32), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
			const int me = static_cast<int>(it.get_global_id(0)), in_sub_group = reduce_over_group(it.get_sub_group(), 1, plus<int>());

			result[me] = reduce_over_group(it.get_group(), me, plus<int>()) * 10000 +
				inclusive_scan_over_group(it.get_group(), 1, plus<int>()) * 100 + in_sub_group;
		}).wait();
	for (int i = 0; has_16 && i < 64; i++)
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
