/* Sentences of the standard that classes and functions must keep, each with what a program sees of it. */
#include <sycl/sycl.hpp>

#include <cstddef>
#include <memory>
#include <vector>

#include "check.hpp"

/* --- h_item: logical and physical work-items --- */

template <int Dimensions>
void hierarchical(sycl::queue &queue, sycl::range<Dimensions> groups, sycl::range<Dimensions> physical, sycl::range<Dimensions> logical)
{
	struct seen {
		std::size_t logical[3], physical[3], global[3];
		std::size_t ranges[9];
		int kept;
	};
	const std::size_t each = logical.size();
	seen *all = sycl::malloc_shared<seen>(groups.size() * each, queue);

	queue.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(groups, physical, [=](sycl::group<Dimensions> group) {
			sycl::private_memory<int, Dimensions> mine(group);

			group.parallel_for_work_item([&](sycl::h_item<Dimensions> item) {
				mine(item) = static_cast<int>(item.get_local().get_linear_id());
			});
			group.parallel_for_work_item(logical, [&](sycl::h_item<Dimensions> item) {
				seen &s = all[group.get_group_linear_id() * each + item.get_logical_local().get_linear_id()];

				for (int d = 0; d < Dimensions; d++) {
					s.logical[d] = item.get_logical_local_id(d);
					s.physical[d] = item.get_physical_local_id()[d];
					s.global[d] = item.get_global_id(d);
					s.ranges[d] = item.get_logical_local_range(d);
					s.ranges[3 + d] = item.get_physical_local_range()[d];
					s.ranges[6 + d] = item.get_global_range()[d];
				}
				s.kept = mine(item);
			});
		});
	}).wait();
	for (std::size_t g = 0; g < groups.size(); g++) {
		for (std::size_t i = 0; i < each; i++) {
			const seen &s = all[g * each + i];
			std::size_t number = i, group = g, linear = 0;

			for (int d = 0; d < Dimensions; d++)
				linear = linear * physical[d] + s.physical[d];
			check(s.kept == static_cast<int>(linear));
			for (int d = Dimensions - 1; d >= 0; d--) {
				check(s.logical[d] == number % logical[d]);
				check(s.physical[d] == s.logical[d] % physical[d]);
				check(s.global[d] == group % groups[d] * physical[d] + s.physical[d]);
				check(s.ranges[d] == logical[d] && s.ranges[3 + d] == physical[d]);
				check(s.ranges[6 + d] == groups[d] * physical[d]);
				number /= logical[d];
				group /= groups[d];
			}
		}
	}
	sycl::free(all, queue);
	try {
		queue.submit([&](sycl::handler &h) {
			h.parallel_for_work_group(sycl::range<1>(1), sycl::range<1>(2000), [=](sycl::group<1>) {});
		});
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::nd_range);
	}
}

/* --- items without an offset as arguments of kernels --- */

template <int Dimensions>
void plain_items(sycl::queue &queue, sycl::range<Dimensions> size)
{
	std::size_t *ids = sycl::malloc_shared<std::size_t>(size.size(), queue);
	int *sum = sycl::malloc_shared<int>(1, queue);

	*sum = 0;
	queue.parallel_for(size, [=](sycl::item<Dimensions, false> item) { ids[item.get_linear_id()] = item.get_id(Dimensions - 1); }).wait();
	queue.parallel_for(size, sycl::reduction(sum, sycl::plus<>()), [=](sycl::item<Dimensions, false> item, auto &to) {
		to += static_cast<int>(item.get_range(0));
	}).wait();
	for (std::size_t i = 0; i < size.size(); i++)
		check(ids[i] == i % size[Dimensions - 1]);
	check(*sum == static_cast<int>(size.size() * size[0]));
	/* A generic lambda gets the item that the standard's default arguments name, and is compiled for no other. */
	queue.parallel_for(size, [=](auto item) {
		static_assert(std::is_same_v<decltype(item), sycl::item<Dimensions>>);
		ids[item.get_linear_id()] = item.get_linear_id() + 1;
	}).wait();
	for (std::size_t i = 0; i < size.size(); i++)
		check(ids[i] == i + 1);
	sycl::free(ids, queue);
	sycl::free(sum, queue);
}

/* --- command groups --- */

struct counting {
	int *calls;
	int own = 0;
	void operator()(sycl::handler &h)
	{
		own++;
		*calls += own;
		h.single_task([] {});
	}
};

static void command_groups(sycl::queue &queue)
{
	int calls = 0;
	counting group{ &calls };
	auto moved = std::make_unique<int>(5);

	queue.submit(group);
	queue.submit(group).wait();
	check(calls == 2 && group.own == 0);	/* it is copied, as its type says */
	queue.submit([count = 0, &calls](sycl::handler &h) mutable {
		calls = ++count;
		h.single_task([] {});
	}).wait();
	check(calls == 1);
	queue.submit([moved = std::move(moved), &calls](sycl::handler &h) mutable {
		calls = *moved;
		h.single_task([] {});
	}).wait();
	check(calls == 5);
	queue.submit(counting{ &calls }, queue).wait();
	check(calls == 6);
}

static void events_and_platforms(sycl::queue &queue)
{
	const sycl::event a, b, c = a;
	int asked = 0;

	check(a != b && a == c && !(a == b) && std::hash<sycl::event>()(a) == std::hash<sycl::event>()(c));
	sycl::event().wait_and_throw();
	check(a.get_info<sycl::info::event::command_execution_status>() == sycl::info::event_command_status::complete);
	try {
		a.get_profiling_info<sycl::info::event_profiling::command_end>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::invalid);
	}
	const sycl::platform platform([&](const sycl::device &) { return asked++; });
	check(asked > 0 && platform == queue.get_device().get_platform());
	check(sycl::platform(sycl::cpu_selector_v) == platform && sycl::platform(sycl::cpu_selector()) == platform);
	try {
		const sycl::platform none([](const sycl::device &) { return -1; });
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::runtime);
	}
}

static void copies(sycl::queue &queue)
{
	std::vector<int> from(24), to(24, -1), wide(24, -1);

	for (int i = 0; i < 24; i++)
		from[static_cast<std::size_t>(i)] = i * 3;
	{
		sycl::buffer<int, 2> a(from.data(), { 4, 6 });
		sycl::buffer<int> b(to), c(wide);
		sycl::accessor<int, 2, sycl::access_mode::read> source(a);
		sycl::accessor<int, 1, sycl::access_mode::write> target(b), other(c);

		queue.copy(source, target);
		queue.copy(source, other, sycl::event()).wait();
	}
	check(to == from && wide == from);
}

/* --- choices --- */

template <typename Check>
void choices(Check same)
{
	const sycl::float4 low(1, 2, 3, 4), high(10, 20, 30, 40);
	sycl::float4 a = low, b = high;
	const sycl::int4 mask(-1, 0, -1, 0);
	const sycl::uint4 bits(0x80000000u, 1, 0xffffffffu, 0x7fffffff);

	same(0, sycl::select(a.wzyx(), b, mask), sycl::float4(10, 3, 30, 1));
	same(1, sycl::select(a, b.wzyx(), mask.wzyx()), sycl::float4(1, 30, 3, 10));
	same(2, sycl::select(a, b, bits), sycl::float4(10, 2, 30, 4));
	same(3, sycl::select(a.swizzle<0, 0, 1, 1>(), b.swizzle<0, 0, 1, 1>(), mask), sycl::float4(10, 1, 20, 2));
	same(4, sycl::bitselect(a.wzyx(), b.wzyx(), sycl::float4(0.0f)), sycl::float4(4, 3, 2, 1));
	same(5, sycl::clamp(a.wzyx(), 2, 3.0), sycl::float4(3, 3, 2, 2));
	const sycl::vec<bool, 4> t(true, false, true, true), f(false, false, true, false);
	const sycl::vec<std::byte, 2> x(std::byte{ 3 }, std::byte{ 4 }), y(std::byte{ 3 }, std::byte{ 5 });
	same(6, (t == f).convert<float>(), sycl::float4(0, -1, -1, 0));
	same(7, (t != true).convert<float>(), sycl::float4(0, -1, 0, 0));
	same(8, sycl::float4((x == y).convert<float>(), (x < y).convert<float>()), sycl::float4(-1, 0, 0, -1));
	const sycl::vec<std::byte, 1> one(std::byte{ 7 });
	same(9, sycl::float4((one == std::byte{ 7 }).convert<float>(), (std::byte{ 8 } < one).convert<float>(), 0, 0), sycl::float4(-1, 0, 0, 0));
}

static void choices_everywhere(sycl::queue &queue)
{
	constexpr int cases = 10;
	int *right = sycl::malloc_shared<int>(cases, queue);

	queue.single_task([=] {
		choices([=](int i, const sycl::float4 &given, const sycl::float4 &wanted) { right[i] = sycl::all(given == wanted); });
	}).wait();
	for (int i = 0; i < cases; i++)
		check(right[i] || (std::printf("case %d: ", i), false));
	choices([](int i, const sycl::float4 &given, const sycl::float4 &wanted) {
		check(sycl::all(given == wanted) || (std::printf("case %d: ", i), false));
	});
	sycl::free(right, queue);
}

/* --- sub-groups of one work-item, on the CPU: doc/sub-groups.md --- */

static void sub_groups(sycl::queue &queue)
{
	constexpr int cases = 16;
	constexpr std::size_t size = 12;
	int *right = sycl::malloc_shared<int>(cases * size, queue);
	std::vector<int> array(3, 2);
	int *two = sycl::malloc_shared<int>(3, queue);

	check(queue.get_device().get_info<sycl::info::device::sub_group_sizes>() == std::vector<std::size_t>{ 1, 4, 8, 16, 32 });
	queue.copy(array.data(), two, 3).wait();
	queue.parallel_for(sycl::nd_range<1>(size, size), [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(1)]] {
		const sycl::sub_group group = item.get_sub_group();
		const int x = static_cast<int>(item.get_local_id(0)) + 5;
		int *r = right + item.get_local_id(0) * cases;

		r[0] = group.get_local_range()[0] == 1 && group.get_max_local_range()[0] == 1 && group.get_local_linear_id() == 0;
		r[1] = group.get_group_range()[0] == size && group.get_group_linear_id() == item.get_local_id(0);
		r[2] = sycl::group_broadcast(group, x, 3) == x;
		r[3] = sycl::shift_group_left(group, x, 1) == x && sycl::shift_group_right(group, x, 16) == x;
		r[4] = sycl::permute_group_by_xor(group, x, 1) == x;
		r[5] = sycl::select_from_group(group, x, 31) == x;
		r[6] = group.shuffle(x, 7) == x && group.shuffle_xor(x, 4) == x;
		r[7] = sycl::reduce_over_group(group, x, sycl::plus<>()) == x;
		r[8] = sycl::reduce_over_group(group, x, 100, sycl::plus<>()) == x + 100;
		r[9] = sycl::inclusive_scan_over_group(group, x, sycl::plus<>()) == x;
		r[10] = sycl::exclusive_scan_over_group(group, x, sycl::plus<>()) == 0;
		r[11] = sycl::exclusive_scan_over_group(group, x, 9, sycl::plus<>()) == 9;
		r[12] = sycl::any_of_group(group, x == 5) == (x == 5) && sycl::all_of_group(group, x == 5) == (x == 5);
		r[13] = sycl::joint_reduce(group, two, two + 3, sycl::plus<>()) == 6;
		r[14] = group.leader();
		sycl::group_barrier(group);
		r[15] = sycl::reduce_over_group(item.get_group(), x, sycl::maximum<>()) == static_cast<int>(size) + 4;
	}).wait();
	for (std::size_t i = 0; i < cases * size; i++)
		check(right[i] || (std::printf("sub-group case %zu: ", i % cases), false));
	sycl::free(right, queue);
	sycl::free(two, queue);
}

/* --- kernels' names --- */

class named;

int main()
{
	sycl::queue queue;

	hierarchical<1>(queue, 3, 4, 10);
	hierarchical<1>(queue, 2, 6, 6);
	hierarchical<2>(queue, { 2, 3 }, { 2, 3 }, { 5, 2 });
	hierarchical<3>(queue, { 2, 1, 3 }, { 1, 2, 3 }, { 3, 3, 4 });
	plain_items<1>(queue, 10);
	plain_items<2>(queue, { 3, 5 });
	plain_items<3>(queue, { 2, 3, 4 });
	command_groups(queue);
	events_and_platforms(queue);
	copies(queue);
	choices_everywhere(queue);
	sub_groups(queue);
	queue.single_task<named>([] {}).wait();
	check(*sycl::get_kernel_id<named>().get_name() != 0);
	return done();
}
