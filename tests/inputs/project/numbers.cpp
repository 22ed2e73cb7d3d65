#include "three.hpp"

SYCL_EXTERNAL int
plus_one(int x)
{
	return x + 1;
}
