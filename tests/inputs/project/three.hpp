#pragma once
#include <sycl/sycl.hpp>

SYCL_EXTERNAL int plus_one(int x);			// numbers.cpp, static library
void square_all(sycl::queue &q, int *data, int n);	// squares.cpp, shared library
