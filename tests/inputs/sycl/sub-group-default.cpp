/* -fsycl-default-sub-group-size: prints the sizes that kernels with and without one of their own have. */
#include <sycl/sycl.hpp>
#include <cstdio>

namespace experimental = sycl::ext::oneapi::experimental;

SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
void plain(unsigned *size) { *size = sycl::ext::oneapi::this_work_item::get_sub_group().get_max_local_range()[0]; }
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::nd_range_kernel<1>))
SYCL_EXT_ONEAPI_FUNCTION_PROPERTY((experimental::sub_group_size_primary))
void named(unsigned *size) { *size = sycl::ext::oneapi::this_work_item::get_sub_group().get_max_local_range()[0]; }

int main()
{
	sycl::queue q;
	unsigned *const size = sycl::malloc_shared<unsigned>(6, q);
	const sycl::nd_range<1> range(64, 64);

	q.parallel_for(range, [=](sycl::nd_item<1> it) { size[0] = unsigned(it.get_sub_group().get_max_local_range()[0]); });
	q.parallel_for(range, [=](sycl::nd_item<1> it) [[sycl::reqd_sub_group_size(16)]] {
		size[1] = unsigned(it.get_sub_group().get_max_local_range()[0]);
	});
	q.parallel_for(range, experimental::properties{ experimental::sub_group_size_automatic }, [=](sycl::nd_item<1> it) {
		size[2] = unsigned(it.get_sub_group().get_max_local_range()[0]);
	});
	q.parallel_for(range, experimental::properties{ experimental::sub_group_size<4> }, [=](sycl::nd_item<1> it) {
		size[3] = unsigned(it.get_sub_group().get_max_local_range()[0]);
	});
	q.wait();
	experimental::nd_launch(q, range, experimental::kernel_function<plain>, size + 4);
	experimental::nd_launch(q, range, experimental::kernel_function<named>, size + 5);
	q.wait();
	std::printf("%u %u %u %u %u %u, primary %u\n", size[0], size[1], size[2], size[3], size[4], size[5],
		q.get_device().get_info<sycl::info::device::primary_sub_group_size>());
	sycl::free(size, q);
}
