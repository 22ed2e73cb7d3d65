// Multiplies two matrices tile by tile: each work-group keeps a tile of both in
// local memory, and barriers separate filling it from using it.
#include <sycl/sycl.hpp>

#include <cmath>
#include <cstdlib>
#include <iostream>
#include <vector>

constexpr std::size_t tile = 16;

// c = a * b; all are n x n, row by row, and n is a multiple of the tile.
static void multiply(sycl::queue &q, std::vector<float> &a, std::vector<float> &b, std::vector<float> &c, std::size_t n)
{
	const sycl::range<2> size(n, n);
	sycl::buffer<float, 2> a_buffer(a.data(), size), b_buffer(b.data(), size), c_buffer(c.data(), size);

	q.submit([&](sycl::handler &h) {
		sycl::accessor left(a_buffer, h, sycl::read_only);
		sycl::accessor right(b_buffer, h, sycl::read_only);
		sycl::accessor result(c_buffer, h, sycl::write_only, sycl::no_init);
		sycl::local_accessor<float, 2> left_tile({ tile, tile }, h), right_tile({ tile, tile }, h);

		h.parallel_for(sycl::nd_range<2>(size, { tile, tile }), [=](sycl::nd_item<2> item) {
			const std::size_t row = item.get_global_id(0), column = item.get_global_id(1);
			const std::size_t r = item.get_local_id(0), c = item.get_local_id(1);
			float sum = 0;

			for (std::size_t first = 0; first < n; first += tile) {
				left_tile[r][c] = left[row][first + c];
				right_tile[r][c] = right[first + r][column];
				sycl::group_barrier(item.get_group());
				for (std::size_t k = 0; k < tile; k++)
					sum += left_tile[r][k] * right_tile[k][c];
				sycl::group_barrier(item.get_group());
			}
			result[row][column] = sum;
		});
	});
}

int main(int argc, char **argv)
{
	const std::size_t wanted = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 256, n = (wanted + tile - 1) / tile * tile;
	sycl::queue q;
	std::vector<float> a(n * n), b(n * n), c(n * n);
	double worst = 0;

	for (std::size_t i = 0; i < n * n; i++) {
		a[i] = static_cast<float>(i % 7) - 3;
		b[i] = static_cast<float>(i % 5) - 2;
	}
	multiply(q, a, b, c, n);

	// Small integers multiply exactly; every 17th element is checked.
	for (std::size_t i = 0; i < n * n; i += 17) {
		double sum = 0;

		for (std::size_t k = 0; k < n; k++)
			sum += a[i / n * n + k] * b[k * n + i % n];
		worst = std::fmax(worst, std::fabs(sum - c[i]));
	}
	std::cout << n << " x " << n << ": largest error " << worst << '\n' << (worst == 0 ? "right" : "WRONG") << '\n';
	return worst == 0 ? 0 : 1;
}
