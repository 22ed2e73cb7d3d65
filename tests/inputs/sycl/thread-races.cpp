// Threads that share no object of SYCL: a thread sanitizer finds nothing between them.
#include <atomic>
#include <cstdio>
#include <thread>
#include <sycl/sycl.hpp>

namespace graphs = sycl::ext::oneapi::experimental;

static std::atomic<int> ready;

static void work(int *sum)
{
	int first[16] = {};
	sycl::buffer<int, 1> numbers(first, 16);

	/* Begins when the other one does, which this says nothing else about. */
	ready.fetch_add(1, std::memory_order_relaxed);
	while (ready.load(std::memory_order_relaxed) < 2)
		std::this_thread::yield();
	for (int i = 0; i < 50; i++) {
		sycl::accessor<int, 1, sycl::access_mode::read_write> later(numbers);
		sycl::queue q;
		{
			sycl::host_accessor a(numbers);
			a[3] += i;
		}
		q.submit([&](sycl::handler &h) {
			h.require(later);
			h.single_task([=] { later[3] += 1; });
		}).wait();
		graphs::command_graph g(q.get_context(), q.get_device());
		g.begin_recording(q);
		g.end_recording(q);
	}
	sycl::host_accessor end(numbers, sycl::read_only);
	*sum = end[3];
}

int main()
{
	int a = 0, b = 0;
	std::thread other(work, &a);

	work(&b);
	other.join();
	std::puts(a == b ? "right" : "wrong");
}
