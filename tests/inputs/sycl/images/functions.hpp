/* Functions of a.cpp, b.cpp and library.cpp. */
#ifndef FUNCTIONS_HPP
#define FUNCTIONS_HPP

#include <sycl/sycl.hpp>

SYCL_EXTERNAL int outer(int x);	/* a.cpp, calls inner() */
SYCL_EXTERNAL int inner(int x);	/* b.cpp, calls base() */
SYCL_EXTERNAL int base(int x);	/* a.cpp */
SYCL_EXTERNAL double half_of(double x);
SYCL_EXTERNAL void place(sycl::nd_item<2> item, int *to);
SYCL_EXTERNAL int library_value(int x);

int own_kernel(sycl::queue &q, int *a);

#endif
