/* 3.8.1: what overlapping commands of several queues and the host see of one buffer, of parts of it, and of memory without accessors. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

int main()
{
	queue first, second{ property::queue::in_order() };
	constexpr std::size_t n = 4096;
	std::vector<int> host(n, 1);
	{
		buffer<int> whole(host);
		buffer<int> low(whole, id<1>(0), range<1>(n / 2)), high(whole, id<1>(n / 2), range<1>(n / 2));

		check(low.is_sub_buffer() && !whole.is_sub_buffer() && high.size() == n / 2);
		for (int round = 0; round < 10; round++) {
			(round % 2 ? first : second).submit([&](handler &h) { accessor a(low, h); h.parallel_for(low.get_range(), [=](id<1> i) { a[i] += 2; }); });
			(round % 2 ? second : first).submit([&](handler &h) { accessor a(high, h); h.parallel_for(high.get_range(), [=](id<1> i) { a[i] *= 2; }); });
			first.submit([&](handler &h) { accessor a(whole, h); h.parallel_for(whole.get_range(), [=](id<1> i) { a[i] -= 1; }); });
			if (round == 5) {
				host_accessor a(whole);
				for (int &v : a)
					v += 1;
			}
		}
		/* Parts are seen in the whole and in each other. */
		const host_accessor l(low, read_only), h(high, read_only), w(whole, read_only);
		check(l[0] == 12 && l[n / 2 - 1] == 12 && w[n / 2] == h[0] && &w[n / 2] == &h[0] && h[0] == h[n / 2 - 1] && h[7] == 17);
	}
	check(host[0] == 12 && host[n - 1] == 17);
	/* Read only uses run beside one another and copy nothing back. */
	const std::vector<int> constant(n, 4);
	int *const sums = malloc_shared<int>(2, first);
	{
		buffer<int> b(constant.data(), n);
		first.submit([&](handler &h) { accessor a(b, h, read_only); h.single_task([=] { sums[0] = a[0] + a[n - 1]; }); });
		second.submit([&](handler &h) { accessor a(b, h, read_write); h.parallel_for(n, [=](id<1> i) { a[i] = 9; }); });
		second.submit([&](handler &h) { accessor a(b, h, read_only); h.single_task([=] { sums[1] = a[0] + a[n - 1]; }); });
	}
	first.wait(), second.wait();
	check(sums[0] == 8 && sums[1] == 18 && constant[0] == 4);
	free(sums, first);
	return done();
}
