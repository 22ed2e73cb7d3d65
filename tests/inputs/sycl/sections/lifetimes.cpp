/* 3.9.12: objects live as long as a copy or a command needs them: queues, buffers, accessors, events, streams and kernels' captures. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static buffer<int> made(int value)
{
	queue q;
	buffer<int> b(range<1>(16));
	q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.parallel_for(16, [=](id<1> i) { a[i] = value + int(i[0]); }); });
	return b;
}
static event started(std::shared_ptr<int> p, const std::weak_ptr<int> &watch)
{
	queue q;
	(void)watch;
	return q.submit([&](handler &h) { h.host_task([p] { *p += 5; }); });
}

struct big {
	int v[200];
};

int main()
{
	buffer<int> b = made(3), copy = b;
	b = made(100);
	check(host_accessor(copy, read_only)[15] == 18 && host_accessor(b, read_only)[0] == 100);

	auto p = std::make_shared<int>(1);
	const std::weak_ptr<int> watch = p;
	event e = started(p, watch);
	e.wait();
	check(*p == 6);
	e = event(), p.reset();
	check(watch.expired());

	/* the function object is copied: its origin may go */
	queue q;
	int *const sum = malloc_shared<int>(1, q);
	*sum = 0;
	event last;
	for (int i = 0; i < 20; i++) {
		auto data = std::make_unique<big>();
		std::fill(data->v, data->v + 200, i);
		last = q.single_task(last, [=, d = *data] { for (const int v : d.v) *sum += v; });
		data->v[0] = 1000000;
	}
	last.wait();
	check(*sum == 200 * 190);
	/* a buffer that goes out of scope waits for its commands; a second owner of the data keeps it */
	auto shared = std::make_shared<std::vector<int>>(8, 1);
	{
		buffer<int> of_shared(shared->data(), range<1>(8));
		of_shared.set_final_data(shared->begin());
		q.submit([&](handler &h) { accessor a(of_shared, h); h.parallel_for(8, [=](id<1> i) { a[i] += int(i[0]); }); });
	}
	check((*shared)[7] == 8);
	std::weak_ptr<int> final_data;
	{
		auto keep = std::make_shared<int>(0);
		buffer<int> one(range<1>(1));
		final_data = keep;
		one.set_final_data(final_data);
		q.submit([&](handler &h) { accessor a(one, h, write_only, no_init); h.single_task([=] { a[0] = 5; }); });
		keep.reset();	/* nobody wants the result any more */
	}
	check(final_data.expired());
	std::vector<queue> queues(8, q);
	queues.clear();
	q.single_task([=] { *sum = -1; }).wait();
	check(*sum == -1);
	free(sum, q);
	return done();
}
