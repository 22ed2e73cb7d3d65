// Four kernels that need different things, in one program for six kinds of
// devices.  Each target gets those kernels that it can run; what the program
// holds is shown by sycl-image list:
//
//     sycl-cc -fsycl-targets=spir64,intel_gpu_dg1,intel_gpu_pvc,nvidia_gpu_sm_90,amd_gpu_gfx90a,x86_64 \
//         six-targets.cpp -o six-targets
//     ./six-targets
#include <sycl/sycl.hpp>

#include <iostream>

constexpr int n = 64;

// Runs the kernel that submit() launches; a refusal is no mistake.
template <typename F>
static bool run(const char *name, F submit)
{
	try {
		const bool right = submit();

		std::cout << name << ": " << (right ? "right" : "WRONG") << '\n';
		return right;
	} catch (const sycl::exception &e) {
		std::cout << name << ": " << e.what() << '\n';
		return e.code() == sycl::errc::kernel_not_supported;
	}
}

template <typename T>
static bool holds(const T *data, T factor)
{
	for (int i = 0; i < n; i++)
		if (data[i] != static_cast<T>(i) * factor)
			return false;
	return true;
}

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(n, q);
	double *d = sycl::malloc_shared<double>(n, q);
	int *s = sycl::malloc_shared<int>(n, q);
	bool right = run("plain", [&] {
		q.parallel_for(n, [=](sycl::id<1> i) { f[i] = static_cast<float>(i[0]) * 0.5f; }).wait();
		return holds(f, 0.5f);
	});

	right &= run("fp64", [&] {
		q.parallel_for(n, [=](sycl::id<1> i) { d[i] = static_cast<double>(i[0]) * 0.25; }).wait();
		return holds(d, 0.25);
	});
	right &= run("sub-group of 8", [&] {
		q.parallel_for(sycl::nd_range<1>(n, 16), [=](sycl::nd_item<1> item) [[sycl::reqd_sub_group_size(8)]] {
			const auto group = item.get_sub_group();

			s[item.get_global_linear_id()] = static_cast<int>(
				group.get_group_linear_id() * 8 + group.get_local_linear_id() + item.get_group(0) * 16);
		}).wait();
		return holds(s, 1);
	});
	right &= run("GPU", [&] {
		q.parallel_for(n, [=](sycl::id<1> i) [[sycl::device_has(sycl::aspect::gpu)]] { s[i] = static_cast<int>(i[0]) * 3; }).wait();
		return holds(s, 3);
	});
	sycl::free(f, q);
	sycl::free(d, q);
	sycl::free(s, q);
	return right ? 0 : 1;
}
