/* 4.16.2: numbers in streams have the digits of iostreams, classes of SYCL have a text, and those of programs their operators. */
#include <sycl/sycl.hpp>
#include <cmath>
#include <iomanip>
#include <random>
#include <sstream>
#include <string>

#include "../check.hpp"

namespace own {
struct point {
	int x;
	float y;
};
const sycl::stream &operator<<(const sycl::stream &out, const point &p)
{
	return out << '(' << p.x << "; " << p.y << ')';
}
}

/* What streams that f gets a handler for print. */
template <typename Function>
std::string printed(sycl::queue &q, const Function &f)
{
	std::ostringstream text;
	std::streambuf *const before = std::cout.rdbuf(text.rdbuf());

	q.submit(f).wait();
	std::cout.rdbuf(before);
	return text.str();
}

int main()
{
	using namespace sycl;
	constexpr int count = 600;
	const double odd[] = { 0.0001f, 0.00009999999, 0.0000999999, 999999.5, 999999.4, 99999.95, 0.5, 1.5, 2.5, 0.25, 0.125, 0.375, 1e15, 1e-15,
		123456789, 5e-324, 1e308, -0.0, 0.0, 9.9999999, 100000, 1000000, 0.1, 1e22, 4503599627370497.5, 0.045, 1.005, 2.675, 1e-5, 9.5, 99.5, 0.95, 55.125 };
	const float infinity = std::numeric_limits<float>::infinity();
	queue q;
	std::mt19937 random(7);
	double *const value = malloc_shared<double>(count, q);
	float *const small = malloc_shared<float>(count, q);	/* their digits are exact from 2^-36 to 2^64 */
	int *const digits = malloc_shared<int>(count, q);

	for (int i = 0; i < count; i++) {
		const double whole = int(random() % 2000000) - 1000000;

		value[i] = i < int(std::size(odd)) ? odd[i] : i % 2 ? whole / 1000 : std::ldexp(whole, int(random() % 80) - 60);
		small[i] = std::fabs(value[i]) < 1e-10 || std::fabs(value[i]) > 1e19 ? 1.f / 3 : float(value[i]);
		digits[i] = i < 40 ? 6 : int(random() % 9) + 1;
	}
	for (const stream_manipulator form : { defaultfloat, fixed, scientific }) {
		std::istringstream got(printed(q, [&](handler &h) {
			const stream out(1 << 18, 512, h);

			h.single_task([=] {
				for (int i = 0; i < count; i++)
					out << setprecision(digits[i]) << form << value[i] << ' ' << small[i] << '\n' << flush;
			});
		}));
		for (int i = 0; i < count; i++) {
			std::ostringstream want;
			std::string line;

			want << std::setprecision(digits[i]);
			if (form == fixed)
				want << std::fixed;
			if (form == scientific)
				want << std::scientific;
			want << value[i] << ' ' << small[i];
			std::getline(got, line);
			/* Numbers whose digits are not exact: rounding may go the other way, in the last of more than 60. */
			if (form == fixed && !(std::fabs(value[i]) < 1e9))
				continue;
			check(line == want.str());
			if (line != want.str())
				std::printf("%.17g with %d digits: %s, not %s\n", value[i], digits[i], line.c_str(), want.str().c_str());
		}
	}
	/* A width is that of the next value, of whatever type. */
	check(printed(q, [&](handler &h) {
		const stream out(1024, 128, h);

		h.single_task([=] {
			out << setw(7) << 2.5 << setw(6) << -1.5f << setw(5) << half(3.0f) << setw(3) << 'c' << setw(9) << scientific << setprecision(1) << 150.0
			    << hexfloat << setw(9) << 2.5f << showpos << setw(5) << infinity << infinity << setw(2) << 1.5f << hex << nullptr << setw(5) << noshowpos << 10 << '\n';
		});
	}) == "    2.5  -1.5    3  c  1.5e+02 0x1.4p+1 +inf+inf+0x1.8p+00x0    a\n");
	/* Integers in other bases are the bits of their type, without a sign. */
	std::ostringstream bits;
	bits << std::showpos << 5 << ' ' << 5u << ' ' << true << ' ' << -5 << ' ' << 0 << std::hex << ' ' << -1382448 << ' ' << short(-2) << ' ' << 10
	     << std::showbase << ' ' << -1ll << ' ' << 0 << std::oct << ' ' << -8 << ' ' << 0u << ' ' << true << ' ' << (unsigned short)8 << '\n';
	check(printed(q, [&](handler &h) {
		const stream out(1024, 256, h);

		h.single_task([=] {
			out << showpos << 5 << ' ' << 5u << ' ' << true << ' ' << -5 << ' ' << 0 << hex << ' ' << -1382448 << ' ' << short(-2) << ' ' << 10 << showbase << ' '
			    << -1ll << ' ' << 0 << oct << ' ' << -8 << ' ' << 0u << ' ' << true << ' ' << (unsigned short)8 << '\n';
		});
	}) == bits.str());
	check(printed(q, [&](handler &h) {
		const stream out(1024, 128, h);

		h.single_task([=] { out << own::point{ 1, 2.5f } << ", " << own::point{ -3, 0.25f } << '\n'; });
	}) == "(1; 2.5), (-3; 0.25)\n");
	check(printed(q, [&](handler &h) {
		const stream out(1024, 128, h);

		h.parallel_for_work_group(range<1>(1), range<1>(1), [=](group<1> g) {
			g.parallel_for_work_item([&](h_item<1> i) {
				out << i << ' ' << g << ' ' << id<2>(1, 2) << ' ' << range<1>(3) << ' ' << int2(4, -5) << ' ' << half(0.5f) << ' ' << true << 'c' << endl;
			});
		});
	}) == "h_item(global_id: {0}, local_id: {0}) group(id: {0}, local_range: {1}) {1, 2} {3} 4, -5 0.5 1c\n");
	free(value, q);
	free(small, q);
	/* What a work-item prints up to a flush stays together, also in several statements; without one it comes last. */
	std::istringstream lines(printed(q, [&](handler &h) {
		const stream out(1 << 16, 512, h);

		h.parallel_for(range<2>(20, 50), [=](item<2> i) {
			out << "item ";
			out << i[0] << ' ';
			out << i[1];
			out << endl << (i.get_linear_id() == 3 ? "last " : "");
			out << (i.get_linear_id() == 3 ? "of all" : "");
		});
	}));
	bool seen[1000] = {};
	std::string line;
	int right = 0;
	while (std::getline(lines, line)) {
		int row, column;

		if (std::sscanf(line.c_str(), "item %d %d", &row, &column) == 2 && row < 20 && column < 50 && !seen[row * 50 + column])
			right += seen[row * 50 + column] = line == "item " + std::to_string(row) + ' ' + std::to_string(column);
	}
	check(right == 1000 && line == "last of all");
	check(printed(q, [&](handler &h) {
		const stream out(1000, 512, h);

		h.parallel_for(2000, [=](id<1>) { out << '.'; });
	}) == std::string(1000, '.'));
	free(digits, q);
	return done();
}
