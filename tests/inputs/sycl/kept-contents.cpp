/* A buffer's contents are kept for who reads them beside an accessor with no_init: in a command group, and in a graph. */
#include <sycl/sycl.hpp>
#include "check.hpp"

namespace graphs = sycl::ext::oneapi::experimental;

enum { n = 64 };

static void in_a_group(sycl::queue q)
{
	sycl::buffer<int> b(n);
	int copied[n] = {};

	{
		sycl::host_accessor write(b);

		for (int i = 0; i < n; i++)
			write[i] = i;
	}
	q.submit([&](sycl::handler &h) {
		sycl::accessor also(b, h, sycl::write_only, sycl::no_init);
		sycl::accessor from(b, h, sycl::read_only);

		h.copy(from, copied);
	}).wait();
	for (int i = 0; i < n; i++)
		check(copied[i] == i);
}

static void in_a_graph(sycl::queue q)
{
	sycl::buffer<int> a(n), b(n);

	{
		sycl::host_accessor write(b);

		for (int i = 0; i < n; i++)
			write[i] = i;
	}
	graphs::command_graph graph(q.get_context(), q.get_device(), { graphs::property::graph::assume_buffer_outlives_graph() });
	graph.begin_recording(q);
	q.submit([&](sycl::handler &h) {
		sycl::accessor to(a, h, sycl::write_only_host_task, sycl::no_init);
		sycl::accessor from(b, h, sycl::read_only_host_task);

		h.host_task([=] {
			for (int i = 0; i < n; i++)
				to[i] = from[i] + 1;
		});
	});
	q.submit([&](sycl::handler &h) { h.fill(sycl::accessor(b, h, sycl::write_only, sycl::no_init), 7); });
	graph.end_recording(q);
	auto run = graph.finalize();
	for (int times = 0; times < 3; times++) {
		q.submit([&](sycl::handler &h) { h.ext_oneapi_graph(run); });
		sycl::host_accessor from_a(a, sycl::read_only), from_b(b, sycl::read_only);

		for (int i = 0; i < n; i++)
			check(from_a[i] == (times ? 8 : i + 1) && from_b[i] == 7);
	}
}

int main()
{
	sycl::queue q(sycl::gpu_selector_v);

	in_a_group(q);
	in_a_graph(q);
	return done();
}
