/* 4.10: host tasks with and without interop_handle, with accessors, dependencies, exceptions, results and other queues inside. */
#include <sycl/sycl.hpp>

#include <thread>

#include "../check.hpp"

using namespace sycl;

struct functor {
	void operator()() const { *p += 1; }
	int *p;
};
struct mutable_functor {
	void operator()(interop_handle h)
	{
		calls++;
		*p += calls + (h.get_backend() == backend_of ? 10 : 0);
	}
	int *p;
	backend backend_of;
	int calls = 0;
};

int main()
{
	queue q, other;
	int n = 0;
	q.submit([&](handler &h) { h.host_task(functor{ &n }); }).wait();
	q.submit([&](handler &h) { h.host_task(mutable_functor{ &n, q.get_backend() }); }).wait();
	q.submit([&](handler &h) { h.host_task([&](interop_handle &handle) { n += handle.get_backend() == q.get_backend(); }); }).wait();
	q.submit([&](handler &h) { h.host_task([&](const interop_handle &handle) { n += handle.get_backend() == q.get_backend(); }); }).wait();
	q.submit([&](handler &h) { h.host_task([&](interop_handle &&handle) { n += handle.get_backend() == q.get_backend(); }); }).wait();
	check(n == 15);
	const std::thread::id here = std::this_thread::get_id();
	bool elsewhere = false;
	std::unique_ptr<int> kept;
	q.submit([&](handler &h) { h.host_task([&] { elsewhere = std::this_thread::get_id() != here, kept = std::make_unique<int>(5); }); }).wait();
	check(elsewhere && *kept == 5);

	/* between kernels, by buffers and by events */
	buffer<int> b(range<1>(32)), c(range<1>(32));
	std::vector<int> seen(32);
	q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.parallel_for(32, [=](id<1> i) { a[i] = int(i[0]); }); });
	const event task = q.submit([&](handler &h) {
		accessor from(b, h, read_only_host_task);
		accessor to(c, h, write_only_host_task);
		h.host_task([=, &seen](interop_handle) { for (std::size_t i = 0; i < 32; i++) seen[i] = from[i], to[31 - i] = from[i] * 2; });
	});
	other.submit([&](handler &h) { accessor a(c, h); h.depends_on(task); h.parallel_for(32, [=](id<1> i) { a[i]++; }); });
	check(host_accessor(c, read_only)[0] == 63 && seen[31] == 31);
	/* a task that uses queues itself */
	int *const p = malloc_shared<int>(2, q);
	q.submit([&](handler &h) { h.host_task([&] { other.single_task([=] { p[0] = 4; }).wait(); p[1] = p[0] + 1; }); }).wait();
	check(p[1] == 5);
	/* many tasks, each after the last one */
	event last;
	n = 0;
	for (int i = 1; i <= 50; i++)
		last = q.submit([&](handler &h) { h.depends_on(last); h.host_task([&n, i] { n = n * 3 % 1009 + i; }); });
	last.wait();
	int wanted = 0;
	for (int i = 1; i <= 50; i++)
		wanted = wanted * 3 % 1009 + i;
	check(n == wanted);
	free(p, q);
	return done();
}
