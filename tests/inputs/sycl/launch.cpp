/* All ways to launch a kernel, and all things that tell a work-item who it is. */
#include <sycl/sycl.hpp>

#include <vector>

#include "check.hpp"

class Named;
template <int N>
class NamedBy;

struct functor {
	int *to;
	void operator()(sycl::item<1> item) const { to[item] = static_cast<int>(item.get_linear_id()); }
};

/* A kernel's function object that is no plain bytes for the compiler. */
struct copied {
	int value;
	copied(int v) : value(v) {}
	copied(const copied &other) : value(other.value) {}
};
template <>
struct sycl::is_device_copyable<copied> : std::true_type {};

static void ranges(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(24, q);

	q.single_task([=] { a[0] = 42; }).wait();
	check(a[0] == 42);
	q.single_task<Named>([=]() { a[0] = 43; }).wait();
	check(a[0] == 43);
	q.parallel_for(24, functor{ a }).wait();
	check(a[0] == 0 && a[23] == 23);
	q.parallel_for<NamedBy<1>>(sycl::range<2>(4, 6), [=](sycl::id<2> i) { a[i[0] * 6 + i[1]] = int(10 * i[0] + i[1]); }).wait();
	check(a[23] == 35 && a[6] == 10);
	q.parallel_for<NamedBy<2>>(sycl::range<3>(2, 3, 4), [=](sycl::item<3> i) {
		a[i.get_linear_id()] = int(100 * i[0] + 10 * i[1] + i[2] + i.get_range(2));
	}).wait();
	check(a[23] == 127 && a[0] == 4);
	q.parallel_for({ 3, 8 }, [=](auto item) { a[item.get_linear_id()] = int(item.get_range().size()); }).wait();
	check(a[7] == 24);
	q.parallel_for(24, [=](int i) { a[i] = -i; }).wait();
	check(a[23] == -23);
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::range<1>(4), sycl::id<1>(20), [=](sycl::item<1> i) { a[i.get_id(0)] = int(i.get_offset(0) * 1000 + i.get_linear_id()); });
	}).wait();
	check(a[19] == -19 && a[20] == 20000 && a[23] == 20003);
	q.parallel_for(0, [=](sycl::id<1>) { a[0] = 1; }).wait();
	check(a[0] == 0);
	const copied c(7);
	q.single_task([=] { a[0] = c.value; }).wait();
	check(a[0] == 7);
	sycl::free(a, q);
}

static void nd_ranges(sycl::queue &q)
{
	std::vector<int> seen(6 * 8), groups(6 * 8), locals(6 * 8);
	{
		sycl::buffer<int, 2> s(seen.data(), sycl::range<2>(6, 8)), g(groups.data(), sycl::range<2>(6, 8));
		sycl::buffer<int, 2> l(locals.data(), sycl::range<2>(6, 8));

		q.submit([&](sycl::handler &h) {
			sycl::accessor so(s, h);
			sycl::accessor go(g, h, sycl::write_only), lo(l, h, sycl::write_only, sycl::no_init);

			h.parallel_for(sycl::nd_range<2>({ 6, 8 }, { 3, 4 }), [=](sycl::nd_item<2> it) {
				so[it.get_global_id()] = int(it.get_global_linear_id());
				go[it.get_global_id(0)][it.get_global_id(1)] = int(it.get_group_linear_id() * 100 + it.get_group_range(1));
				lo[it.get_global_id()] = int(it.get_local_linear_id() * 1000 + it.get_local_range(0) * 100
					+ it.get_global_range(1) * 10 + it.get_group(0) * 2 + it.get_group(1));
			});
		});
	}
	for (int i = 0; i < 48; i++) {
		const int row = i / 8, column = i % 8;

		check(seen[i] == i);
		check(groups[i] == (row / 3 * 2 + column / 4) * 100 + 2);
		check(locals[i] == (row % 3 * 4 + column % 4) * 1000 + 300 + 80 + row / 3 * 2 + column / 4);
	}
}

static void local_memory(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(256, q);

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<int> swap(64, h);
		sycl::local_accessor<char, 2> table({ 4, 16 }, h);
		sycl::local_accessor<int, 0> one(h);

		h.parallel_for(sycl::nd_range<1>(256, 64), [=](sycl::nd_item<1> it) {
			const std::size_t i = it.get_local_id(0);

			swap[i] = int(it.get_global_id(0));
			table[i / 16][i % 16] = char(i);
			if (i == 5)
				one = int(it.get_group(0));
			it.barrier(sycl::access::fence_space::local_space);
			a[it.get_global_id(0)] = swap[63 - i] * 1000 + table[(63 - i) / 16][(63 - i) % 16] + one;
		});
	}).wait();
	for (int i = 0; i < 256; i++)
		check(a[i] == (i / 64 * 64 + 63 - i % 64) * 1000 + 63 - i % 64 + i / 64);
	sycl::free(a, q);
}

static void hierarchical(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(32, q);

	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(sycl::range<1>(4), sycl::range<1>(8), [=](sycl::group<1> g) {
			int sum = 0;

			g.parallel_for_work_item([&](sycl::h_item<1> it) { sum += int(it.get_local_id(0)); });
			g.parallel_for_work_item([&](sycl::h_item<1> it) { a[it.get_global_id(0)] = sum + int(g.get_group_id(0)); });
		});
	}).wait();
	for (int i = 0; i < 32; i++)
		check(a[i] == 28 + i / 8);
	sycl::free(a, q);
}

int main()
{
	sycl::queue q;

	ranges(q);
	nd_ranges(q);
	local_memory(q);
	hierarchical(q);
	return done();
}
