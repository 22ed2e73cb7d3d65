/* 4.7.2.1: buffers of host memory, iterators, containers and shared pointers, with what they write back. */
#include <sycl/sycl.hpp>
#include <memory>
#include <vector>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	const auto add = [&](auto &b) {
		q.submit([&](handler &h) {
			accessor a(b, h);

			h.parallel_for(b.get_range(), [=](id<1> i) { a[i] += 10; });
		});
	};
	int raw[4] = { 1, 2, 3, 4 };
	const std::vector<int> constant{ 1, 2, 3, 4 };
	std::vector<int> container{ 1, 2, 3, 4 }, target(4), range_of{ 5, 6, 7 };
	auto shared = std::make_shared<std::vector<int>>(4, 7);
	std::shared_ptr<int[]> array(new int[4]{ 1, 1, 1, 1 });
	{
		buffer<int> a(raw, range<1>(4)), b(container), d(array, range<1>(4));
		buffer c(constant);
		buffer<int> e(range_of.begin(), range_of.end());

		static_assert(std::is_same_v<decltype(c), buffer<int, 1>>);
		c.set_final_data(target.begin());
		add(a), add(b), add(c), add(d), add(e);
		e.set_final_data(nullptr);
	}
	check(raw[3] == 14 && container[0] == 11 && constant[0] == 1 && target[3] == 14 && array[2] == 11 && range_of[0] == 5);
	{
		buffer<int> a(raw, range<1>(4));

		a.set_write_back(false);
		add(a);
	}
	check(raw[3] == 14);
	{
		buffer<int> a(raw, range<1>(4)), b(a, id<1>(1), range<1>(2));

		check(b.is_sub_buffer() && !a.is_sub_buffer() && b.size() == 2 && b.byte_size() == 8 && b.get_range() == range<1>(2));
		add(b);
	}
	check(raw[0] == 11 && raw[1] == 22 && raw[2] == 23 && raw[3] == 14);
	return done();
}
