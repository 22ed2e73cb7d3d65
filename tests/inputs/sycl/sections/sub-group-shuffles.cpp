/* 4.17.4: exchanges by numbers that the compiler can compute, and by others, in whole and short sub-groups and such of several rows. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../check.hpp"

using namespace sycl;

/* Which work-item of the sub-group a step asks for, by its own number i. */
template <int Step>
static unsigned partner(unsigned i, unsigned delta)
{
	if constexpr (Step == 0)
		return i ^ 1;
	else if constexpr (Step == 1)
		return i + 3;
	else if constexpr (Step == 2)
		return i - 2;
	else if constexpr (Step == 3)
		return (i * 5 + 1) % 8;
	else if constexpr (Step == 4)
		return 3;
	else if constexpr (Step == 5)
		return i & 1 ? i - 1 : i + 1;
	else
		return i ^ delta;
}

template <int Step, typename T>
static T exchange(const sub_group &s, T x, unsigned delta)
{
	const unsigned i = s.get_local_linear_id();

	if constexpr (Step == 0)
		return permute_group_by_xor(s, x, 1);
	else if constexpr (Step == 1)
		return shift_group_left(s, x, 3);
	else if constexpr (Step == 2)
		return shift_group_right(s, x, 2);
	else if constexpr (Step == 4)
		return select_from_group(s, x, 3);
	else if constexpr (Step == 6)
		return permute_group_by_xor(s, x, delta);
	else
		return select_from_group(s, x, partner<Step>(i, delta));
}

/* Takes the other's value where there is such a work-item. */
template <int Step, typename T>
static T step(const sub_group &s, T x, unsigned delta)
{
	const T y = exchange<Step>(s, x, delta);

	return partner<Step>(s.get_local_linear_id(), delta) < s.get_local_linear_range() ? T(x + x + y) : T(x + T(1));
}

template <int Step, typename T>
static void simulate(std::vector<T> &x, std::size_t group, std::size_t size, unsigned delta)
{
	const std::vector<T> old = x;

	for (std::size_t i = 0; i < x.size(); i++) {
		const std::size_t in_group = i % group, first = in_group / size * size, begin = i - in_group + first;
		const std::size_t count = std::min(size, group - first), other = partner<Step>(unsigned(in_group - first), delta);

		x[i] = other < count ? T(old[i] + old[i] + old[begin + other]) : T(old[i] + T(1));
	}
}

template <typename T, int Size, int Dimensions> struct chain {
	const T *in;
	T *out;
	unsigned delta;
	bool parts;

	[[sycl::reqd_sub_group_size(Size)]] void operator()(nd_item<Dimensions> it) const
	{
		const std::size_t group = it.get_group_linear_id() * it.get_group().get_local_linear_range();
		const std::size_t id = group + it.get_local_linear_id();
		const sub_group s = it.get_sub_group();
		T x = in[id];

		x = step<0>(s, x, delta);
		x = step<1>(s, x, delta);
		group_barrier(it.get_group());
		x = step<2>(s, x, delta);
		x = step<3>(s, x, delta);
		x = step<6>(s, x, delta);
		/* Whole sub-groups part here, or stay together. */
		if (!parts || s.get_group_linear_id() % 2 == 0) {
			x = step<4>(s, x, delta);
			x = step<5>(s, x, delta);
		}
		group_barrier(it.get_group());
		for (unsigned d = s.get_max_local_range()[0] / 2; d > 1; d /= 2)
			x = T(x + permute_group_by_xor(s, x, s.get_local_linear_range() == Size ? d : 0));
		out[id] = x;
	}
};

template <typename T>
static void simulate_all(std::vector<T> &x, std::size_t group, std::size_t size, unsigned delta, bool parts)
{
	std::vector<T> before;

	simulate<0>(x, group, size, delta);
	simulate<1>(x, group, size, delta);
	simulate<2>(x, group, size, delta);
	simulate<3>(x, group, size, delta);
	simulate<6>(x, group, size, delta);
	before = x;
	simulate<4>(x, group, size, delta);
	simulate<5>(x, group, size, delta);
	for (std::size_t i = 0; i < x.size(); i++)
		if (parts && i % group / size % 2)
			x[i] = before[i];
	for (std::size_t d = size / 2; d > 1; d /= 2) {
		before = x;
		for (std::size_t i = 0; i < x.size(); i++) {
			const std::size_t in_group = i % group, first = in_group / size * size;
			const bool whole = first + size <= group;

			x[i] = T(before[i] + before[i - in_group + first + ((in_group - first) ^ (whole ? d : 0))]);
		}
	}
}

template <typename T, int Size, int Dimensions>
static void run(queue &q, range<Dimensions> global, range<Dimensions> local, bool parts)
{
	std::vector<T> wanted(global.size());
	T *in = malloc_shared<T>(global.size(), q), *out = malloc_shared<T>(global.size(), q);

	for (std::size_t i = 0; i < global.size(); i++)
		wanted[i] = in[i] = T(i * 7 % 11);
	simulate_all(wanted, local.size(), Size, 2, parts);
	q.parallel_for(nd_range<Dimensions>(global, local), chain<T, Size, Dimensions>{ in, out, 2, parts }).wait();
	for (std::size_t i = 0; i < global.size(); i++)
		check(out[i] == wanted[i]);
	free(in, q);
	free(out, q);
}

template <typename T, int Size>
static void run_ranges(queue &q)
{
	const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();

	if (std::find(sizes.begin(), sizes.end(), std::size_t(Size)) == sizes.end())
		return;
	for (const bool parts : { false, true }) {
		for (const std::size_t local : { 1, 5, 16, 32, 37, 64, 100, 128 })
			run<T, Size>(q, range<1>(3 * local), range<1>(local), parts);
		run<T, Size>(q, range<2>(6, 64), range<2>(3, 32), parts);
		run<T, Size>(q, range<2>(8, 10), range<2>(4, 5), parts);
		run<T, Size>(q, range<3>(4, 4, 8), range<3>(2, 4, 4), parts);
	}
}

int main()
{
	queue q;

	run_ranges<std::uint8_t, 16>(q);
	run_ranges<std::uint32_t, 32>(q);
	run_ranges<std::uint64_t, 8>(q);
	run_ranges<float, 32>(q);
	if (q.get_device().has(aspect::fp64))
		run_ranges<double, 16>(q);
	return done();
}
