/* 4.9.4: linear ids that are divided into places before loops of the work-item, loops as long as a row's number says. */
#include <sycl/sycl.hpp>

#include <limits>
#include <vector>

#include "../check.hpp"

using namespace sycl;

/* A box of depth layers, height rows and width columns; I is the type of ids. */
template <typename I>
struct box {
	const int *a, *b;
	int *out;
	I width, height, depth;

	I size() const { return width * height * depth; }
	int product(I i) const
	{
		const I x = i % width, y = i / width;
		int s = 0;

		for (I k = 0; k < height; k++)
			s += a[y % height * width + k % width] * b[k * width + x];
		return s;
	}
	int layers(I i) const
	{
		const I x = i % width, y = i / width % height, z = i / (width * height);
		int s = 0;

		for (I k = 0; k < height; k++)
			s += a[(z * height + y) * width + k % width] * b[(z * height + k) * width + x] - int(z + y);
		return s;
	}
	int window(I i) const
	{
		const I x = i % width, y = i / width % height, z = i / width / height;
		int s = 0;

		for (I v = 0; v < 5; v++)
			for (I u = 0; u < 5; u++)
				if (y + v >= 2 && y + v - 2 < height && x + u >= 2 && x + u - 2 < width)
					s += a[(z * height + y + v - 2) * width + x + u - 2] * int(v * 5 + u);
		return s;
	}
	/* As many rounds as its row's number. */
	int triangle(I x, I y, I z) const
	{
		int s = 0;

		for (I k = 0; k <= y; k++)
			s += a[(z * height + y) * width + k % width] * b[(z * height + k) * width + x];
		return s;
	}
	int triangle(I i) const { return triangle(i % width, i / width % height, i / (width * height)); }
	/* The largest of what is around, at most 2 from it. */
	int largest(I x, I y, I z) const
	{
		const I top = y > 2 ? y - 2 : 0, bottom = y + 3 < height ? y + 3 : height, left = x > 2 ? x - 2 : 0,
			right = x + 3 < width ? x + 3 : width;
		int s = -1000;

		for (I v = top; v < bottom; v++)
			for (I u = left; u < right; u++)
				s = a[(z * height + v) * width + u] > s ? a[(z * height + v) * width + u] : s;
		return s;
	}
	/* Divisions that all of a row share, some where their result is not needed, or their divisor 0. */
	int shared(I x, I y, I z) const
	{
		int s = int(y / width);

		for (I k = 0; k < depth; k++) {
			s = a[(y + 3) % height * width + width / 2];
			s -= b[(y + k < height ? y + k : height - 1) * width + x];
		}
		if ((x & 5) == 0) {
			s = a[x / 2] ^ int(x);
			s -= a[y * width + (x + width - 1) % width] - int(x * 3 + y);
		}
		if (z != 0 && x % 3 != 0)
			s += int(y % z) + a[height / (z + 1)];
		return s;
	}
};

template <typename I, typename Launch, typename Want>
static void compare(const box<I> &c, const char *what, const Launch &launch, const Want &want)
{
	bool right = true;

	for (I i = 0; i < c.size() + 1; i++)
		c.out[i] = 77;
	launch();
	for (I i = 0; i < c.size(); i++)
		right &= c.out[i] == want(i);
	right &= c.out[c.size()] == 77;
	if (!right)
		std::printf("%s, width %d, %s of %zu bytes: ", what, int(c.width), I(-1) < I(0) ? "signed" : "unsigned", sizeof(I));
	check(right);
}

/* By one id: in a range, in groups that go over the end, in groups of ids that are made by hand. */
template <typename I, typename Value>
static void check_line(queue &q, const box<I> &c, const char *what, const Value &value)
{
	const std::size_t n = c.size();
	const auto want = [&](I i) { return value(c, i); };

	compare(c, what, [&] { q.parallel_for(n, [=](id<1> i) { c.out[i] = value(c, I(i[0])); }).wait(); }, want);
	for (std::size_t local : { std::size_t(24), std::size_t(64), std::size_t(250) }) {
		const range<1> all((n + local - 1) / local * local);

		compare(c, what, [&] {
			q.parallel_for(nd_range<1>(all, local), [=](nd_item<1> it) {
				const I i = it.get_global_id(0);

				if (i < c.size())
					c.out[i] = value(c, i);
			}).wait();
		}, want);
		compare(c, what, [&] {
			q.parallel_for(nd_range<1>(all, local), [=](nd_item<1> it) {
				const I i = I(it.get_group(0)) * I(it.get_local_range(0)) + I(it.get_local_id(0));

				if (i >= c.size())
					return;
				c.out[i] = value(c, i);
			}).wait();
		}, want);
	}
}

/* By three ids: in a range, and in groups of one row and of several ones. */
template <typename I, typename Value>
static void check_box(queue &q, const box<I> &c, const char *what, const Value &value)
{
	const range<3> all(c.depth, c.height, c.width), rows(1, c.height % 2 ? 1 : 2, c.width);
	const auto want = [&](I i) { return value(c, i % c.width, i / c.width % c.height, i / (c.width * c.height)); };

	compare(c, what, [&] {
		q.parallel_for(all, [=](item<3> it) { c.out[it.get_linear_id()] = value(c, I(it[2]), I(it[1]), I(it[0])); }).wait();
	}, want);
	compare(c, what, [&] {
		q.parallel_for(nd_range<3>(all, rows), [=](nd_item<3> it) {
			const I x = it.get_global_id(2), y = it.get_global_id(1), z = it.get_global_id(0);

			c.out[(z * c.height + y) * c.width + x] = value(c, x, y, z);
		}).wait();
	}, want);
}

template <typename I>
static void check_size(queue &q, int width, int height, int depth)
{
	const int n = width * height * depth;
	int *a = malloc_shared<int>(n, q), *b = malloc_shared<int>(n, q), *out = malloc_shared<int>(n + 1, q);
	const box<I> c{ a, b, out, I(width), I(height), I(depth) };

	for (int i = 0; i < n; i++) {
		a[i] = i * 7 % 11 - 5;
		b[i] = i * 5 % 13 - 6;
	}
	check_line(q, c, "product", [](const box<I> &d, I i) { return d.product(i); });
	check_line(q, c, "layers", [](const box<I> &d, I i) { return d.layers(i); });
	check_line(q, c, "window", [](const box<I> &d, I i) { return d.window(i); });
	check_line(q, c, "triangle by one id", [](const box<I> &d, I i) { return d.triangle(i); });
	check_box(q, c, "triangle", [](const box<I> &d, I x, I y, I z) { return d.triangle(x, y, z); });
	check_box(q, c, "largest", [](const box<I> &d, I x, I y, I z) { return d.largest(x, y, z); });
	check_box(q, c, "shared", [](const box<I> &d, I x, I y, I z) { return d.shared(x, y, z); });
	free(a, q);
	free(b, q);
	free(out, q);
}

/* Ids that are at the end of their type, or go over it, or below 0, before they are divided. */
template <typename I>
static void check_end(queue &q, I first, int rounds)
{
	constexpr int n = 700, width = 90;
	int *a = malloc_shared<int>(n, q), *out = malloc_shared<int>(n, q);
	bool right = true;
	const auto value = [=](std::size_t i) {
		const I j = I(std::size_t(first) + i), x = j % I(width), y = j / I(width);
		int s = 0;

		for (int k = 0; k < rounds; k++)
			s += a[std::size_t(x + I(width) + I(k) * I(width)) % n] * int(y % 7);
		return s;
	};

	for (int i = 0; i < n; i++)
		a[i] = i * 3 % 31;
	q.parallel_for(n, [=](id<1> i) { out[i] = value(i[0]); }).wait();
	for (int i = 0; i < n; i++)
		right &= out[i] == value(i);
	check(right);
	free(a, q);
	free(out, q);
}

template <typename I>
static void check_type(queue &q)
{
	check_size<I>(q, 100, 9, 2);
	check_size<I>(q, 64, 16, 3);
	check_size<I>(q, 7, 5, 9);
	check_size<I>(q, 193, 4, 1);
	check_end<I>(q, std::numeric_limits<I>::max() - 300, 5);
	check_end<I>(q, I(0) - I(350), 5);
}

int main()
{
	queue q;

	check_type<int>(q);
	check_type<unsigned>(q);
	check_type<long>(q);
	check_type<std::size_t>(q);
	return done();
}
