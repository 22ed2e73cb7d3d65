#include "three.hpp"
#include <cstdio>

int
main()
{
	sycl::queue q;
	int *data = sycl::malloc_shared<int>(50, q);

	for (int i = 0; i < 50; i++)
		data[i] = i;
	q.parallel_for(sycl::range<1>(50), [=](sycl::id<1> i) { data[i] = plus_one(data[i]); }).wait();
	square_all(q, data, 50);
	int wrong = 0;
	for (int i = 0; i < 50; i++)
		wrong += data[i] != (i + 1) * (i + 1);
	sycl::free(data, q);
	std::puts(wrong ? "wrong" : "right");
	return wrong != 0;
}
