// Calls a SYCL_EXTERNAL function of another file.
#include <cstdio>
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int twice(int x);

int
main()
{
	sycl::queue q;
	int *data = sycl::malloc_shared<int>(100, q);

	for (int i = 0; i < 100; i++)
		data[i] = i;
	q.parallel_for(sycl::range<1>(100), [=](sycl::id<1> i) { data[i] = twice(data[i]) + 1; }).wait();
	int wrong = 0;
	for (int i = 0; i < 100; i++)
		wrong += data[i] != 2 * i + 1;
	sycl::free(data, q);
	std::puts(wrong ? "wrong" : "right");
	return wrong != 0;
}
