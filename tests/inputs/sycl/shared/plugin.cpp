/* A shared library with a kernel; its lambda has the same name as the one of main.cpp. */
#include <sycl/sycl.hpp>

static int run(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(1, q);

	q.single_task([=] { *a = PLUGIN; }).wait();
	const int result = *a;
	sycl::free(a, q);
	return result;
}

extern "C" int plugin(sycl::queue *q)
{
	return run(*q);
}
