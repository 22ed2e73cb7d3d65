#include <sycl/sycl.hpp>

#include "common.hpp"

static void local(sycl::queue &q, int *p)
{
	now([&] { q.submit([&](sycl::handler &h) { h.single_task([=] { p[6] = 7; }); }); });
	q.submit([&](sycl::handler &h) { h.single_task([=] { p[7] = 8; }); });
}

void other_unit(sycl::queue &q, int *p)
{
	local(q, p);
	common(q, p, 9);
}
