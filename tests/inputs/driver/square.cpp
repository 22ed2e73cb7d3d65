// A library file with a kernel of its own.
#include <sycl/sycl.hpp>

int
square_on_device(sycl::queue &q, int x)
{
	int *p = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *p = x * x; }).wait();
	int result = *p;
	sycl::free(p, q);
	return result;
}
