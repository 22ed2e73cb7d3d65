/* 4.9.4: a command group function that throws, or has a second command, leaves nothing that runs; the command starts when it returns. */
#include <sycl/sycl.hpp>

#include "../check.hpp"
#include "../throws.hpp"

struct stop {};

template <typename Function>
static bool stops(sycl::queue &q, const Function &command)
{
	try {
		q.submit([&](sycl::handler &h) {
			command(h);
			throw stop();
		});
	} catch (const stop &) {
		q.wait_and_throw();
		return true;
	}
	return false;
}

template <int Dimensions>
static void kernels(sycl::queue &q, int *p)
{
	sycl::range<Dimensions> size, local;

	for (int d = 0; d < Dimensions; d++)
		size[d] = 4, local[d] = 2;
	for (int turn = 0; turn < 6; turn++) {
		check(stops(q, [&](sycl::handler &h) { h.parallel_for(size, [=](sycl::id<Dimensions>) { *p = 1; }); }));
		check(stops(q, [&](sycl::handler &h) { h.parallel_for(sycl::nd_range<Dimensions>(size, local), [=](sycl::nd_item<Dimensions>) { *p = 1; }); }));
		check(stops(q, [&](sycl::handler &h) { h.single_task([=] { *p = 1; }); }));
		check(*p == 0);
	}
	check(stops(q, [&](sycl::handler &h) {
		h.parallel_for(size, sycl::reduction(p, sycl::plus<int>()), [=](sycl::id<Dimensions>, auto &sum) { sum += 1; });
	}));
	check(stops(q, [&](sycl::handler &h) {
		h.parallel_for_work_group(size, local, [=](sycl::group<Dimensions> g) { g.parallel_for_work_item([&](sycl::h_item<Dimensions>) { *p = 1; }); });
	}));
	check(*p == 0);
}

static void memory(sycl::queue &q, int *p)
{
	constexpr std::size_t many = 1 << 16;
	int source[4] = { 1, 2, 3, 4 }, target[4] = {};
	sycl::buffer<int> a(4), b(4);

	{
		sycl::host_accessor to(a), other(b);

		for (std::size_t i = 0; i < 4; i++)
			to[i] = 7, other[i] = 9;
	}
	check(stops(q, [&](sycl::handler &h) { h.memcpy(p, source, sizeof source); }) && *p == 0);
	check(stops(q, [&](sycl::handler &h) { h.copy(source, p, 4); }) && *p == 0);
	check(stops(q, [&](sycl::handler &h) { h.memset(p, 1, many * sizeof(int)); }) && *p == 0);
	check(stops(q, [&](sycl::handler &h) { h.fill(p, 1, many); }) && *p == 0);
	check(stops(q, [&](sycl::handler &h) { h.copy(sycl::accessor(a, h, sycl::read_only), target); }) && target[0] == 0);
	check(stops(q, [&](sycl::handler &h) { h.copy(source, sycl::accessor(a, h)); }));
	check(stops(q, [&](sycl::handler &h) { h.fill(sycl::accessor(a, h), 1); }));
	check(stops(q, [&](sycl::handler &h) { h.copy(sycl::accessor(b, h, sycl::read_only), sycl::accessor(a, h)); }));
	check(stops(q, [&](sycl::handler &h) { sycl::accessor to(a, h); h.parallel_for(4, [=](sycl::id<1> i) { to[i] = 1; }); }));
	check(sycl::host_accessor(a)[0] == 7 && sycl::host_accessor(a)[3] == 7);
	check(stops(q, [&](sycl::handler &h) { h.host_task([=] { *p = 1; }); }) && *p == 0);
}

int main()
{
	constexpr std::size_t many = 1 << 16;

	for (const sycl::property_list &order : { sycl::property_list(), sycl::property_list{ sycl::property::queue::in_order() } }) {
		sycl::queue q(order);
		int *const p = sycl::malloc_shared<int>(many, q);

		q.fill(p, 0, many).wait();
		kernels<1>(q, p);
		kernels<2>(q, p);
		kernels<3>(q, p);
		memory(q, p);
		/* The second command is refused, and the first does not run. */
		for (int turn = 0; turn < 6; turn++) {
			check(throws(sycl::errc::invalid, [&] {
				q.submit([&](sycl::handler &h) {
					h.single_task([=] { *p = 1; });
					h.single_task([=] { *p = 2; });
				});
			}));
			check(throws(sycl::errc::invalid, [&] {
				q.submit([&](sycl::handler &h) {
					h.memset(p, 1, 4);
					h.single_task([=] { *p = 2; });
				});
			}));
		}
		q.wait();
		check(*p == 0);
		/* What the group says behind its command is about it, too. */
		for (int turn = 0; turn < 6; turn++) {
			const sycl::event before = q.submit([&](sycl::handler &h) { h.host_task([=] { *p = 20; }); });

			q.submit([&](sycl::handler &h) {
				h.parallel_for(1, [=](sycl::id<1>) { *p += 1; });
				h.depends_on(before);
			}).wait();
			check(*p == 21);
		}
		sycl::buffer<int> b(1);
		sycl::host_accessor{ b }[0] = 5;
		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			h.single_task([=] { a[0] += 1; });
			sycl::accessor again(b, h, sycl::read_only);
		});
		check(sycl::host_accessor(b)[0] == 6);
		/* A buffer of the function itself. */
		for (int turn = 0; turn < 6; turn++) {
			*p = 0;
			q.submit([&](sycl::handler &h) {
				sycl::buffer<int> inner(1 << 16), more(4);
				sycl::accessor a(inner, h, sycl::write_only, sycl::no_init);
				sycl::accessor other(more, h);

				h.parallel_for(1 << 16, [=](sycl::id<1> i) {
					a[i] = 1;
					if (i[0] == 0)
						other[0] = 2, *p = 9;
				});
			}).wait();
			check(*p == 9);
		}
		sycl::free(p, q);
	}
	return done();
}
