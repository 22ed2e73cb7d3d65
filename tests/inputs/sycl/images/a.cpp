#include "functions.hpp"

/* In each image that uses it. */
inline const int table[] = { 1, 3, 5, 7 };

SYCL_EXTERNAL int base(int x) { return x + 1; }
SYCL_EXTERNAL int outer(int x) { return inner(x) + table[x % 4 + 2]; }
SYCL_EXTERNAL double half_of(double x) { return x / 2; }

SYCL_EXTERNAL void place(sycl::nd_item<2> item, int *to)
{
	to[item.get_global_linear_id()] = int(item.get_global_linear_id() + 100 * item.get_group_linear_id());
}

/* A kernel beside functions that other images import. */
int own_kernel(sycl::queue &q, int *a)
{
	q.single_task<class Own>([=] { a[0] = base(7); }).wait();
	return a[0];
}
