/* 4.7.4: memory that buffers share with the host: by default, by use_host_ptr, with a mutex, as const, and where results are written to. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <list>
#include <mutex>

#include "../check.hpp"

using namespace sycl;

struct alignas(256) wide {
	int value[64];
};

static queue q;

template <typename Buffer>
void add(Buffer &b, int n)
{
	q.submit([&](handler &h) { accessor a(b, h); h.parallel_for(b.get_range(), [=](id<1> i) { a[i] += n; }); });
}

int main()
{
	int data[8] = {}, other[8] = {};
	{
		buffer<int> b(data, range<1>(8), { property::buffer::use_host_ptr() });
		check(b.has_property<property::buffer::use_host_ptr>() && !b.has_property<property::buffer::use_mutex>());
		add(b, 3);
		const host_accessor a(b, read_only);
		check(&a[0] == data && data[7] == 3);
	}
	{
		std::mutex m;
		buffer<int> b(data, range<1>(8), { property::buffer::use_mutex(m) });
		check(b.get_property<property::buffer::use_mutex>().get_mutex_ptr() == &m);
		add(b, 1);
	}
	check(data[0] == 4);
	{
		buffer<int> b(data, range<1>(8));
		b.set_final_data(other);
		add(b, 1);
	}
	check(data[0] == 4 && other[7] == 5);
	{
		buffer<int> b(data, range<1>(8));
		b.set_final_data(nullptr);
		add(b, 100);
	}
	check(data[0] == 4);
	{
		buffer<int> b(data, range<1>(8));
		b.set_write_back(false);
		add(b, 100);
		b.set_write_back();
		add(b, 1);
		b.set_write_back(false);
	}
	check(data[0] == 4);
	/* Said after the commands. */
	{
		buffer<int> b(data, range<1>(8)), c(data + 4, range<1>(1)), d(data + 5, range<1>(1)), e(data + 6, range<1>(2));
		add(b, 100);
		b.set_write_back(false);
		q.submit([&](handler &h) { h.parallel_for(4, reduction(c, h, sycl::plus<>()), [=](id<1>, auto &sum) { sum += 2; }); });
		c.set_final_data(nullptr);
		host_accessor<int, 0>{ d } = 7;
		d.set_final_data(other);
		accessor placeholder(e, write_only);
		q.submit([&](handler &h) { h.require(placeholder); h.parallel_for(2, [=](id<1> i) { placeholder[i] = 8; }); });
		e.set_write_back(false);
	}
	check(data[0] == 4 && data[4] == 4 && data[5] == 4 && other[0] == 7 && data[6] == 4 && data[7] == 4);
	{
		buffer<int> b(data, range<1>(8));
		add(b, 100);
		b.set_write_back(false);
		add(b, -99);
		b.set_write_back(true);
	}
	check(data[0] == 5 && data[7] == 5);
	/* Memory instead of the program's has the alignment of the elements. */
	{
		std::vector<wide> elements(4);
		std::list<buffer<wide>> many;

		for (int i = 0; i < 8; i++) {
			many.emplace_back(elements);
			many.back().set_write_back(false);
			const host_accessor a(many.back());
			volatile auto address = reinterpret_cast<std::uintptr_t>(&a[0]);
			check(address % alignof(wide) == 0);
		}
	}
	std::fill(data, data + 8, 4);
	std::vector<int> v(8);
	{
		buffer<int> b(range<1>(8));
		b.set_final_data(v.begin());
		q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.fill(a, 6); });
	}
	check(v[7] == 6);
	std::list<int> l(8);
	{
		buffer<int> b(v.begin(), v.end());	/* a copy, which goes nowhere */
		add(b, 1);
		buffer<int> to_list(data, range<1>(8));
		to_list.set_final_data(l.begin());
		add(to_list, 1);
	}
	check(v[0] == 6 && l.back() == 5 && data[0] == 4);
	auto shared = std::make_shared<int>(1);
	std::shared_ptr<int[]> many(new int[4]());
	{
		buffer<int> one(shared, range<1>(1)), four(many, range<1>(4));
		shared.reset();
		add(one, 1), add(four, 2);
		check(host_accessor(one, read_only)[0] == 2);
	}
	check(many[3] == 2);
	const context c = q.get_context();
	buffer<int> bound(range<1>(4), { property::buffer::context_bound(c) });
	check(bound.get_property<property::buffer::context_bound>().get_context() == c);
	q.submit([&](handler &h) { accessor a(bound, h, write_only, no_init); h.fill(a, 1); });
	check(host_accessor(bound, read_only)[3] == 1);
	return done();
}
