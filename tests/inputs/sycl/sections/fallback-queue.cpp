/* 3.9.10: a group that the first queue cannot run goes to the second one, once; what both refuse is the error of the second. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

int main()
{
	queue first, second{ property::queue::in_order() };
	int *const p = malloc_shared<int>(1, first);
	int calls = 0;

	*p = 0;
	first.submit([&](handler &h) { calls++; h.single_task([=] { *p += 1; }); }, second).wait();
	check(calls == 1 && *p == 1);
	/* The group asks for more than fits only the first time. */
	first.submit([&](handler &h) {
		h.parallel_for(calls++ == 1 ? nd_range<1>(6, 4) : nd_range<1>(6, 3), [=](nd_item<1> it) { if (it.get_global_id(0) == 5) *p += 10; });
	}, second).wait();
	check(calls == 3 && *p == 11);
	try {
		first.submit([&](handler &h) { calls++; h.parallel_for(nd_range<1>(5, 2), [=](nd_item<1>) { *p += 100; }); }, second);
		check(false);
	} catch (const sycl::exception &e) {
		check(e.code() == errc::nd_range);
	}
	first.wait(), second.wait();
	check(calls == 5 && *p == 11);
	free(p, first);
	return done();
}
