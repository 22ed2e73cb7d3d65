// Heat spreads over a plate: each step makes every inner point the mean of its
// four neighbours.  Two buffers take turns; their accessors are all that orders
// the steps.
#include <sycl/sycl.hpp>

#include <iostream>
#include <utility>
#include <vector>

constexpr std::size_t rows = 96, columns = 128;
constexpr int steps = 100;

// to = one step after from; the rim keeps its heat
static void spread(sycl::queue &q, sycl::buffer<float, 2> &from, sycl::buffer<float, 2> &to)
{
	q.submit([&](sycl::handler &h) {
		sycl::accessor old(from, h, sycl::read_only);
		sycl::accessor heat(to, h, sycl::write_only);

		h.parallel_for(sycl::range<2>(rows - 2, columns - 2), [=](sycl::id<2> inner) {
			const std::size_t row = inner[0] + 1, column = inner[1] + 1;

			heat[row][column] = (old[row - 1][column] + old[row + 1][column]
				+ old[row][column - 1] + old[row][column + 1]) * 0.25f;
		});
	});
}

// The same on the host.
static std::vector<float> wanted(std::vector<float> plate)
{
	std::vector<float> next = plate;

	for (int step = 0; step < steps; step++) {
		for (std::size_t row = 1; row < rows - 1; row++)
			for (std::size_t i = row * columns + 1; i < (row + 1) * columns - 1; i++)
				next[i] = (plate[i - columns] + plate[i + columns] + plate[i - 1] + plate[i + 1]) * 0.25f;
		std::swap(plate, next);
	}
	return plate;
}

int main()
{
	sycl::queue q;
	std::vector<float> plate(rows * columns), other;

	for (std::size_t column = 0; column < columns; column++)
		plate[column] = 100;	// the upper rim is hot
	other = plate;
	const std::vector<float> want = wanted(plate);
	{
		const sycl::range<2> size(rows, columns);
		sycl::buffer<float, 2> a(plate.data(), size), b(other.data(), size);

		for (int step = 0; step < steps; step += 2) {
			spread(q, a, b);
			spread(q, b, a);
		}
	}
	const bool right = plate == want;
	std::cout << "heat below the upper rim:";
	for (std::size_t row = 1; row <= 16; row *= 2)
		std::cout << ' ' << static_cast<int>(plate[row * columns + columns / 2]);
	std::cout << '\n' << (right ? "right" : "WRONG") << '\n';
	return right ? 0 : 1;
}
