/* 4.9.3: command groups are lambdas, functions and function objects, with a second queue, and with errors. */
#include <sycl/sycl.hpp>
#include <stdexcept>

#include "../check.hpp"

struct group {
	int *p;
	void operator()(sycl::handler &h) const
	{
		int *const data = p;

		h.single_task([=] { *data += 1; });
	}
};
static int *shared;
static void function(sycl::handler &h)
{
	int *const data = shared;

	h.single_task([=] { *data += 10; });
}

int main()
{
	sycl::queue q, second;
	shared = sycl::malloc_shared<int>(1, q);
	*shared = 0;
	q.submit(group{ shared }).wait();
	q.submit(function).wait();
	q.submit([n = 5](sycl::handler &h) mutable {
		int *const data = shared;
		const int more = n++;

		h.single_task([=] { *data += more; });
	}).wait();
	q.submit([](sycl::handler &) {}).wait();
	check(*shared == 16);
	try {
		q.submit([](sycl::handler &) { throw std::runtime_error("from the group"); });
		check(false);
	} catch (const std::runtime_error &) {
	}
	q.submit([&](sycl::handler &h) { function(h); }, second).wait();
	check(*shared == 26);
	sycl::free(shared, q);
	return done();
}
