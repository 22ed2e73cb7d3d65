// Kernels without names in lambdas, which GCC counts otherwise than clang.
#include <sycl/sycl.hpp>

#include <iostream>

#include "common.hpp"

static void unused(sycl::queue &q, int *p)
{
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[0] = 99; }); });
}

static void local(sycl::queue &q, int *p)
{
	now([&] { now([&] { q.submit([&](sycl::handler &h) { h.single_task([=] { p[4] = 5; }); }); }); });
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[5] = 6; }); });
}

int main()
{
	sycl::queue q{sycl::property::queue::in_order()};
	int *p = sycl::malloc_shared<int>(10, q);

	now([&] { q.submit([&](sycl::handler &h) { h.single_task([=] { p[0] = 1; }); }); });
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[1] = 2; }); });
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[2] = 3; }); });
	now([&] { now([&] { q.submit([&](sycl::handler &h) { h.single_task([=] { p[3] = 4; }); }); }); });
	local(q, p);
	other_unit(q, p);
	common(q, p, 8);
	q.wait();
	for (int i = 0; i < 10; i++)
		std::cout << p[i] << (i < 9 ? ' ' : '\n');
	sycl::free(p, q);
	(void)unused;
	return 0;
}
