/* Extensions that groups have: parts of sub-groups, masks, local memory on the spot, free functions. */
#include <sycl/sycl.hpp>

#include "check.hpp"

namespace ext = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;

struct point {
	int x, y;
	point(int a, int b) : x(a), y(b) {}
};

/* Two calls in one function, and this function twice with types of its own. */
template <typename T>
static T *two_of(sycl::group<1> g, T a, T b)
{
	auto first = ext::group_local_memory<T>(g, a), second = ext::group_local_memory<T>(g, b);

	if (g.leader())
		*first += *second * 2;
	sycl::group_barrier(g);
	return first.get_raw();
}

static void local_memory(sycl::queue &q)
{
	constexpr std::size_t n = 12, local = 4;
	int *r = sycl::malloc_shared<int>(n * 8, q);

	q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) {
		const auto g = it.get_group();
		const auto i = static_cast<int>(it.get_local_id(0));
		int *mine = r + it.get_global_id(0) * 8;
		sycl::multi_ptr<int[local], sycl::access::address_space::local_space> all = ext::group_local_memory<int[local]>(g);
		auto listed = ext::group_local_memory<int[local]>(g, 5, 6);
		auto p = ext::group_local_memory<point>(g, 3, static_cast<int>(g.get_group_id(0)));
		auto raw = ext::group_local_memory_for_overwrite<int[local]>(g);

		mine[0] = (*all)[i] + 10 * (*listed)[i];
		mine[1] = p->x * 100 + p->y;
		sycl::group_barrier(g);
		(*raw)[i] = i * i;
		(*all)[i] = i + 1;
		sycl::group_barrier(g);
		mine[2] = (*raw)[local - 1 - i] + 100 * (*all)[(i + 1) % local];
		mine[3] = *two_of<int>(g, 7, 1);
		mine[4] = static_cast<int>(*two_of<long>(g, 8, 2));
	}).wait();
	for (std::size_t k = 0; k < n; k++) {
		const int i = static_cast<int>(k % local), *mine = r + k * 8;

		check(mine[0] == (i == 0 ? 50 : i == 1 ? 60 : 0));
		check(mine[1] == 300 + static_cast<int>(k / local));
		check(mine[2] == (3 - i) * (3 - i) + 100 * ((i + 1) % 4 + 1));
		check(mine[3] == 9);
		check(mine[4] == 12);
	}
	sycl::free(r, q);
}

/* In 2-D and 3-D, as functions of the work-item see it that get no nd_item. */
template <int Dimensions>
static int place()
{
	const auto it = ext::this_work_item::get_nd_item<Dimensions>();
	const auto g = ext::this_work_item::get_work_group<Dimensions>();

	return static_cast<int>(it.get_global_linear_id() * 1000 + g.get_group_linear_id() * 100 + it.get_local_linear_id() * 10)
		+ static_cast<int>(ext::this_work_item::get_sub_group().get_local_linear_range()
			== it.get_sub_group().get_local_linear_range());
}

template <int Dimensions>
static void free_functions(sycl::queue &q, sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	int *r = sycl::malloc_shared<int>(2 * global.size(), q), *ids = r + global.size();

	q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
		const std::size_t i = it.get_global_linear_id();

		r[i] = place<Dimensions>() - static_cast<int>(i * 1000 + it.get_group_linear_id() * 100 + it.get_local_linear_id() * 10);
	}).wait();
	q.parallel_for(global, [=](sycl::item<Dimensions> it) {
		ids[it.get_linear_id()] = ex::this_id<Dimensions>() == it.get_id();
	}).wait();
	for (std::size_t i = 0; i < global.size(); i++)
		check(r[i] == 1 && ids[i] == 1);
	sycl::free(r, q);
}

/* Right for sub-groups of every size, those of N. */
template <unsigned N>
static void parts(sycl::queue &q)
{
	constexpr std::size_t n = 96, local = 48, results = 12;
	int *r = sycl::malloc_shared<int>(n * results, q);

	q.parallel_for(sycl::nd_range<1>(n, local), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {
		const auto sg = it.get_sub_group();
		const int me = static_cast<int>(sg.get_local_linear_id()), size = static_cast<int>(sg.get_local_linear_range());
		const bool third = me % 3 == 0;
		int *mine = r + it.get_global_id(0) * results;
		const auto halves = ex::binary_partition(sg, third);
		int expected = 0, count = 0, before = 0;

		for (int i = 0; i < size; i++)
			if ((i % 3 == 0) == third) {
				expected += i, count++;
				before += i <= me ? i : 0;
			}
		mine[0] = sycl::reduce_over_group(halves, me, sycl::plus<>()) == expected;
		mine[1] = static_cast<int>(halves.get_local_linear_range()) == count
			&& halves.get_group_linear_id() == static_cast<unsigned>(third) && halves.get_group_linear_range() == 2;
		if (third) {
			const auto branch = ex::get_tangle_group(sg);

			sycl::group_barrier(halves);
			mine[2] = sycl::inclusive_scan_over_group(halves, me, sycl::plus<>()) == before
				&& sycl::exclusive_scan_over_group(halves, me, sycl::plus<>()) == before - me;
			mine[3] = sycl::group_broadcast(halves, me) == 0 && halves.leader() == (me == 0);
			mine[4] = branch.get_local_linear_range() <= static_cast<unsigned>(size)
				&& sycl::any_of_group(halves, me == 0) && sycl::all_of_group(halves, me % 3 == 0);
		} else {
			mine[2] = mine[3] = mine[4] = 1;
		}
		const auto one = ex::chunked_partition<1>(sg);
		mine[5] = sycl::reduce_over_group(one, me + 1, sycl::plus<>()) == me + 1 && one.leader()
			&& one.get_group_linear_id() == static_cast<unsigned>(me);
		const auto now = ex::this_work_item::get_opportunistic_group();
		mine[6] = now.get_local_linear_range() >= 1 && now.get_local_linear_range() <= static_cast<unsigned>(size)
			&& sycl::reduce_over_group(now, 1, sycl::plus<>()) == static_cast<int>(now.get_local_linear_range());
		const auto ballot = ext::group_ballot(sg, third);
		unsigned low = 0;
		ballot.extract_bits(low);
		mine[7] = static_cast<int>(ballot.count()) == (size + 2) / 3 && (low & 1) == 1 && ballot.test(sycl::id<1>(me)) == third
			&& ballot.find_low()[0] == 0 && static_cast<int>(ballot.find_high()[0]) == (size - 1) / 3 * 3
			&& ballot.size() == sg.get_max_local_range()[0];
		auto other = ~ballot;
		other[sycl::id<1>(0)] = true;
		mine[8] = other.test(sycl::id<1>(0)) && (other & ballot).count() == 1 && (other ^ other).none() && (other | ballot).all();
		other.reset();
		other.insert_bits(static_cast<unsigned char>(1));
		mine[9] = other == ext::sub_group_mask(1) && (other << 1 >> 1).count() == (sg.get_max_local_range()[0] > 1)
			&& other.find_high()[0] == 0 && !(other << 64).any();
		/* As oneDPL and dpctl make one: of two work-items, only the first of which is in it. */
		const auto made = sycl::detail::Builder::createSubGroupMask<ext::sub_group_mask>(5, 2);
		mine[9] = mine[9] && made.size() == 2 && made.count() == 1 && made.test(sycl::id<1>(0));
		const ex::fragment<sycl::sub_group> whole = ex::chunked_partition<1>(sg);
		mine[10] = whole.get_local_linear_range() == 1 && sycl::select_from_group(halves, me, halves.get_local_id()) == me;
		mine[11] = sycl::joint_reduce(halves, r, r, 5, sycl::plus<>()) == 5;
	}).wait();
	for (std::size_t i = 0; i < n * results; i++)
		check(r[i] == 1 || (std::printf("work-item %zu, result %zu\n", i / results, i % results), false));
	sycl::free(r, q);
}

/* The lower half of a sub-group of eight waits for itself, the upper one in fours. */
static void waiting_parts(sycl::queue q)
{
	int *const r = sycl::malloc_shared<int>(16, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int, 1> memory(16, h);

		h.parallel_for(sycl::nd_range<1>(16, 16), [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(8)]] {
			const auto sg = it.get_sub_group();
			const int me = static_cast<int>(it.get_local_id(0));

			memory[me] = 0;
			if (sg.get_local_linear_id() < 4) {
				const auto part = ex::this_kernel::get_opportunistic_group();

				memory[me] = me;
				sycl::group_barrier(part);
				r[me] = memory[me ^ 3];
			} else {
				const auto part = ex::binary_partition(sg, true);

				memory[me] = me;
				sycl::group_barrier(part);
				r[me] = memory[me ^ 1];
			}
		});
	}).wait();
	for (int i = 0; i < 16; i++)
		check(r[i] == (i % 8 < 4 ? i ^ 3 : i ^ 1));
	sycl::free(r, q);
}

static_assert(sycl::is_group_v<ex::fragment<sycl::sub_group>> && sycl::is_group_v<ex::chunk<4, sycl::sub_group>>);
static_assert(ex::is_user_constructed_group_v<ex::opportunistic_group> && ex::is_fixed_topology_group_v<sycl::group<2>>);
static_assert(!ex::is_user_constructed_group_v<sycl::sub_group> && !ex::is_fixed_topology_group_v<ex::opportunistic_group>);

/* The names of before SYCL 2020. */
static void earlier_names(sycl::queue &q)
{
	int *const r = sycl::malloc_shared<int>(16, q), *const in = sycl::malloc_shared<int>(64, q);

	for (int i = 0; i < 64; i++)
		in[i] = i;
	q.parallel_for(sycl::nd_range<1>(32, 32), [=](sycl::nd_item<1> it) [[intel::sub_group_size(32)]] {
		const auto g = it.get_group();
		const ext::sub_group sg = it.get_sub_group();
		const sycl::global_ptr<int> first(in);
		const int i = int(it.get_local_id(0)), before = ext::exclusive_scan(g, i, ext::plus<int>());
		const int with = ext::inclusive_scan(g, i, ext::plus<int>());

		r[0] = ext::any_of(g, i == 3) && !ext::all_of(g, i < 3, [](bool b) { return b; });
		r[1] = ext::none_of(g, in, in + 64, [](int x) { return x > 100; }) && ext::any_of(g, first, first + 64, [](int x) { return x == 63; });
		r[2] = ext::broadcast(g, i + 7, 5) + ext::broadcast(g, i, sycl::id<1>(4));
		r[3] = ext::reduce(g, i, 100, ext::plus<int>());
		r[4] = ext::reduce(g, first, first + 64, ext::maximum<int>()) + ext::reduce(g, in + 8, in + 64, 5, ext::minimum<int>());
		if (i == 5)
			r[5] = with - before;
		if (ext::leader(g))
			r[6] = int(sg.get_max_local_range()[0]);
	}).wait();
	check(r[0] == 1 && r[1] == 1 && r[2] == 16 && r[3] == 596 && r[4] == 68 && r[5] == 5 && r[6] == 32);
	sycl::free(r, q);
	sycl::free(in, q);
}

int main()
{
	static_assert(ext::detail::memory_order::relaxed == sycl::memory_order::relaxed);
	static_assert(ext::detail::memory_scope::device == sycl::memory_scope::device);
	sycl::queue q;

	local_memory(q);
	earlier_names(q);
	free_functions<1>(q, { 12 }, { 3 });
	free_functions<2>(q, { 4, 6 }, { 2, 3 });
	free_functions<3>(q, { 2, 3, 4 }, { 1, 3, 2 });
	for (const std::size_t size : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
		switch (size) {
		case 1: parts<1>(q); break;
		case 8:
			parts<8>(q);
			waiting_parts(q);
			break;
		case 32: parts<32>(q); break;
		case 64: parts<64>(q); break;
		}
	return done();
}
