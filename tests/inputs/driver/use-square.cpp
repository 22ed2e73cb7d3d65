#include <cstdio>
#include <sycl/sycl.hpp>

int square_on_device(sycl::queue &q, int x);

int
main()
{
	sycl::queue q;
	int result = square_on_device(q, 7);

	std::printf("%d\n", result);
	return result != 49;
}
