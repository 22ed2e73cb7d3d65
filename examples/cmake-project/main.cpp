// Draws the Mandelbrot set in letters.
#include "escape.hpp"

#include <iostream>
#include <string>

int main()
{
	constexpr std::size_t rows = 9, columns = 40;
	sycl::queue q;
	char *picture = sycl::malloc_shared<char>(rows * columns, q);

	q.parallel_for(sycl::range<2>(rows, columns), [=](sycl::item<2> point) {
		const float re = -2.1f + 0.075f * static_cast<float>(point[1]);
		const float im = -1.0f + 0.25f * static_cast<float>(point[0]);
		const int steps = escape_time(re, im);

		picture[point.get_linear_id()] = steps == 255 ? '#' : steps > 8 ? '+' : steps > 4 ? '.' : ' ';
	}).wait();
	for (std::size_t row = 0; row < rows; row++) {
		const std::string line(picture + row * columns, columns);

		std::cout << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
	}
	sycl::free(picture, q);
}
