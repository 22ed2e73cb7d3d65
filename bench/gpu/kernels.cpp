// The kernels of kernels.hpp for run.c, which launches their PTX.
#include "kernels.hpp"

int main()
{
	sycl::queue q;
	float *f = sycl::malloc_shared<float>(4 * GROUP, q);

	q.parallel_for(sycl::range<1>(GROUP), triad{f, f, f, 2});
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(GROUP, GROUP), dot{f, f, f, GROUP, sycl::local_accessor<float, 1>(GROUP, h)});
	});
	q.submit([&](sycl::handler &h) {
		const sycl::range<2> tile(TILE, TILE);

		h.parallel_for(sycl::nd_range<2>(tile, tile),
			product{f, f, f, TILE, sycl::local_accessor<float, 2>(tile, h), sycl::local_accessor<float, 2>(tile, h)});
	});
	q.submit([&](sycl::handler &h) {
		const sycl::range<2> tile(TILE, TILE);
		const sycl::range<1> size(TILE * TILE);

		h.parallel_for(sycl::nd_range<2>(tile, tile),
			tiles{f, f, f, TILE, sycl::local_accessor<float, 1>(size, h), sycl::local_accessor<float, 1>(size, h)});
	});
	q.submit([&](sycl::handler &h) {
		h.parallel_for(sycl::nd_range<1>(GROUP, GROUP), bodies{f, f, GROUP, sycl::local_accessor<float, 1>(4 * GROUP, h)});
	});
	q.wait();
}
