/* Extensions of Khronos, and those of queues, contexts, devices and local memory. */
#include <sycl/khr/includes/version.hpp>
#include <sycl/sycl.hpp>

#include "check.hpp"

namespace ext = sycl::ext::oneapi;
namespace ex = sycl::ext::oneapi::experimental;
namespace khr = sycl::khr;

template <int Dimensions>
static void groups(sycl::queue &q, int *p, sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
		const khr::work_group<Dimensions> g = it.get_group();
		const khr::sub_group sg = it.get_sub_group();
		const auto item = khr::get_item(g);
		const auto lane = khr::get_item(sg);
		const sycl::group<Dimensions> back = g;

		p[it.get_global_linear_id()] = g.id() == back.get_group_id() && g.linear_id() == back.get_group_linear_id()
			&& g.range() == it.get_group_range() && g.size() == it.get_local_range().size()
			&& item.id() == it.get_local_id() && item.linear_id() == it.get_local_linear_id()
			&& item.range() == it.get_local_range() && item.size() == 1
			&& lane.linear_id() == sg.linear_id() * 0 + it.get_sub_group().get_local_linear_id()
			&& sg.size() <= sg.max_size() && khr::leader_of(g) == (it.get_local_linear_id() == 0)
			&& khr::leader_of(sg) == it.get_sub_group().leader()
			&& khr::this_nd_item<Dimensions>() == it && khr::this_group<Dimensions>() == back
			&& khr::this_sub_group().get_group_linear_id() == sg.linear_id()
			&& sycl::reduce_over_group(static_cast<sycl::group<Dimensions>>(g), 1, sycl::plus<>()) == static_cast<int>(g.size());
	}).wait();
	for (std::size_t i = 0; i < global.size(); i++)
		check(p[i] == 1);
}

static void commands(sycl::queue &q, int *p)
{
	khr::launch(q, { 2, 3 }, [=](sycl::id<2> i) { p[i[0] * 3 + i[1]] = static_cast<int>(i[0] * 10 + i[1]); });
	khr::command_barrier(q);
	const sycl::event e = khr::submit_tracked(q, [&](sycl::handler &h) {
		khr::launch_grouped(h, { 4 }, { 2 }, [=](sycl::nd_item<1> it) { p[8 + it.get_global_id(0)] = static_cast<int>(it.get_group(0)); });
	});
	khr::event_barrier(q, { e });
	khr::launch_reduce(q, 10, [=](sycl::id<1> i, auto &s) { s += static_cast<int>(i[0]); },
		sycl::reduction(p + 16, sycl::plus<>(), sycl::property::reduction::initialize_to_identity()));
	khr::launch_grouped_reduce(q, { 6 }, { 3 }, [=](sycl::nd_item<1> it, auto &s) { s.combine(static_cast<int>(it.get_global_id(0))); },
		sycl::reduction(p + 17, sycl::maximum<>(), sycl::property::reduction::initialize_to_identity()));
	q.wait();
	check(p[5] == 12 && p[11] == 1 && p[16] == 45 && p[17] == 5);
	khr::launch_task(q, [=] { p[0] = 40; });
	q.wait();
	khr::submit(q, [&](sycl::handler &h) { khr::memcpy(h, p + 1, p, sizeof *p); });
	khr::fill(q, p + 2, 9, 2);
	khr::memset(q, p + 4, 0, sizeof *p);
	q.wait();
	khr::copy(q, p, p + 6, 3);
	q.wait();
	check(p[1] == 40 && p[3] == 9 && p[4] == 0 && p[6] == 40 && p[8] == 9);

	int from[6] = { 1, 2, 3, 4, 5, 6 }, to[6] = {};
	sycl::buffer<int, 2> b(sycl::range<2>(2, 3)), c(sycl::range<2>(2, 3));
	sycl::accessor<int, 2, sycl::access_mode::read_write> a(b), other(c);
	khr::copy(q, from, a);
	khr::copy(q, a, other);
	khr::copy(q, other, to);
	q.wait();
	check(to[0] == 1 && to[5] == 6);
	khr::fill(q, a, 7);
	khr::update_host(q, a);
	check(b.get_host_access()[1][2] == 7);
}

static void order(int *p)
{
	sycl::queue q{ sycl::property_list{ sycl::property::queue::in_order(), ext::property::queue::priority_high() } };
	sycl::queue free;
	int *const big = p + 32;
	bool refused = false;

	check(q.has_property<ext::property::queue::priority_high>() && !q.has_property<ext::property::queue::discard_events>());
	check(q.khr_empty() && !q.ext_oneapi_get_last_event());
	const sycl::event task = free.submit([&](sycl::handler &h) { h.host_task([=] { p[0] = 5; }); });
	q.ext_oneapi_set_external_event(task);
	check(q.ext_oneapi_get_last_event() == task);
	q.single_task([=] { p[1] = p[0] + 1; });
	q.khr_flush();
	q.ext_oneapi_prod();
	std::optional<sycl::event> last = q.ext_oneapi_get_last_event();
	last->wait();
	check(p[1] == 6);
	try {
		free.ext_oneapi_get_last_event();
	} catch (const sycl::exception &e) {
		refused = e.code() == sycl::errc::invalid;
	}
	check(refused);

	check(free.get_context() == free.get_device().get_platform().khr_get_default_context());
	check(free.get_device().get_platform().ext_oneapi_get_default_context() == q.get_context());
	check(!free.get_device().ext_oneapi_can_access_peer(free.get_device()));
	refused = false;
	try {
		free.get_device().ext_oneapi_enable_peer_access(free.get_device());
	} catch (const sycl::exception &e) {
		refused = e.code() == sycl::errc::feature_not_supported;
	}
	check(refused);
	check(free.get_device().get_info<sycl::ext::intel::info::device::free_memory>() > 0);
	check(free.get_device().get_info<khr::info::device::max_work_group_range<2>>()[0] >= 1);
	check(free.get_device().get_info<khr::info::device::max_work_group_range_size>() >= 65535);
	check(free.get_device().get_info<ex::info::device::max_work_groups<3>>()[2] >= 65535);

	for (int i = 0; i < 30; i++)
		big[i] = i;
	free.ext_oneapi_memcpy2d(p, 3 * sizeof *p, big + 1, 5 * sizeof *p, 2 * sizeof *p, 3).wait();
	check(p[0] == 1 && p[1] == 2 && p[3] == 6 && p[7] == 12);
	free.ext_oneapi_copy2d(big, 5, p, 2, 2, 2).wait();
	check(p[2] == 5 && p[3] == 6);
	free.ext_oneapi_fill2d(big, 5, 77, 2, 2).wait();
	free.ext_oneapi_memset2d(big + 10, 5 * sizeof *p, 0, sizeof *p, 2).wait();
	check(big[1] == 77 && big[2] == 2 && big[6] == 77 && big[10] == 0 && big[11] == 11 && big[15] == 0);
	refused = false;
	try {
		free.ext_oneapi_copy2d(big, 1, p, 2, 2, 2);
	} catch (const sycl::exception &e) {
		refused = e.code() == sycl::errc::invalid;
	}
	check(refused);
}

struct point {
	int x, y;
};

struct join {
	point operator()(const point &a, const point &b) const { return { a.x + b.x, a.y < b.y ? b.y : a.y }; }
};

static void local_memory(sycl::queue &q, int *p)
{
	q.submit([&](sycl::handler &h) {
		ex::work_group_memory<int> count(h);
		ex::work_group_memory<int[4]> four{ h };
		ex::work_group_memory<int[]> any(4, h);
		ex::work_group_memory<short[][2]> rows(4, h);
		ex::work_group_memory<point> pair(ex::indeterminate);
		pair = ex::work_group_memory<point>(h);
		sycl::local_accessor<std::byte> scratch(4 * sizeof(point), h);
		sycl::local_accessor<int[3]> triples(4, h);

		h.parallel_for(sycl::nd_range<1>(8, 4), [=](sycl::nd_item<1> it) {
			const auto g = it.get_group();
			const auto i = static_cast<int>(it.get_local_id(0));
			const ex::group_with_scratchpad helper(g, sycl::span<std::byte>(&scratch[0], 4 * sizeof(point)));

			if (g.leader()) {
				count = 1;
				count += 2;
				pair = point{ 3, 4 };
			}
			four[i] = i;
			any[i] = i * i;
			rows[i][1] = static_cast<short>(i + 5);
			triples[i][2] = 7 - i;
			sycl::group_barrier(g);
			const point sum = ex::reduce_over_group(helper, point{ i, i }, join()), all = ex::joint_reduce(helper, &*&pair, &*&pair + 1, sum, join());
			int *const mine = p + it.get_global_id(0) * 4;
			mine[0] = count + four[3 - i] * 10 + any[(i + 1) % 4] * 100;
			mine[1] = rows[(i + 1) % 4][1] + triples[(i + 2) % 4][2] * 100;
			mine[2] = sum.x * 10 + sum.y;
			mine[3] = all.x * 10 + all.y;
		});
	}).wait();
	for (int k = 0; k < 8; k++) {
		const int i = k % 4, *mine = p + k * 4, next = (i + 1) % 4;

		check(mine[0] == 3 + (3 - i) * 10 + next * next * 100);
		check(mine[1] == next + 5 + (7 - (i + 2) % 4) * 100);
		check(mine[2] == 63);
		check(mine[3] == 94);
	}
	q.single_task([=] {
		p[0] = ext::dot_acc(sycl::vec<std::int8_t, 4>(-1, 2, 3, -128), sycl::vec<std::uint8_t, 4>(255, 1, 1, 2), 10);
		p[1] = ext::dot_acc_4x8packed(static_cast<std::int32_t>(0x80ff0201), static_cast<std::uint32_t>(0x02ff0304), 0);
		p[2] = *khr::static_addrspace_cast<sycl::access::address_space::global_space>(p + 1);
		int own = 7;
		const sycl::multi_ptr<int, sycl::access::address_space::generic_space, sycl::access::decorated::yes> any(p + 1);
		p[3] = khr::dynamic_addrspace_cast<sycl::access::address_space::global_space>(p).get() == p
			&& khr::dynamic_addrspace_cast<sycl::access::address_space::local_space>(p) == nullptr
			&& khr::dynamic_addrspace_cast<sycl::access::address_space::private_space>(any) == nullptr
			&& khr::dynamic_addrspace_cast<sycl::access::address_space::global_space>(&own) == nullptr
			&& *khr::dynamic_addrspace_cast<sycl::access::address_space::private_space>(&own) == 7;
	}).wait();
	check(p[3]);
	check(p[0] == -255 + 2 + 3 - 256 + 10);
	check(p[1] == 4 + 6 - 255 - 256 && p[2] == p[1]);
	for (const bool single : { true, false })
		try {
			q.submit([&](sycl::handler &h) {
				const ex::work_group_memory<int> alone(h);

				if (single)
					h.single_task([=] { alone = 1; });
				else
					h.parallel_for(sycl::range<1>(4), [=](sycl::id<1>) { alone = 1; });
			});
			check(!"memory of work-groups without work-groups is refused");
		} catch (const sycl::exception &e) {
			check(e.code() == sycl::errc::kernel_argument);
		}
}

static void properties()
{
	const khr::properties both{ khr::in_order(), khr::enable_profiling(false) };
	using both_list = std::remove_const_t<decltype(both)>;
	constexpr khr::properties one{ khr::in_order{ false } };
	const sycl::device device;
	const sycl::context context(device);
	const auto handler = [](sycl::exception_list) {};

	static_assert(SYCL_KHR_PROPERTIES == 1 && khr::is_property_v<khr::in_order> && khr::is_property_key_v<khr::enable_profiling> && !khr::is_property_v<int>);
	static_assert(!khr::is_property_key_compile_time_v<khr::in_order> && khr::is_property_for_v<khr::in_order, sycl::queue>
		&& khr::is_property_key_for_v<khr::enable_profiling, sycl::queue> && !khr::is_property_for_v<khr::in_order, sycl::event>);
	static_assert(khr::is_property_list_for_v<both_list, sycl::queue> && khr::is_property_list_for_v<khr::empty_properties_t, sycl::event>
		&& !khr::is_property_list_for_v<both_list, sycl::event> && !khr::is_property_list_for_v<int, sycl::queue>);
	static_assert(both_list::has_property<khr::in_order>() && !decltype(one)::has_property<khr::enable_profiling>()
		&& !one.get_property<khr::in_order>().value && std::is_trivially_copyable_v<both_list>);
	static_assert(!std::is_convertible_v<khr::in_order, sycl::queue> && std::is_constructible_v<sycl::queue, khr::in_order>);
	const sycl::queue queues[] = { sycl::queue(both), sycl::queue(handler, both), sycl::queue(sycl::default_selector_v, both), sycl::queue(sycl::default_selector_v, handler, both),
		sycl::queue(device, both), sycl::queue(device, handler, both), sycl::queue(context, sycl::default_selector_v, both),
		sycl::queue(context, sycl::default_selector_v, handler, both), sycl::queue(context, device, both), sycl::queue(context, device, handler, both) };
	for (const sycl::queue &q : queues)
		check(q.is_in_order() && !q.khr_is_profiling_enabled());
	sycl::queue profiled(device, khr::enable_profiling());
	check(profiled.khr_is_profiling_enabled() && !profiled.is_in_order() && !sycl::queue(one).is_in_order());
	check(!sycl::queue(khr::properties{}).is_in_order());
	check(profiled.single_task([] {}).get_profiling_info<sycl::info::event_profiling::command_end>() > 0);
}

/* A device waits for its queues, also those that are gone, and hands their errors out. */
static void devices(int *p)
{
	static int errors;
	const sycl::device device;
	const auto later = [=](sycl::queue &q, int i, bool fails) {
		return q.submit([&](sycl::handler &h) {
			h.host_task([=] {
				std::this_thread::sleep_for(std::chrono::milliseconds(20 * (i + 1)));
				p[i] = 1;
				if (fails)
					throw std::runtime_error("on purpose");
			});
		});
	};
	sycl::queue a(device, [](sycl::exception_list list) { errors += static_cast<int>(list.size()); }), b(device);

	static_assert(SYCL_EXT_ONEAPI_DEVICE_WAIT == 1);
	check(device.has(sycl::aspect::ext_oneapi_device_wait));
	for (int i = 0; i < 4; i++)
		p[i] = 0;
	later(a, 0, true), later(b, 1, false);
	{
		sycl::queue gone(device);
		const sycl::event before = later(gone, 2, false);

		gone.single_task(before, [=] { p[3] = p[2]; });
	}
	device.ext_oneapi_wait();
	check(p[0] == 1 && p[1] == 1 && p[2] == 1 && p[3] == 1 && errors == 0);
	device.ext_oneapi_throw_asynchronous();
	check(errors == 1);
	later(a, 0, true);
	device.ext_oneapi_wait_and_throw();
	check(errors == 2);
}

/* Commands with requirements: events, accessors and bundles, in one object. */
static void required(sycl::queue &q, int *p)
{
	sycl::queue other(q.get_context(), q.get_device(), sycl::property::queue::in_order());
	const sycl::event e = khr::make_event(q.get_context()), copied = e;
	const khr::requirements signals(khr::signal_event{ e });
	sycl::buffer<int> buffer(8);
	const sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::device> all(buffer);
	std::atomic<bool> begins = false;

	static_assert(SYCL_KHR_INCLUDES == SYCL_KHR_SPLIT_HEADERS && khr::is_requirement_v<khr::wait_event> && khr::is_requirement_v<sycl::kernel_bundle<sycl::bundle_state::executable>> && !khr::is_requirement_v<sycl::event>);
	khr::launch_host(q, signals, [&] {
		while (!begins)
			std::this_thread::yield();
		p[0] = 1;
	});
	check(copied == e && copied.get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete);
	begins = true;
	khr::launch(other, sycl::range<1>(8), khr::requirements(khr::wait_event(e), all), [=](sycl::id<1> i) { all[i] = p[0] + static_cast<int>(i[0]); });
	khr::launch_task(other, khr::requirements(all, khr::signal_event(e)), [=] { p[1] = all[7]; });
	copied.wait();
	check(p[1] == 8);
	for (int i = 2; i < 6; i++)
		p[i] = 0;
	khr::launch_reduce(q, sycl::range<1>(10), signals, [](sycl::id<1>, auto &sum) { sum += 1; }, sycl::reduction(p + 2, sycl::plus<>()));
	khr::launch_grouped_reduce(q, sycl::range<2>(2, 4), sycl::range<2>(1, 2), khr::requirements(khr::wait_events({ e }), khr::signal_event(e)),
		[](sycl::nd_item<2>, auto &sum) { sum += 2; }, sycl::reduction(p + 3, sycl::plus<>()));
	khr::enqueue_wait_event(other, e);
	khr::launch_grouped(other, sycl::range<1>(2), sycl::range<1>(2), signals, [=](sycl::nd_item<1> it) {
		if (it.get_group().leader())
			p[4] = p[2] + p[3];
	});
	copied.wait();
	check(p[4] == 26);
	const auto bundle = sycl::get_kernel_bundle<sycl::bundle_state::executable>(q.get_context());
	khr::launch_task(q, khr::requirements(bundle, khr::signal_event(e)), [=] { p[5] = 3; });
	khr::enqueue_memcpy(other, p + 6, p + 5, sizeof *p, khr::requirements(khr::wait_event(e)));
	khr::enqueue_copy(other, p + 6, p + 7, 1);
	khr::enqueue_fill(other, p + 8, 9, 2, signals);
	khr::enqueue_memset(other, p + 10, 0, sizeof *p);
	khr::enqueue_prefetch(other, p, sizeof *p);
	khr::enqueue_mem_advise(other, p, sizeof *p, 0);
	khr::enqueue_copy(other, p + 6, all);
	khr::enqueue_update_host(other, all);
	khr::enqueue_copy(other, all, p + 16, signals);
	khr::enqueue_fill(other, all, 4);
	khr::enqueue_signal_event(other, e);
	khr::enqueue_wait_events(q, { e }, khr::requirements(khr::signal_event(copied)));
	khr::enqueue_barrier(q);
	q.wait();
	check(p[7] == 3 && p[9] == 9 && p[10] == 0 && p[16] == 3 && p[17] == 3 && sycl::host_accessor(buffer)[5] == 4);
}

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(128, q);

	groups<1>(q, p, { 12 }, { 3 });
	groups<2>(q, p, { 4, 6 }, { 2, 3 });
	groups<3>(q, p, { 2, 3, 4 }, { 1, 3, 2 });
	commands(q, p);
	order(p);
	properties();
	required(q, p);
	local_memory(q, p);
	devices(p);
	sycl::free(p, q);
	return done();
}
