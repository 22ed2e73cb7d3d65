/* 5.7: kernels that use double, half or 64-bit atomics run where the device has the aspect, and elsewhere are kernel_not_supported; other kernels of the program run. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

/* Whether the kernel ran; the exception that stands for "cannot" is the only one that may come. */
template <typename Submit>
bool runs(Submit submit)
{
	try {
		submit();
		return true;
	} catch (const exception &e) {
		check(e.code() == errc::kernel_not_supported);
		return false;
	}
}

template <typename T>
struct squares {
	T *p;

	[[sycl::device_has()]] void operator()(id<1> i) const { p[i] = T(int(i[0])) * T(int(i[0])); }
};

int main()
{
	queue q;
	const device d = q.get_device();
	double *const wide = malloc_shared<double>(8, q);
	half *const narrow = static_cast<half *>(malloc_shared(8 * sizeof(half), q));
	long *const sum = malloc_shared<long>(1, q);
	int *const plain = malloc_shared<int>(8, q);

	check(runs([&] { q.parallel_for(8, [=](id<1> i) { wide[i] = double(int(i[0])) / 4; }).wait(); }) == d.has(aspect::fp64));
	check(!d.has(aspect::fp64) || wide[7] == 1.75);
	check(runs([&] { q.parallel_for(range<2>(2, 4), [=](item<2> i) { narrow[i.get_linear_id()] = half(float(i.get_linear_id())) / half(8); }).wait(); }) == d.has(aspect::fp16));
	check(!d.has(aspect::fp16) || narrow[5] == half(0.625f));
	*sum = 0;
	check(runs([&] {
		q.parallel_for(range<3>(2, 3, 4), [=](id<3>) {
			atomic_ref<long, memory_order::relaxed, memory_scope::device>(*sum) += 1l << 33;
		}).wait();
	}) == d.has(aspect::atomic64));
	check(!d.has(aspect::atomic64) || *sum == 24l << 33);
	/* A kernel that says that it needs nothing, from the same source. */
	check(runs([&] { q.parallel_for(8, squares<int>{ plain }).wait(); }) && plain[7] == 49);
	/* One that asks for the emulation of an FPGA runs on no CPU and no GPU. */
	check(!runs([&] { q.single_task([=]() [[sycl::device_has(aspect::emulated)]] { plain[0] = 1; }).wait(); }) || d.has(aspect::emulated));
	/* Work-groups of as many work-items as a size can tell are more than devices have. */
	check(!runs([&] { q.parallel_for(nd_range<1>(8, 8), [=](nd_item<1>) [[sycl::reqd_work_group_size(4294967295)]] { plain[0] = 1; }).wait(); }) && plain[0] == 0);
	check(!runs([&] { q.parallel_for(nd_range<2>({ 8, 1 }, { 8, 1 }), [=](nd_item<2>) [[sycl::reqd_work_group_size(2147483648, 2)]] { plain[0] = 1; }).wait(); }) && plain[0] == 0);
	check(is_compatible<squares<int>>(d));
	free(wide, q), free(narrow, q), free(sum, q), free(plain, q);
	return done();
}
