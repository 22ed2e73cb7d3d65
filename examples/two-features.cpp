// A plain kernel and one in double precision.  The build puts them into
// different device images, so the plain one also runs on a device that lacks
// fp64, where the other is refused with errc::kernel_not_supported:
//
//     sycl-cc two-features.cpp -o two-features
//     SYCL_CC_DEVICE_CONFIG=no-fp64.yaml SYCL_CC_DEVICE_AS=no_fp64 ./two-features
#include <sycl/sycl.hpp>

#include <cmath>
#include <iostream>

constexpr int n = 1000;

static bool plain(sycl::queue &q, float *data)
{
	bool right = true;

	q.parallel_for(n, [=](sycl::id<1> i) { data[i] = static_cast<float>(i[0]) * 0.5f; }).wait();
	for (int i = 0; i < n; i++)
		right = right && data[i] == static_cast<float>(i) * 0.5f;
	return right;
}

static bool in_double(sycl::queue &q, double *data)
{
	bool right = true;

	q.parallel_for(n, [=](sycl::id<1> i) { data[i] = sycl::sqrt(static_cast<double>(i[0])); }).wait();
	for (int i = 0; i < n; i++)
		right = right && std::fabs(data[i] - std::sqrt(static_cast<double>(i))) < 1e-12;
	return right;
}

int main()
{
	sycl::queue q;
	const bool has_fp64 = q.get_device().has(sycl::aspect::fp64);
	float *floats = sycl::malloc_shared<float>(n, q);
	double *doubles = sycl::malloc_shared<double>(n, q);
	bool right = plain(q, floats);

	std::cout << "plain kernel: " << (right ? "right" : "WRONG") << '\n';
	try {
		const bool double_right = in_double(q, doubles);

		std::cout << "double kernel: " << (double_right ? "right" : "WRONG") << '\n';
		right = right && double_right && has_fp64;
	} catch (const sycl::exception &e) {
		std::cout << "double kernel: " << e.what() << '\n';
		right = right && !has_fp64 && e.code() == sycl::errc::kernel_not_supported;
	}
	sycl::free(floats, q);
	sycl::free(doubles, q);
	return right ? 0 : 1;
}
