/* 4.7.2.3: a buffer's destructor waits for its commands and writes back, also for host accessors in between. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	int data[16] = {};

	for (int round = 0; round < 10; round++) {
		buffer<int> b(data, range<1>(16));

		q.submit([&](handler &h) {
			accessor a(b, h);

			h.parallel_for(16, [=](id<1> i) { a[i] += int(i[0]); });
		});
		{
			host_accessor a(b);

			a[0] += 1;
		}
		q.submit([&](handler &h) {
			accessor a(b, h, read_write_host_task);

			h.host_task([=] { a[1] += 100; });
		});
	}
	check(data[0] == 10 && data[1] == 10 + 1000 && data[15] == 150);
	return done();
}
