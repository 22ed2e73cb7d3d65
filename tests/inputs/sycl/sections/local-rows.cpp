/* 4.7.6.11: tables of two and three dimensions in local memory: rows of all remainders of four, in members and arrays, of 1 to 16 bytes. */
#include <cstdio>
#include <numeric>
#include <vector>

#include <sycl/sycl.hpp>

static int faults;

template <typename T>
static T number(std::size_t i)
{
	return static_cast<T>(static_cast<int>(i * 7 % 23));
}

template <typename T>
static bool same(const T &a, const T &b)
{
	if constexpr (std::is_arithmetic_v<T>)
		return a == b;
	else
		return sycl::all(a == b);
}

static void report(const char *what, std::size_t width, bool right)
{
	if (!right) {
		std::printf("%s is wrong for rows of %zu\n", what, width);
		faults++;
	}
}

/* Each work-item of a group of 8 sums eight neighbours of a row of one table times a column of another. */
template <typename T>
static void product(sycl::queue &q, const char *what, std::size_t width, std::size_t other)
{
	enum { SIDE = 8 };
	T *result = sycl::malloc_shared<T>(SIDE * SIDE, q);
	bool right = true;

	q.submit([&](sycl::handler &h) {
		sycl::local_accessor<T, 2> a(sycl::range<2>(SIDE, width), h), b(sycl::range<2>(SIDE, other), h);

		h.parallel_for(sycl::nd_range<2>(sycl::range<2>(SIDE, SIDE), sycl::range<2>(SIDE, SIDE)), [=](sycl::nd_item<2> item) {
			const std::size_t y = item.get_local_id(0), x = item.get_local_id(1);
			T sum = T(0);

			for (std::size_t i = x; i < width; i += SIDE)
				a[y][i] = number<T>(y * width + i);
			for (std::size_t i = x; i < other; i += SIDE)
				b[y][i] = number<T>(y + i * 3);
			sycl::group_barrier(item.get_group());
			for (int k = 0; k < SIDE; k++)
				sum += a[y][k] * b[k][x];
			result[y * SIDE + x] = sum;
		});
	}).wait();
	for (std::size_t y = 0; y < SIDE; y++)
		for (std::size_t x = 0; x < SIDE; x++) {
			T sum = T(0);

			for (std::size_t k = 0; k < SIDE; k++)
				sum += number<T>(y * width + k) * number<T>(k + x * 3);
			right = right && same(sum, result[y * SIDE + x]);
		}
	report(what, width, right);
	sycl::free(result, q);
}

/* A function object that holds tables among other members. */
struct box {
	char before;
	struct {
		sycl::local_accessor<float, 3> table[2];
		short between;
	} inner;
	float *result;
	std::size_t width;

	void operator()(sycl::nd_item<3> item) const
	{
		const std::size_t z = item.get_local_id(0), y = item.get_local_id(1), x = item.get_local_id(2);
		float sum = 0;

		for (std::size_t i = x; i < width; i += 8) {
			inner.table[0][z][y][i] = number<float>((z * 4 + y) * width + i);
			inner.table[1][sycl::id<3>(z, y, i)] = number<float>(i + z);
		}
		sycl::group_barrier(item.get_group());
		if (x == 0) {
			for (int k = 0; k < 8; k++)
				inner.table[1][z][y][k] = inner.table[0][z][y][k] + 1;
			for (int k = 0; k < 8; k++)
				sum += inner.table[1][z][y][k];
			result[z * 4 + y] = sum + inner.between + before;
		}
	}
};

static void boxes(sycl::queue &q, std::size_t width)
{
	float *result = sycl::malloc_shared<float>(8, q);
	bool right = true;

	q.submit([&](sycl::handler &h) {
		const sycl::range<3> size(2, 4, width);

		h.parallel_for(sycl::nd_range<3>(sycl::range<3>(2, 4, 8), sycl::range<3>(2, 4, 8)),
			box{ 1, { { sycl::local_accessor<float, 3>(size, h), sycl::local_accessor<float, 3>(size, h) }, 2 }, result, width });
	}).wait();
	for (std::size_t row = 0; row < 8; row++) {
		float sum = 3;

		for (std::size_t k = 0; k < 8; k++)
			sum += number<float>(row * width + k) + 1;
		right = right && sum == result[row];
	}
	report("a table of three dimensions", width, right);
	sycl::free(result, q);
}

/* Neighbours behind each other in memory, whatever the width: rows follow each other. */
static void flat(sycl::queue &q, std::size_t width)
{
	int *result = sycl::malloc_shared<int>(4 * width, q);
	bool right = true;

	q.submit([&](sycl::handler &h) {
		sycl::accessor<int, 2, sycl::access_mode::read_write, sycl::target::local> table(sycl::range<2>(4, width), h);

		h.parallel_for(sycl::nd_range<1>(4, 4), [=](sycl::nd_item<1> item) {
			const std::size_t y = item.get_local_id(0);

			for (std::size_t i = 0; i < width; i++)
				table[y][i] = static_cast<int>(100 * y + i);
			sycl::group_barrier(item.get_group());
			const int *all = &table[0][0];
			for (std::size_t i = 0; i < width; i++)
				result[y * width + i] = all[y * width + i];
		});
	}).wait();
	for (std::size_t i = 0; i < 4 * width; i++)
		right = right && result[i] == static_cast<int>(100 * (i / width) + i % width);
	report("a table's memory", width, right);
	sycl::free(result, q);
}

int main()
{
	sycl::queue q;

	for (std::size_t width : { 8, 9, 10, 11, 12, 16, 17, 33 }) {
		product<float>(q, "float", width, width);
		product<float>(q, "float beside 12", width, 12);
		product<float>(q, "float beside 13", width, 13);
		product<int>(q, "int", width, width);
		product<unsigned char>(q, "unsigned char", width, width);
		product<short>(q, "short", width, width);
		product<double>(q, "double", width, width);
		product<sycl::float4>(q, "float4", width, width);
		boxes(q, width);
		flat(q, width);
	}
	std::puts(faults ? "wrong" : "right");
	return faults != 0;
}
