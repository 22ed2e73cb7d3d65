/* For debuggers and profilers: a kernel of one work-item that runs for some milliseconds. */
#include <cstdio>
#include <sycl/sycl.hpp>

class heavy;

int main()
{
	sycl::queue queue;
	double *const result = sycl::malloc_shared<double>(64, queue);
	const double factor = 1.25;

	queue.parallel_for<heavy>(64, [=](sycl::id<1> id) {
		double sum = id[0];
		for (int step = 0; step < 2000000; step++)
			sum = sum * 0.5 + factor * step;	/* the line */
		result[id] = sum;
	}).wait();
	std::printf("%g\n", result[5]);
	sycl::free(result, queue);
}
