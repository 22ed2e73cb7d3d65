// Two kernels, of which one needs fp64.
#include <sycl/sycl.hpp>

int
main()
{
	sycl::queue q;
	double *data = sycl::malloc_shared<double>(2, q);
	float *single = reinterpret_cast<float *>(data + 1);

	data[0] = 1;
	*single = 1;
	q.single_task<class precise>([=] { data[0] = data[0] * 1.5; }).wait();
	q.single_task<class plain>([=] { *single = *single * 1.5f; }).wait();
	int wrong = data[0] != 1.5 || *single != 1.5f;
	sycl::free(data, q);
	return wrong;
}
