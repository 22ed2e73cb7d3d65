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
#if !SYCL_BACKEND_OPENCL || !SYCL_EXT_ONEAPI_BACKEND_CUDA || !SYCL_EXT_ONEAPI_BACKEND_HIP || !SYCL_EXT_ONEAPI_BACKEND_LEVEL_ZERO
#error a backend of the enumeration has no macro
#endif
	auto refused = [](sycl::errc code, auto asks) {
		try {
			asks();
		} catch (const sycl::exception &e) {
			return e.code() == code;
		}
		return false;
	};
	check(which == sycl::backend::opencl || refused(sycl::errc::backend_mismatch, [&] { (void)sycl::get_native<sycl::backend::opencl>(q.get_device()); }));
	return done();
}
