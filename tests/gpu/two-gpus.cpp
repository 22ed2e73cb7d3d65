/* Two GPUs: buffers, memory, events, threads of both, and one context of them.  Status 77: there are not two. */
#include <sycl/sycl.hpp>

#include <numeric>
#include <thread>

#include "../inputs/sycl/check.hpp"

using namespace sycl;

int main()
{
	auto gpus = device::get_devices(info::device_type::gpu);
	if (gpus.size() < 2)
		return 77;
	queue a(gpus[0]), b(gpus[1]);
	check(gpus[0] != gpus[1] && gpus[0].get_platform() == gpus[1].get_platform());
	constexpr int n = 1 << 20;
	/* a buffer wanders */
	{
		buffer<int> buf{range<1>(n)}, other{range<1>(n)};
		a.submit([&](handler &h) { accessor x(buf, h, write_only, no_init); h.parallel_for(n, [=](id<1> i) { x[i] = int(i[0]); }); });
		for (int k = 0; k < 10; k++) {
			(k % 2 ? a : b).submit([&](handler &h) { accessor x(buf, h); accessor y(other, h, write_only); h.parallel_for(n, [=](id<1> i) { x[i] += 1; y[i] = x[i] * 2; }); });
			(k % 2 ? b : a).submit([&](handler &h) { accessor x(buf, h, read_only); accessor y(other, h); h.parallel_for(n, [=](id<1> i) { y[i] -= x[i]; }); });
		}
		host_accessor x(buf), y(other);
		int bad = 0;
		for (int i = 0; i < n; i++) bad += x[i] != i + 10 || y[i] != i + 10;
		check(bad == 0);
	}
	/* USM of each, copies between them, events across */
	int *p = malloc_device<int>(n, a), *q = malloc_device<int>(n, b), *s = malloc_shared<int>(n, a), *hst = malloc_host<int>(n, a);
	std::vector<int> v(n);
	std::iota(v.begin(), v.end(), 0);
	event e1 = a.copy(v.data(), p, n);
	event e2 = a.parallel_for(n, e1, [=](id<1> i) { p[i] *= 3; });
	event e3 = b.memcpy(q, p, n * sizeof(int), e2);
	event e4 = b.parallel_for(n, e3, [=](id<1> i) { q[i] += 1; });
	event e5 = a.memcpy(s, q, n * sizeof(int), e4);
	event e6 = b.parallel_for(n, e5, [=](id<1> i) { s[i] += 2; });
	e6.wait();
	int bad = 0;
	for (int i = 0; i < n; i++) bad += s[i] != i * 3 + 3;
	check(bad == 0);
	event e7 = a.memcpy(hst, q, n * sizeof(int));
	e7.wait();
	bad = 0;
	for (int i = 0; i < n; i++) bad += hst[i] != i * 3 + 1;
	check(bad == 0);
	check(get_pointer_device(p, a.get_context()) == gpus[0] );
	/* one context with both */
	context both({gpus[0], gpus[1]});
	queue c(both, gpus[0]), d(both, gpus[1]);
	int *w = malloc_device<int>(n, gpus[1], both);
	check(get_pointer_device(w, both) == gpus[1] && get_pointer_type(w, both) == usm::alloc::device);
	event f = d.submit([&](handler &h) { h.fill(w, 7, n); });
	event g = d.parallel_for(n, f, [=](id<1> i) { w[i] += int(i[0]); });
	d.submit([&](handler &h) { h.depends_on(g); h.memcpy(v.data(), w, n * sizeof(int)); }).wait();
	bad = 0;
	for (int i = 0; i < n; i++) bad += v[i] != 7 + i;
	check(bad == 0);
	/* peer access where there is some */
	if (gpus[0].ext_oneapi_can_access_peer(gpus[1], ext::oneapi::peer_access::access_supported)) {
		gpus[0].ext_oneapi_enable_peer_access(gpus[1]);
		a.parallel_for(n, [=](id<1> i) { p[i] = q[i] + 5; }).wait();
		a.memcpy(v.data(), p, n * sizeof(int)).wait();
		bad = 0;
		for (int i = 0; i < n; i++) bad += v[i] != i * 3 + 6;
		check(bad == 0);
		gpus[0].ext_oneapi_disable_peer_access(gpus[1]);
	}
	/* threads, each with its device; reductions and local memory */
	std::vector<std::thread> t;
	std::vector<long> sums(4);
	for (int k = 0; k < 4; k++)
		t.emplace_back([&, k] {
			queue own(gpus[unsigned(k % 2)], property::queue::in_order());
			long *sum = malloc_shared<long>(1, own);
			for (int r = 0; r < 50; r++) {
				*sum = 0;
				own.parallel_for(range<1>(100000), reduction(sum, plus<long>()), [=](id<1> i, auto &to) { to += long(i[0]) * (k + 1); }).wait();
				if (*sum != 4999950000L * (k + 1)) sums[unsigned(k)]++;
			}
			sycl::free(sum, own);
		});
	for (auto &x : t) x.join();
	for (long x : sums) check(x == 0);
	/* sub-buffers, one for each */
	{
		std::vector<float> data(n, 1.0f);
		buffer<float> whole(data.data(), n);
		buffer<float> low(whole, 0, n / 2), high(whole, n / 2, n / 2);
		for (int r = 0; r < 5; r++) {
			a.submit([&](handler &h) { accessor x(low, h); h.parallel_for(n / 2, [=](id<1> i) { x[i] += 1; }); });
			b.submit([&](handler &h) { accessor x(high, h); h.parallel_for(n / 2, [=](id<1> i) { x[i] += 2; }); });
		}
		b.submit([&](handler &h) { accessor x(whole, h); h.parallel_for(n, [=](id<1> i) { x[i] *= 2; }); });
		host_accessor r(whole, read_only);
		bad = 0;
		for (int i = 0; i < n; i++) bad += r[i] != (i < n / 2 ? 12.0f : 22.0f);
		check(bad == 0);
	}
	/* an event of one as a barrier of the other, and host tasks between */
	int seen = 0;
	event k1 = a.parallel_for(n, [=](id<1> i) { s[i] = 1; });
	event t1 = b.submit([&](handler &h) { h.depends_on(k1); h.host_task([&] { seen = s[n - 1]; s[0] = 9; }); });
	event k2 = b.submit([&](handler &h) { h.depends_on(t1); h.single_task([=] { s[1] = s[0] + 1; }); });
	b.ext_oneapi_submit_barrier({ k2 }).wait();
	check(seen == 1 && s[1] == 10);
	sycl::free(p, a); sycl::free(q, b); sycl::free(s, a); sycl::free(hst, a); sycl::free(w, both);
	return done();
}
