/* 4.9.1: ids taken apart by remainders and quotients: rows in a line, rings, edges, numbers below 0, in one to three dimensions. */
#include <sycl/sycl.hpp>

#include <cstddef>
#include <vector>

#include "../check.hpp"

using namespace sycl;

struct plane {
	const int *in;
	int *out;
	int width, height;
};

/* The work-item's sum of its neighbours, where it is inside; of all four, around the edges and up to them; and bits of its number. */
static void compute(const plane &p, int i)
{
	const int x = i % p.width, y = i / p.width, left = (x + p.width - 1) % p.width, right = (x + 1) % p.width;
	const int above = (y + p.height - 1) % p.height, below = (y + 1) % p.height;
	int sum = p.in[y * p.width + left] + p.in[y * p.width + right] * 3 + p.in[above * p.width + x] * 5 + p.in[below * p.width + x] * 7;

	if (x > 0 && y > 0 && x < p.width - 1 && y < p.height - 1)
		sum ^= p.in[i - 1] + p.in[i + 1] + p.in[i - p.width] + p.in[i + p.width];
	sum += p.in[y * p.width + max(x - 2, 0)] * 17 + p.in[y * p.width + min(x + 2, p.width - 1)] * 19;
	sum += p.in[max(i - p.width, 0)] * 23 + p.in[clamp(i + 3, 1, p.width * p.height - 1)] * 29;
	p.out[i] = sum + p.in[i & 127] * 9 + p.in[(i >> 6) & 15] * 11 + (i - 50) % 7 * 13 + (i - 50) / 7;
}

/* A filter whose neighbours end at the plane's edges. */
static void blur(const plane &p, int x, int y)
{
	int sum = 0;

	for (int j = -1; j <= 1; j++)
		for (int i = -2; i <= 2; i++)
			sum = sum * 3 + p.in[min(max(y + j, 0), p.height - 1) * p.width + min(max(x + i, 0), p.width - 1)];
	p.out[y * p.width + x] = sum;
}

static std::vector<int> wanted(plane p, bool blurred)
{
	std::vector<int> out(p.width * p.height);

	p.out = out.data();
	for (int i = 0; i < p.width * p.height; i++)
		if (blurred)
			blur(p, i % p.width, i / p.width);
		else
			compute(p, i);
	return out;
}

static bool is_right(queue &q, const plane &p, bool blurred = false)
{
	const std::vector<int> want = wanted(p, blurred);
	bool right = true;

	q.wait();
	for (std::size_t i = 0; i < want.size(); i++) {
		right = right && p.out[i] == want[i];
		p.out[i] = 0;
	}
	return right;
}

static void run(queue &q, int width, int height)
{
	const int n = width * height;
	int *in = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
	const plane p = { in, out, width, height };

	for (int i = 0; i < n; i++) {
		in[i] = (i * 7919 + 31) % 1009;
		out[i] = 0;
	}
	q.parallel_for(range<1>(n), [=](id<1> i) { compute(p, i); });
	check(is_right(q, p));
	q.parallel_for(range<2>(height, width), [=](item<2> it) { compute(p, it.get_linear_id()); });
	check(is_right(q, p));
	q.parallel_for(range<3>(1, height, width), [=](id<3> i) { compute(p, i[1] * width + i[2]); });
	check(is_right(q, p));
	q.parallel_for(nd_range<1>((n + 63) / 64 * 64, 64), [=](nd_item<1> it) {
		const int i = it.get_global_id(0);

		if (i < n)
			compute(p, i);
	});
	check(is_right(q, p));
	q.parallel_for(nd_range<2>({ std::size_t(height), std::size_t(width) }, { 1, std::size_t(width) }),
		       [=](nd_item<2> it) { compute(p, it.get_group(0) * it.get_local_range(1) + it.get_local_id(1)); });
	check(is_right(q, p));
	q.parallel_for(range<2>(height, width), [=](id<2> i) { blur(p, i[1], i[0]); });
	check(is_right(q, p, true));
	q.parallel_for(nd_range<3>({ 1, std::size_t(height), std::size_t(width) }, { 1, std::size_t(height), 1 }),
		       [=](nd_item<3> it) { blur(p, it.get_global_id(2), it.get_global_id(1)); });
	check(is_right(q, p, true));
	free(in, q);
	free(out, q);
}

/* Unsigned numbers over the end of their type, and divisors that are 0 where nothing divides by them. */
static void run_odd(queue &q, unsigned width, unsigned none)
{
	constexpr unsigned n = 300;
	unsigned *out = malloc_shared<unsigned>(n, q);

	q.parallel_for(range<1>(n), [=](id<1> id) {
		 const unsigned i = unsigned(id[0]) - 100;

		 out[id] = i % width * 1000 + i / width + (none ? i % none : 5);
	 }).wait();
	for (unsigned k = 0; k < n; k++) {
		const unsigned i = k - 100;

		check(out[k] == i % width * 1000 + i / width + 5);
	}
	free(out, q);
}

int main()
{
	queue q;

	run(q, 37, 29);
	run(q, 64, 5);
	run(q, 1, 300);
	run(q, 200, 3);
	run_odd(q, 37, 0);
	run_odd(q, 1000, 0);
	return done();
}
