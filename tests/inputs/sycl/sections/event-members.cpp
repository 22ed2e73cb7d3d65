/* 4.6.6: every command of queues and groups gives an event, whose status, times and wait list say what happened. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using info::event_command_status;
namespace times = info::event_profiling;

static_assert(std::is_same_v<times::command_submit::return_type, std::uint64_t> && std::is_same_v<times::command_start::return_type, std::uint64_t> && std::is_same_v<times::command_end::return_type, std::uint64_t>);
static_assert(std::is_same_v<info::event::command_execution_status::return_type, event_command_status> && event_command_status::submitted != event_command_status::running && event_command_status::complete != event_command_status::running);
static_assert(std::is_default_constructible_v<event> && std::is_copy_constructible_v<event> && noexcept(std::declval<const event &>().get_backend()));

int main()
{
	queue q{ property_list{ property::queue::enable_profiling(), property::queue::in_order() } };
	int *const p = malloc_shared<int>(64, q);
	buffer<int> b(range<1>(16));
	int host[16] = {};
	accessor<int, 1, access_mode::read_write, target::device, access::placeholder::true_t> placed(b);
	const auto body = [=](id<1> i) { p[i] = int(i[0]); };
	std::vector<event> events{ q.single_task([=] { p[0] = 1; }), q.parallel_for(16, body), q.parallel_for(nd_range<1>(16, 4), [=](nd_item<1> it) { p[it.get_global_id(0)] += 1; }), q.memcpy(p + 16, p, 64), q.copy(p, p + 32, 16), q.memset(p + 48, 0, 64), q.fill(p, 2, 16),
		q.prefetch(p, 64), q.mem_advise(p, 64, 0), q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.fill(a, 3); }), q.copy(placed, host), q.update_host(placed), q.fill(placed, 4), q.copy(host, placed),
		q.submit([&](handler &h) { h.host_task([=] { p[63] = 9; }); }), q.submit([&](handler &h) { accessor a(b, h); h.parallel_for(16, [=](id<1> i) { a[i]++; }); }) };
	for (event &e : events) {
		e.wait();
		check(e.get_info<info::event::command_execution_status>() == event_command_status::complete && e.get_backend() == q.get_backend());
		const auto submitted = e.get_profiling_info<times::command_submit>(), started = e.get_profiling_info<times::command_start>(), ended = e.get_profiling_info<times::command_end>();
		if (submitted > started || started > ended)
			std::printf("event %d: %llu %llu %llu\n", int(&e - events.data()), (unsigned long long)submitted, (unsigned long long)started, (unsigned long long)ended), failures++;
		event copy = e;
		check(copy == e && std::hash<event>()(copy) == std::hash<event>()(e) && copy != event());
	}
	check(p[0] == 2 && p[63] == 9 && host[5] == 3);
	for (std::size_t i = 1; i < events.size(); i++)
		check(events[i] != events[i - 1]);
	/* A default event is complete and of no queue. */
	event none;
	none.wait(), none.wait_and_throw();
	check(none.get_info<info::event::command_execution_status>() == event_command_status::complete && none.get_wait_list().empty());
	const event first = q.submit([&](handler &h) { h.host_task([] {}); }), second = q.submit([&](handler &h) { h.depends_on(first); h.host_task([] {}); });
	event::wait_and_throw({ first, second, none });
	/* Asking what a command waits for leaves it its times. */
	using flag = atomic_ref<int, memory_order::seq_cst, memory_scope::system>;
	flag(p[1]).store(0);
	const event held = q.single_task([=] { while (flag(p[1]).load() == 0) ; }), behind = q.single_task([=] { p[0] = 2; });

	const event last = q.single_task({ held, behind }, [=] { p[0] = 3; });
	const std::vector<event> waits = last.get_wait_list();

	check(behind.get_wait_list() == std::vector<event>{ held });
	check(waits == std::vector<event>{ behind, held } || waits == std::vector<event>{ held, behind });
	flag(p[1]).store(1);
	last.wait();
	check(held.get_profiling_info<times::command_start>() >= held.get_profiling_info<times::command_submit>() && held.get_profiling_info<times::command_end>() > 0
		&& behind.get_profiling_info<times::command_start>() >= held.get_profiling_info<times::command_end>());
	/* Hints are behind what comes before them too. */
	flag(p[1]).store(0);
	const event task = q.submit([&](handler &h) { h.host_task([=] { while (flag(p[1]).load() == 0) {} }); });
	for (event hint : { q.prefetch(p, 64), q.mem_advise(p, 64, 0), q.prefetch(nullptr, 0) }) {
		flag(p[1]).store(1);
		hint.wait();
		check(hint.get_profiling_info<times::command_start>() >= task.get_profiling_info<times::command_end>());
	}
	/* A command group without a command starts and ends at once, or when what it depends on has ended. */
	const event at_once = q.submit([](handler &) {}), after = q.submit([&](handler &h) { h.depends_on(task); });

	check(at_once.get_profiling_info<times::command_start>() >= at_once.get_profiling_info<times::command_submit>()
		&& at_once.get_profiling_info<times::command_end>() >= at_once.get_profiling_info<times::command_start>());
	check(after.get_profiling_info<times::command_end>() >= task.get_profiling_info<times::command_end>());
	queue plain;
	event of_plain = plain.single_task([] {});
	try {
		of_plain.get_profiling_info<times::command_start>();
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::invalid);
	}
	plain.wait();
	free(p, q);
	return done();
}
