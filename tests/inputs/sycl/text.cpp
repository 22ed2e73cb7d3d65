/* Text from kernels, assertions that hold, kernels by name. */
#include <sycl/sycl.hpp>

#include <cassert>
#include <iostream>

#include "check.hpp"

class Halve;
class Wide;

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(8, q);

	q.submit([&](sycl::handler &h) {
		sycl::stream out(1024, 256, h);

		h.single_task([=] {
			out << "text " << 42 << ' ' << -7 << ' ' << 3000000000u << ' ' << true << sycl::endl;
			out << sycl::hex << sycl::showbase << 255 << ' ' << sycl::oct << 8 << sycl::dec << ' ' << sycl::setw(5) << 12 << '\n';
			out << 1.5f << ' ' << 0.1 << ' ' << 100000.0f << ' ' << 1e7 << ' ' << -0.00001234 << ' ' << 0.0 << ' ' << 123456.789 << '\n';
			out << sycl::fixed << sycl::setprecision(2) << 3.14159 << ' ' << 2.999 << ' ' << 0.05 << ' ' << 1234.5 << '\n';
			out << sycl::scientific << 12345.678 << ' ' << 9.9999999 << '\n';
			out << sycl::hexfloat << 1.5f << ' ' << -0.15625 << ' ' << 0.0 << ' ' << 1e300 << '\n';
			out << sycl::nd_range<1>(4, 2) << ' ' << sycl::marray<int, 2>(1, 2) << ' ' << sycl::range<3>(1, 2, 3) << '\n';
			out << sycl::id<2>(3, 4) << ' ' << sycl::float2(1, 2.5f) << ' ' << sycl::half(0.5f) << sycl::endl;
		});
	}).wait();
	q.submit([&](sycl::handler &h) {
		sycl::stream out(100, 100, h);

		h.parallel_for(4, [=](sycl::id<1> i) { out << "abcdefgh" << i[0] % 1 << '\n'; });
	});
	q.parallel_for<Halve>(8, [=](sycl::id<1> i) {
		assert(i[0] < 8);
		f[i] = static_cast<float>(i[0]) / 2;
	}).wait();
	q.parallel_for<Wide>(sycl::nd_range<1>(8, 8), [=](sycl::nd_item<1> it) { f[it.get_global_id(0)] += 1; }).wait();
	check(f[7] == 4.5f);

	const auto bundle = sycl::get_kernel_bundle<Halve, sycl::bundle_state::executable>(q.get_context());
	check(bundle.has_kernel<Halve>() && !bundle.has_kernel<Wide>());
	check(bundle.get_kernel<Halve>().get_info<sycl::info::kernel_device_specific::work_group_size>(q.get_device()) >= 1024);
	check(sycl::is_compatible<Wide>(q.get_device()));
	sycl::free(f, q);
	return done();
}
