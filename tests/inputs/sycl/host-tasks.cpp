/* Host tasks run on threads of their own, in the order that events, queues and buffers give. */
#include <sycl/sycl.hpp>

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <stdexcept>
#include <thread>
#include <vector>

#include "check.hpp"

using status = sycl::info::event_command_status;

/* What a test's tasks wait for. */
struct gate {
	std::promise<void> promise;
	std::shared_future<void> future = promise.get_future().share();
	void open() { promise.set_value(); }
};

static status status_of(const sycl::event &e)
{
	return e.get_info<sycl::info::event::command_execution_status>();
}

static void nap()
{
	std::this_thread::sleep_for(std::chrono::milliseconds(20));
}

/* A task may wait for what the submitting thread does next. */
static void later_things()
{
	sycl::queue q;
	gate g;
	std::atomic<int> ran{ 0 };
	std::thread::id where;
	auto own = std::make_unique<int>(7);

	const sycl::event e = q.submit([&](sycl::handler &h) {
		h.host_task([&, future = g.future, own = std::move(own)](sycl::interop_handle) {
			future.wait();
			where = std::this_thread::get_id();
			ran = *own;
		});
	});
	check(status_of(e) != status::complete && ran == 0 && !q.ext_oneapi_empty());
	/* Other commands do not wait for it. */
	int *a = sycl::malloc_shared<int>(1, q);
	q.single_task([=] { *a = 3; }).wait();
	check(*a == 3);
	g.open();
	e.wait();
	check(ran == 7 && status_of(e) == status::complete && where != std::this_thread::get_id());
	q.wait();
	check(q.ext_oneapi_empty());
	sycl::free(a, q);
}

/* Two tasks that need each other. */
static void two_tasks()
{
	sycl::queue q;
	gate first, second;

	q.submit([&](sycl::handler &h) {
		h.host_task([&] {
			second.future.wait();
			first.open();
		});
	});
	q.submit([&](sycl::handler &h) {
		h.host_task([&] {
			second.open();
			first.future.wait();
		});
	});
	q.wait();
}

static void in_order()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	int *a = sycl::malloc_shared<int>(8, q);
	gate g;
	bool right = false;

	a[0] = 1;
	const sycl::event task = q.submit([&](sycl::handler &h) {
		h.host_task([&] {
			g.future.wait();
			nap();
			a[0] = 2;
		});
	});
	const sycl::event kernel = q.parallel_for(8, [=](sycl::id<1> i) { a[i] = i == 0 ? a[0] * 10 : int(i); });
	const sycl::event fill = q.fill(a + 1, 5, 3);
	const sycl::event copy = q.memcpy(a + 4, a, sizeof(int));
	const sycl::event last = q.submit([&](sycl::handler &h) { h.host_task([&] { right = a[0] == 20 && a[1] == 5 && a[4] == 20 && a[7] == 7; }); });
	check(a[0] == 1 && status_of(kernel) == status::submitted && status_of(last) == status::submitted);
	g.open();
	last.wait();
	check(right && status_of(copy) == status::complete && status_of(fill) == status::complete && status_of(task) == status::complete);
	for (int i = 0; i < 1000; i++)
		q.submit([&](sycl::handler &h) { h.host_task([=] { a[0] = a[0] + 1; }); });
	q.wait();
	check(a[0] == 1020);
	q.single_task([=] { a[0] = 0; }).wait();
	check(a[0] == 0);
	sycl::free(a, q);
}

static void events()
{
	sycl::queue q{ sycl::property::queue::enable_profiling() }, other;
	int *a = sycl::malloc_shared<int>(4, q);
	gate g;

	a[0] = a[1] = a[2] = a[3] = 0;
	const sycl::event task = q.submit([&](sycl::handler &h) {
		h.host_task([&, future = g.future] {
			future.wait();
			a[0] = 1;
		});
	});
	const sycl::event kernel = other.single_task(task, [=] { a[1] = a[0] + 1; });
	const sycl::event copy = q.memcpy(a + 2, a + 1, sizeof(int), std::vector<sycl::event>{ kernel });
	const sycl::event both = q.parallel_for(sycl::range<1>(1), { copy, task }, [=](sycl::id<1>) { a[3] = a[2] + 1; });
	const sycl::event nothing = q.submit([&](sycl::handler &h) { h.depends_on(both); });
	check(status_of(nothing) == status::submitted && a[1] == 0);
	g.open();
	nothing.wait();
	check(a[0] == 1 && a[1] == 2 && a[2] == 2 && a[3] == 3);
	using namespace sycl::info::event_profiling;
	check(task.get_profiling_info<command_submit>() <= task.get_profiling_info<command_start>());
	check(task.get_profiling_info<command_start>() <= task.get_profiling_info<command_end>());
	check(task.get_profiling_info<command_end>() <= both.get_profiling_info<command_start>());
	sycl::free(a, q);
}

static void barriers()
{
	sycl::queue q;
	int *a = sycl::malloc_shared<int>(1, q);
	gate g;

	*a = 0;
	q.submit([&](sycl::handler &h) {
		h.host_task([&, future = g.future] {
			future.wait();
			*a = 1;
		});
	});
	const sycl::event barrier = q.ext_oneapi_submit_barrier();
	const sycl::event kernel = q.single_task([=] { *a = *a * 2 + 1; });
	check(status_of(barrier) == status::submitted && status_of(kernel) == status::submitted && *a == 0);
	g.open();
	q.wait();
	check(*a == 3);
	sycl::free(a, q);
}

static void buffers()
{
	sycl::queue q;
	std::vector<int> data(100, 1);
	int sum = 0;
	gate g;
	{
		sycl::buffer<int> b(data.data(), 100), other(100);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h, sycl::write_only_host_task);
			h.host_task([=, future = g.future] {
				future.wait();
				nap();
				for (int i = 0; i < 100; i++)
					a[i] = i;
			});
		});
		/* A kernel that reads it waits; one of another buffer does not. */
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.parallel_for(100, [=](sycl::id<1> i) { a[i] *= 2; });
		});
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(other, h, sycl::write_only);
			h.parallel_for(100, [=](sycl::id<1> i) { a[i] = int(i); });
		});
		check(sycl::host_accessor(other, sycl::read_only)[99] == 99);
		/* A placeholder, and a reduction into a buffer. */
		sycl::accessor<int, 1, sycl::access_mode::read, sycl::target::device, sycl::access::placeholder::true_t> later(b);
		sycl::buffer<int> total(&sum, 1);
		q.submit([&](sycl::handler &h) {
			h.require(later);
			h.parallel_for(sycl::range<1>(100), sycl::reduction(total, h, sycl::plus<int>()), [=](sycl::id<1> i, auto &s) { s += later[i]; });
		});
		check(data[99] == 1);
		g.open();
		check(sycl::host_accessor(b, sycl::read_only)[99] == 198);
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h, sycl::read_write_host_task);
			h.host_task([=] {
				nap();
				a[0] = 1000;
			});
		});
	}
	/* The buffers' ends wait for what uses them. */
	check(data[0] == 1000 && data[50] == 100 && sum == 99 * 100);
}

static void errors()
{
	int caught = 0;
	bool ran = false;
	sycl::queue q([&](sycl::exception_list list) {
		for (const auto &e : list) {
			try {
				std::rethrow_exception(e);
			} catch (const std::runtime_error &) {
				caught += 1;
			} catch (...) {
				caught += 1000;
			}
		}
	});
	gate g;

	const sycl::event task = q.submit([&](sycl::handler &h) {
		h.host_task([future = g.future] {
			future.wait();
			throw std::runtime_error("task");
		});
	});
	/* The sizes of a kernel that comes later are checked at once, and a wrong command group throws at once. */
	try {
		q.parallel_for(sycl::nd_range<1>(10, 3), task, [=](sycl::nd_item<1>) {});
		check(false);
	} catch (const sycl::exception &error) {
		check(error.code() == sycl::errc::nd_range);
	}
	try {
		q.submit([&](sycl::handler &h) {
			h.depends_on(task);
			throw std::logic_error("group");
		});
		check(false);
	} catch (const std::logic_error &) {
	}
	q.throw_asynchronous();
	check(caught == 0);
	g.open();
	q.wait_and_throw();
	check(caught == 1);
	q.submit([&](sycl::handler &h) { h.host_task([&] { ran = true; }); }).wait_and_throw();
	check(ran && caught == 1);
}

/* A task uses its own queue and waits for it. */
static void inside()
{
	sycl::queue q{ sycl::property::queue::in_order() };
	int *a = sycl::malloc_shared<int>(1, q);

	q.submit([&](sycl::handler &h) {
		h.host_task([=]() mutable {
			q.single_task([=] { *a = 5; }).wait();
			q.wait();
			*a += 1;
		});
	});
	q.wait();
	check(*a == 6);
	sycl::free(a, q);
}

/* Many threads submit to one queue. */
static void threads()
{
	sycl::queue q;
	std::vector<std::thread> thread;
	std::atomic<int> n{ 0 };

	for (int t = 0; t < 4; t++)
		thread.emplace_back([&] {
			sycl::event last;

			for (int i = 0; i < 200; i++) {
				last = q.submit([&](sycl::handler &h) {
					h.depends_on(last);
					h.host_task([&] { n++; });
				});
				if (i % 50 == 0)
					last.wait();
			}
			q.wait();
		});
	for (std::thread &t : thread)
		t.join();
	q.wait();
	check(n == 800);
}

/* What is submitted and not waited for ends before the program does. */
static int left;
struct reporter {
	~reporter() { std::printf(left == 1 ? "ended\n" : "lost\n"); }
};

int main()
{
	static const reporter report;

	later_things();
	two_tasks();
	in_order();
	events();
	barriers();
	buffers();
	errors();
	inside();
	threads();
	sycl::queue().submit([](sycl::handler &h) {
		h.host_task([] {
			nap();
			left = 1;
		});
	});
	return done();
}
