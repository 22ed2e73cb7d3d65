#include <sycl/sycl.hpp>

SYCL_EXTERNAL int
twice(int x)
{
	return 2 * x;
}
