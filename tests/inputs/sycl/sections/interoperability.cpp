/* 4.5.1: backends say what they are; what this backend lacks is refused, not invented. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q;
	const sycl::backend which = q.get_backend();

	check(q.get_device().get_backend() == which && q.get_context().get_backend() == which && q.get_device().get_platform().get_backend() == which);
	bool called = false;
	q.submit([&](sycl::handler &h) {
		h.host_task([&, which](sycl::interop_handle ih) { called = ih.get_backend() == which; });
	}).wait();
	check(called);
#ifdef SYCL_BACKEND_OPENCL
	check(false);
#endif
	return done();
}
