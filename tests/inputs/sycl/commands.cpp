/*
 * Kernels and copies run while the program goes on, in the order of events, queues and buffers.
 * Run with two threads of the CPU device or more: kernels here wait for each other.
 */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

#include "check.hpp"

using status = sycl::info::event_command_status;
using in_order = sycl::property::queue::in_order;
using profiling = sycl::property::queue::enable_profiling;
using flag = sycl::atomic_ref<int, sycl::memory_order::seq_cst, sycl::memory_scope::system>;

static status status_of(const sycl::event &e)
{
	return e.get_info<sycl::info::event::command_execution_status>();
}

static std::uint64_t start_of(const sycl::event &e)
{
	return e.get_profiling_info<sycl::info::event_profiling::command_start>();
}

static std::uint64_t end_of(const sycl::event &e)
{
	return e.get_profiling_info<sycl::info::event_profiling::command_end>();
}

static bool has_times(const sycl::event &e)
{
	const auto submit = e.get_profiling_info<sycl::info::event_profiling::command_submit>();

	return submit != 0 && submit <= start_of(e) && start_of(e) <= end_of(e);
}

/* Kernels that say that they run and wait until another does so; after a minute or so they give up. */
struct meeting {
	int *here, *there, *met;
	void operator()() const
	{
		flag(*here).store(1);
		for (long i = 0; i < 20000000000 && !*met; i++)
			*met = flag(*there).load();
	}
};
template <int Number>
struct meets : meeting {
	explicit meets(const meeting &m) : meeting(m) {}
};

/* Commands that do not depend on each other run at the same time: of one queue, of two, and the program itself. */
static void side_by_side()
{
	sycl::queue q{ profiling() }, one({ in_order(), profiling() }), two({ in_order(), profiling() });
	int *p = sycl::malloc_shared<int>(16, q);

	std::fill_n(p, 16, 0);
	const sycl::event a = q.single_task(meets<0>({ p, p + 1, p + 2 }));
	const sycl::event b = q.single_task(meets<1>({ p + 1, p, p + 3 }));
	q.wait();
	check(p[2] == 1 && p[3] == 1 && start_of(a) < end_of(b) && start_of(b) < end_of(a));
	const sycl::event c = one.single_task(meets<2>({ p + 4, p + 5, p + 6 }));
	const sycl::event d = two.single_task(meets<3>({ p + 5, p + 4, p + 7 }));
	one.wait();
	two.wait();
	check(p[6] == 1 && p[7] == 1 && start_of(c) < end_of(d) && start_of(d) < end_of(c));
	check(has_times(a) && has_times(b) && has_times(c) && has_times(d));

	const sycl::event e = q.single_task(meets<4>({ p + 8, p + 9, p + 10 }));
	const sycl::event f = q.submit([&](sycl::handler &h) {
		h.depends_on(e);
		h.single_task([=] { p[11] = p[10] + 1; });
	});
	const std::vector<sycl::event> list = f.get_wait_list();
	check(status_of(e) != status::complete && status_of(f) == status::submitted && p[10] == 0);
	check(list.size() == 1 && list[0] == e && e.get_wait_list().empty());
	while (!flag(p[8]).load())
		std::this_thread::yield();
	check(status_of(e) == status::running);
	flag(p[9]).store(1);
	f.wait();
	check(p[10] == 1 && p[11] == 2 && status_of(e) == status::complete && f.get_wait_list().empty());
	sycl::free(p, q);
}

/* What comes behind a kernel that waits for the program: none of it has happened, then all has, in order. */
static void behind()
{
	sycl::queue q({ in_order(), profiling() });
	constexpr int n = 100000;
	int *p = sycl::malloc_shared<int>(4, q), *from = sycl::malloc_shared<int>(n, q), *to = sycl::malloc_shared<int>(n, q);
	std::vector<sycl::event> events;
	int sum = 0;

	std::fill_n(p, 4, 0);
	std::fill_n(to, n, -1);
	events.push_back(q.single_task(meets<5>({ p, p + 1, p + 2 })));
	events.push_back(q.parallel_for(n, [=](sycl::id<1> i) { from[i] = static_cast<int>(i[0]); }));
	events.push_back(q.memcpy(to, from, n * sizeof *to));
	events.push_back(q.fill(from, 7, n));
	events.push_back(q.memset(from + 1, 0, sizeof *from));
	{
		sycl::buffer<int> total(&sum, 1);

		events.push_back(q.submit([&](sycl::handler &h) {
			h.parallel_for(n, sycl::reduction(total, h, sycl::plus<int>()), [=](sycl::id<1> i, auto &s) { s += to[i] == static_cast<int>(i[0]); });
		}));
		events.push_back(q.submit([&](sycl::handler &h) {
			sycl::stream out(100, 100, h);

			h.single_task([=] { out << "stream " << from[0] << from[1] << sycl::endl; });
		}));
		check(to[n - 1] == -1 && sum == 0);
		for (const sycl::event &e : events)
			check(status_of(e) != status::complete);
		flag(p[1]).store(1);
	}
	check(sum == n);
	q.wait();
	for (std::size_t i = 0; i < events.size(); i++) {
		check(has_times(events[i]) && status_of(events[i]) == status::complete);
		check(i == 0 || end_of(events[i - 1]) <= start_of(events[i]));
	}
	check(to[n - 1] == n - 1 && from[0] == 7 && from[1] == 0 && from[n - 1] == 7);
	sycl::free(p, q);
	sycl::free(from, q);
	sycl::free(to, q);
}

/* Parts of a buffer: only commands on the same one wait; a live host accessor blocks commands. */
static void buffers()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(4, q);
	sycl::buffer<int> whole(36);
	sycl::buffer<int> left(whole, 0, 4), right(whole, 32, 4);

	std::fill_n(p, 4, 0);
	{
		sycl::host_accessor host(whole, sycl::write_only);

		std::fill(host.begin(), host.end(), 1);
	}
	const sycl::event a = q.submit([&](sycl::handler &h) {
		sycl::accessor to(left, h, sycl::write_only);
		const meets<6> waits({ p, p + 1, p + 2 });

		h.single_task([=] {
			waits();
			to[0] = 5;
		});
	});
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(right, h);

		h.parallel_for(4, [=](sycl::id<1> i) { to[i] += 2; });
	});
	check(sycl::host_accessor(right, sycl::read_only)[3] == 3 && status_of(a) != status::complete);
	const sycl::event b = q.submit([&](sycl::handler &h) {
		sycl::accessor from(left, h, sycl::read_only);
		sycl::accessor to(right, h, sycl::read_write);

		h.parallel_for(4, [=](sycl::id<1> i) { to[i] += from[i]; });
	});
	check(status_of(b) == status::submitted);
	flag(p[1]).store(1);
	check(sycl::host_accessor(right)[0] == 8 && p[2] == 1);

	sycl::event c, d;
	{
		sycl::host_accessor host(whole, sycl::read_only);
		const auto copy = host;

		c = q.submit([&](sycl::handler &h) {
			sycl::accessor to(left, h, sycl::write_only);

			h.single_task([=] { to[1] = 9; });
		});
		d = q.submit([&](sycl::handler &h) {
			sycl::accessor from(right, h, sycl::read_only);

			h.single_task([=] { p[3] = from[0]; });
		});
		d.wait();
		check(p[3] == 8 && host[1] == 1 && copy[1] == 1 && status_of(c) == status::submitted);
	}
	c.wait();
	{
		const auto old = whole.get_access<sycl::access::mode::read_write>();

		check(old[1] == 9);
		old[1] = 10;
		c = q.submit([&](sycl::handler &h) {
			sycl::accessor to(whole, h);

			h.single_task([=] { to[1]++; });
		});
		check(old[1] == 10 && status_of(c) == status::submitted);
	}
	check(sycl::host_accessor(left)[1] == 11);
	sycl::free(p, q);
}

/* A kernel behind a host task, which the program lets go on; its function object is its own. */
static void behind_tasks()
{
	sycl::queue q;
	std::promise<void> go;
	int *p = sycl::malloc_shared<int>(1, q);
	sycl::event last;

	*p = 0;
	const sycl::event task = q.submit([&](sycl::handler &h) { h.host_task([future = go.get_future().share()] { future.wait(); }); });
	{
		std::array<int, 400> many;

		many.fill(2);
		last = q.parallel_for(1, task, [=](sycl::id<1>) { *p += many[399]; });
		many.fill(100);
	}
	/* More than the runtime keeps waiting for processors. */
	for (int i = 0; i < 1000; i++)
		last = q.single_task(last, [=] { *p += 1; });
	{
		/* Nobody gets its contents: its end does not wait. */
		sycl::buffer<int> own(1000);

		last = q.submit([&](sycl::handler &h) {
			sycl::accessor a(own, h, sycl::no_init);

			h.depends_on(last);
			h.single_task([=] {
				a[999] = 1;
				*p += a[999];
			});
		});
	}
	check(*p == 0 && status_of(last) == status::submitted);
	go.set_value();
	last.wait();
	check(*p == 1003);
	sycl::free(p, q);
}

/* Threads share queues and a buffer: no two commands of an in-order queue, or on one buffer, run at the same time; some are host tasks. */
static void threads(int submits, bool tasks)
{
	const auto is_task = [=](int i) { return tasks && i % 7 == 3; };
	constexpr int most = 8;
	sycl::queue q[4] = { sycl::queue(in_order()), sycl::queue(in_order()), sycl::queue(), sycl::queue() };
	int *count = sycl::malloc_shared<int>(2, q[0]);
	int sum = 0;
	std::vector<std::thread> thread;

	count[0] = count[1] = 0;
	{
		sycl::buffer<int> shared(&sum, 1);

		for (int t = 0; t < most; t++)
			thread.emplace_back([&, t] {
				for (int i = 0; i < submits; i++) {
					if (t % 4 < 2 && is_task(i))
						q[t % 4].submit([&](sycl::handler &h) { h.host_task([c = count + t % 4] { *c += 1; }); });
					else if (t % 4 < 2)
						q[t % 4].single_task([c = count + t % 4] { *c += 1; });
					else if (is_task(i))
						q[t % 4].submit([&](sycl::handler &h) {
							sycl::accessor<int, 1, sycl::access_mode::read_write, sycl::target::host_task> a(shared, h);

							h.host_task([=] { a[0] += 1; });
						});
					else
						q[t % 4].submit([&](sycl::handler &h) {
							sycl::accessor a(shared, h);

							h.single_task([=] { a[0] += 1; });
						});
				}
			});
		for (std::thread &t : thread)
			t.join();
	}
	for (sycl::queue &one : q)
		one.wait();
	check(count[0] == most / 4 * submits && count[1] == most / 4 * submits && sum == most / 2 * submits);
	sycl::free(count, q[0]);
}

/* Errors that nobody asked for go to the handler when the queue is gone. */
static void errors()
{
	int caught = 0;

	{
		sycl::queue q([&](sycl::exception_list list) { caught += static_cast<int>(list.size()); });
		const sycl::queue copy(q);

		q.submit([](sycl::handler &h) { h.host_task([] { throw 1; }); }).wait();
		check(caught == 0);
	}
	check(caught == 1);
}

/* What is freed is not in use any more. */
static void freed()
{
	constexpr int n = 1 << 20;
	sycl::queue q;
	int *ended = sycl::malloc_shared<int>(1, q);

	*ended = 0;
	for (int i = 0; i < 3; i++) {
		int *memory = sycl::malloc_device<int>(n, q);

		q.single_task([=] {
			for (int turn = 0; turn < 20; turn++)
				for (int k = 0; k < n; k++)
					memory[k] = turn * (turn ? memory[k] : 1);
			*ended += 1;
		});
		sycl::free(memory, q);
		check(*ended == i + 1);
	}
	sycl::free(ended, q);
}

/* Patterns of three bytes, across the blocks in which they are copied. */
static void filled()
{
	struct rgb {
		unsigned char bytes[3];
	};
	constexpr std::size_t most = 16384;
	constexpr rgb pattern = { { 1, 2, 3 } };
	sycl::queue q(in_order{});
	unsigned char *const p = sycl::malloc_shared<unsigned char>(3 * most, q);

	for (const std::size_t n : { 0, 1, 2, 3, 5461, 5462, 8191, 10923, 16383 }) {
		std::size_t wrong = 0;

		q.memset(p, 9, 3 * most);
		q.fill(p, pattern, n).wait();
		for (std::size_t i = 0; i < 3 * most; i++)
			wrong += p[i] != (i < 3 * n ? pattern.bytes[i % 3] : 9);
		check(wrong == 0);
	}
	sycl::free(p, q);
}

int main(int argc, char **argv)
{
	side_by_side();
	freed();
	filled();
	behind();
	buffers();
	behind_tasks();
	threads(argc > 1 ? std::atoi(argv[1]) : 100, false);
	for (int i = 0; i < 10; i++)
		threads(20, true);
	errors();
	return done();
}
