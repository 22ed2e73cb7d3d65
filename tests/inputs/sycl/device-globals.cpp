/* Device globals of a GPU, with initial values and without, are memory that the host cannot read: copies go through its driver. */
#include <sycl/sycl.hpp>
#include <cstdio>
namespace ex = sycl::ext::oneapi::experimental;
static ex::device_global<int[4]> numbers{ 1, 2, 3, 4 };
static ex::device_global<long> zero;
int main() {
	sycl::queue q;
	int got[4] = {}, given[4] = { 5, 6, 7, 8 };
	long z = 3;
	q.copy(numbers, got).wait();
	q.copy(zero, &z).wait();
	if (got[0] != 1 || got[3] != 4 || z) { std::printf("initial: %d %d %ld\n", got[0], got[3], z); return 1; }
	q.copy(given, numbers).wait();
	int *d = sycl::malloc_device<int>(4, q);
	q.memcpy(d, numbers).wait();
	q.memcpy(got, d, sizeof got).wait();
	std::printf(got[0] == 5 && got[3] == 8 ? "right\n" : "wrong %d\n", got[0]);
	q.single_task([=] { d[0] = numbers[1] + zero; }).wait();
	sycl::free(d, q);
}
