#include "three.hpp"

void
square_all(sycl::queue &q, int *data, int n)
{
	q.parallel_for(sycl::range<1>(n), [=](sycl::id<1> i) { data[i] = data[i] * data[i]; }).wait();
}
