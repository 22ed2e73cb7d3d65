// A convolution whose coefficients are a specialization constant: in SPIR-V
// images the compiler sees their values, other images read them from memory.
// The same host code sets them for both:
//
//     sycl-cc convolution.cpp -o convolution
//     sycl-cc -fsycl-targets=x86_64 convolution.cpp -o convolution
#include <sycl/sycl.hpp>

#include <array>
#include <cmath>
#include <iostream>
#include <vector>

using coeff_t = std::array<std::array<float, 3>, 3>;

// Identify the specialization constant.
constexpr sycl::specialization_id<coeff_t> coeff_id;

static const coeff_t blur = { { { 0.0625f, 0.125f, 0.0625f }, { 0.125f, 0.25f, 0.125f }, { 0.0625f, 0.125f, 0.0625f } } };
static const coeff_t edges = { { { 0, -1, 0 }, { -1, 4, -1 }, { 0, -1, 0 } } };

static void do_conv(sycl::queue &q, sycl::buffer<float, 2> in, sycl::buffer<float, 2> out, const coeff_t &coefficients)
{
	q.submit([&](sycl::handler &cgh) {
		sycl::accessor in_acc { in, cgh, sycl::read_only };
		sycl::accessor out_acc { out, cgh, sycl::write_only };

		// Set the coefficients of the convolution as a constant: a kernel
		// is built that has them as literals.
		cgh.set_specialization_constant<coeff_id>(coefficients);
		cgh.parallel_for<class Convolution>(in.get_range(), [=](sycl::item<2> item_id, sycl::kernel_handler h) {
			const coeff_t coeff = h.get_specialization_constant<coeff_id>();
			const int rows = static_cast<int>(in_acc.get_range()[0]), columns = static_cast<int>(in_acc.get_range()[1]);
			float acc = 0;

			for (int i = -1; i <= 1; i++) {
				const int row = static_cast<int>(item_id[0]) + i;

				for (int j = -1; j <= 1; j++) {
					const int column = static_cast<int>(item_id[1]) + j;

					if (row < 0 || row >= rows || column < 0 || column >= columns)
						continue;
					// Every element of coeff is known when the kernel is built.
					acc += coeff[i + 1][j + 1] * in_acc[row][column];
				}
			}
			out_acc[item_id] = acc;
		});
	});
	q.wait();
}

static float wanted(const std::vector<float> &in, int rows, int columns, int row, int column, const coeff_t &coeff)
{
	float acc = 0;

	for (int i = -1; i <= 1; i++)
		for (int j = -1; j <= 1; j++)
			if (row + i >= 0 && row + i < rows && column + j >= 0 && column + j < columns)
				acc += coeff[i + 1][j + 1] * in[(row + i) * columns + column + j];
	return acc;
}

static bool is_right(sycl::queue &q, const coeff_t &coefficients)
{
	constexpr int rows = 33, columns = 57;
	std::vector<float> in(rows * columns), out(rows * columns, -1);
	bool right = true;

	for (int i = 0; i < rows * columns; i++)
		in[i] = static_cast<float>(i * 7 % 64);
	{
		sycl::buffer<float, 2> in_buffer(in.data(), sycl::range<2>(rows, columns));
		sycl::buffer<float, 2> out_buffer(out.data(), sycl::range<2>(rows, columns));

		do_conv(q, in_buffer, out_buffer, coefficients);
	}
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			right = right && std::fabs(out[row * columns + column] - wanted(in, rows, columns, row, column, coefficients)) < 1e-3f;
	return right;
}

int main()
{
	sycl::queue q;
	const bool right = is_right(q, blur) && is_right(q, edges) && is_right(q, coeff_t());

	std::cout << (right ? "right" : "wrong") << '\n';
	return right ? 0 : 1;
}
