/* 4.9.4: work-items that go down the columns of a matrix, with ids as numbers of all types and from all queries. */
#include <sycl/sycl.hpp>

#include <vector>

#include "../check.hpp"

using namespace sycl;

template <typename T>
struct columns {
	const T *a, *x;
	T *out;
	int rows, width;

	T sum(int t) const
	{
		T s = 0;

		for (int k = 0; k < rows; k++)
			s += a[k * width + t] * x[k];
		return s;
	}
	T sum_and_most(std::size_t t) const
	{
		T s = 0, most = -100;

		for (int k = 0; k < rows; k++) {
			s += a[k * width + t];
			most = a[k * width + t] > most ? a[k * width + t] : most;
		}
		return s * most;
	}
	T sum_unsigned(unsigned t) const
	{
		T s = 0;

		for (unsigned k = 0; k < unsigned(rows); k++)
			s += a[k * unsigned(width) + t] * x[k];
		return s;
	}
	/* Its memory changes before a work-item may leave. */
	void sum_in_memory(int t) const
	{
		out[t] = x[t % rows];
		if (t % 64 == 63)
			return;
		for (int k = 0; k < rows; k++)
			out[t] += a[k * width + t];
	}
	T neighbours(int t) const
	{
		T s = 0;

		for (int k = 1; k < rows - 1; k++)
			for (int d = -1; d <= 1; d++)
				s += a[(k + d) * width + t] - a[k * width + t + d];
		return s;
	}
};

template <typename T>
static std::vector<T> wanted(const columns<T> &c, int form)
{
	std::vector<T> want(c.width);
	columns<T> own = c;

	own.out = want.data();
	for (int t = 0; t < c.width; t++)
		switch (form) {
		case 0: want[t] = c.sum(t); break;
		case 1: want[t] = c.sum_and_most(t); break;
		case 2: want[t] = c.sum_unsigned(t); break;
		case 3: own.sum_in_memory(t); break;
		default: want[t] = t > 0 && t < c.width - 1 ? c.neighbours(t) : T(0);
		}
	return want;
}

template <typename T, typename Launch>
static void compare(const columns<T> &c, int form, const std::vector<T> &want, const Launch &launch)
{
	bool right = true;

	for (int t = 0; t < c.width; t++)
		c.out[t] = 77;
	launch();
	for (int t = 0; t < c.width; t++)
		right &= c.out[t] == want[t];
	if (!right)
		std::printf("width %d, form %d: ", c.width, form);
	check(right);
}

template <typename T>
static void check_width(queue &q, int rows, int width)
{
	T *a = malloc_shared<T>(rows * width, q), *x = malloc_shared<T>(rows, q), *out = malloc_shared<T>(width, q);
	const columns<T> c{ a, x, out, rows, width };
	const std::size_t n = width;

	for (int i = 0; i < rows * width; i++)
		a[i] = T(i * 7 % 11) - 5;
	for (int k = 0; k < rows; k++)
		x[k] = T(k % 3) - 1;
	const auto want0 = wanted(c, 0), want1 = wanted(c, 1), want2 = wanted(c, 2), want3 = wanted(c, 3), want4 = wanted(c, 4);

	compare(c, 0, want0, [&] { q.parallel_for(n, [=](id<1> i) { c.out[i] = c.sum(i); }).wait(); });
	compare(c, 1, want1, [&] { q.parallel_for(n, [=](item<1> i) { c.out[i] = c.sum_and_most(i); }).wait(); });
	compare(c, 2, want2, [&] { q.parallel_for(n, [=](id<1> i) { c.out[i] = c.sum_unsigned(i[0]); }).wait(); });
	compare(c, 3, want3, [&] { q.parallel_for(n, [=](id<1> i) { c.sum_in_memory(i); }).wait(); });
	compare(c, 4, want4, [&] {
		q.parallel_for(n, [=](id<1> i) {
			const int t = i;

			c.out[t] = t > 0 && t < c.width - 1 ? c.neighbours(t) : T(0);
		}).wait();
	});
	for (std::size_t local : { std::size_t(16), std::size_t(50), std::size_t(64), std::size_t(200) }) {
		const range<1> all((n + local - 1) / local * local);

		compare(c, 0, want0, [&] {
			q.parallel_for(nd_range<1>(all, local), [=](nd_item<1> it) {
				const int t = it.get_global_id(0);

				if (t < c.width)
					c.out[t] = c.sum(t);
			}).wait();
		});
		compare(c, 0, want0, [&] {
			q.parallel_for(nd_range<1>(all, local), [=](nd_item<1> it) {
				const int t = int(it.get_group(0)) * int(it.get_local_range(0)) + int(it.get_local_id(0));

				if (t < c.width)
					c.out[t] = c.sum(t);
			}).wait();
		});
		compare(c, 1, want1, [&] {
			q.parallel_for(nd_range<3>({ 1, 1, all[0] }, { 1, 1, local }), [=](nd_item<3> it) {
				const int t = it.get_group(2) * it.get_local_range(2) + it.get_local_id(2);

				if (t >= c.width)
					return;
				c.out[t] = c.sum_and_most(t);
			}).wait();
		});
		compare(c, 3, want3, [&] {
			q.parallel_for(nd_range<2>({ 1, all[0] }, { 1, local }), [=](nd_item<2> it) {
				const int t = it.get_global_id(1);

				if (t < c.width)
					c.sum_in_memory(t);
			}).wait();
		});
	}
	free(a, q);
	free(x, q);
	free(out, q);
}

/* Numbers that are far from each other, or wrap, when an int is made of them. */
static void check_far(queue &q)
{
	constexpr int rows = 9, width = 300;
	int *a = malloc_shared<int>(rows * width, q), *out = malloc_shared<int>(width, q);
	const std::size_t far = (std::size_t(1) << 32) - 40;
	int below = -130, above = 130;
	bool right = true;

	for (int i = 0; i < rows * width; i++)
		a[i] = i * 13 % 17;
	q.parallel_for(width, [=](id<1> i) {
		const int t = int(i[0] + far) + 40, u = int(i[0]) + below, v = u + 130;
		int s = 0;

		for (int k = 0; k < rows; k++)
			s += a[k * width + t] + a[k * width + v] * 100;
		out[t] = s + (u < 0);
	}).wait();
	for (int t = 0; t < width; t++) {
		int s = t < 130;

		for (int k = 0; k < rows; k++)
			s += a[k * width + t] * 101;
		right &= out[t] == s;
	}
	check(right);

	/* Begins again after 128 and 256 work-items. */
	right = true;
	q.parallel_for(width, [=](id<1> i) {
		const int t = static_cast<signed char>(i[0]) + above, u = static_cast<unsigned char>(i[0]) + above;
		int s = 0;

		for (int k = 0; k < rows - 2; k++)
			s += a[k * width + t] + a[k * width + u] * 100;
		out[i] = s;
	}).wait();
	for (int i = 0; i < width; i++) {
		int s = 0;

		for (int k = 0; k < rows - 2; k++)
			s += a[k * width + static_cast<signed char>(i) + 130] + a[k * width + static_cast<unsigned char>(i) + 130] * 100;
		right &= out[i] == s;
	}
	check(right);
	free(a, q);
	free(out, q);
}

int main()
{
	queue q;

	for (int width : { 1, 15, 16, 33, 64, 95, 130, 256, 401 }) {
		check_width<float>(q, 5, width);
		check_width<int>(q, 12, width);
		check_width<short>(q, 3, width);
		if (q.get_device().has(aspect::fp64))
			check_width<double>(q, 7, width);
	}
	check_far(q);
	return done();
}
