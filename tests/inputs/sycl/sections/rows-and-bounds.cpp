/* 4.9.4: rows of a length that is known at run time alone, bounds in every dimension, structures, sums over groups. */
#include <sycl/sycl.hpp>

#include <cstdint>
#include <limits>
#include <vector>

#include "../check.hpp"

using namespace sycl;

/* A row of n numbers for each work-item: forwards, backwards, and rows that differ in length. */
template <typename Index>
static void rows(queue &q, Index count, Index n)
{
	const std::size_t size = std::size_t(count) * std::size_t(n) + 64;
	int *a = malloc_shared<int>(size, q), *out = malloc_shared<int>(3 * std::size_t(count), q);

	for (std::size_t i = 0; i < size; i++)
		a[i] = int(i * 37 % 101);
	q.parallel_for(range<1>(std::size_t(count)), [=](id<1> id) {
		 const Index row = Index(id[0]);
		 int forwards = 0, backwards = 0, ragged = 0;

		 for (Index k = 0; k < n; k++)
			 forwards = forwards * 3 + a[row * n + k];
		 for (Index k = n; k > 0; k--)
			 backwards = backwards * 3 + a[row * n + k - 1];
		 for (Index k = 0; k < n + row % 3; k++)
			 ragged = ragged * 3 + a[row * n + k];
		 out[3 * id[0]] = forwards;
		 out[3 * id[0] + 1] = backwards;
		 out[3 * id[0] + 2] = ragged;
	 }).wait();
	for (Index row = 0; row < count; row++) {
		std::uint32_t forwards = 0, backwards = 0, ragged = 0;

		for (Index k = 0; k < n; k++)
			forwards = forwards * 3 + std::uint32_t(a[row * n + k]);
		for (Index k = n; k > 0; k--)
			backwards = backwards * 3 + std::uint32_t(a[row * n + k - 1]);
		for (Index k = 0; k < n + row % 3; k++)
			ragged = ragged * 3 + std::uint32_t(a[row * n + k]);
		check(out[3 * row] == int(forwards) && out[3 * row + 1] == int(backwards) && out[3 * row + 2] == int(ragged));
	}
	free(a, q);
	free(out, q);
}

/* Work-items within the bounds write 1 + a loop's sum, others nothing; each comparison, and any beginning. */
template <int Dimensions>
static void bounds(queue &q, range<Dimensions> size, range<Dimensions> group, int low, int high)
{
	int *out = malloc_shared<int>(size.size(), q);
	const int last = int(size[Dimensions - 1]);

	const auto inside = [=](const int *at) {
		bool all = true;

		for (int i = 0; i < Dimensions; i++)
			all = all && at[i] >= low && at[i] < high && unsigned(at[i] - 1) <= 1000u && at[i] != high - 2;
		return all && at[Dimensions - 1] + 1 <= last;
	};
	q.fill(out, -1, size.size()).wait();
	q.parallel_for(nd_range<Dimensions>(size, group), [=](nd_item<Dimensions> it) {
		 int at[Dimensions], sum = 1;

		 for (int i = 0; i < Dimensions; i++)
			 at[i] = int(it.get_global_id(i));
		 if (!inside(at))
			 return;
		 for (int k = 0; k < high - low; k++)
			 sum += k * at[Dimensions - 1];
		 out[it.get_global_linear_id()] = sum;
	 }).wait();
	for (std::size_t i = 0; i < size.size(); i++) {
		int at[Dimensions], sum = 1;
		std::size_t rest = i;

		for (int k = Dimensions - 1; k >= 0; k--) {
			at[k] = int(rest % size[k]);
			rest /= size[k];
		}
		for (int k = 0; k < high - low; k++)
			sum += k * at[Dimensions - 1];
		check(out[i] == (inside(at) ? sum : -1));
	}
	free(out, q);
}

/* The simple form has a bound for each dimension of its own. */
template <int Dimensions>
static void loops_in_ranges(queue &q, range<Dimensions> size)
{
	int *out = malloc_shared<int>(size.size(), q);

	q.parallel_for(size, [=](item<Dimensions> it) {
		 int sum = 0;

		 for (std::size_t k = 0; k < size[0]; k++)
			 sum = sum * 3 + int(k + it.get_id(Dimensions - 1));
		 out[it.get_linear_id()] = sum;
	 }).wait();
	for (std::size_t i = 0; i < size.size(); i++) {
		std::uint32_t sum = 0;

		for (std::size_t k = 0; k < size[0]; k++)
			sum = sum * 3 + std::uint32_t(k + i % size[Dimensions - 1]);
		check(out[i] == int(sum));
	}
	free(out, q);
}

struct pixel {
	unsigned char red, green, blue;
};

/* Read side by side; exchanged in place; written before another one is read. */
static void pixels(queue &q, std::size_t n)
{
	pixel *p = malloc_shared<pixel>(n + 1, q);
	int *grey = malloc_shared<int>(n, q), *next = malloc_shared<int>(n, q);

	for (std::size_t i = 0; i <= n; i++)
		p[i] = { (unsigned char)(i * 7), (unsigned char)(i * 11), (unsigned char)(i * 13) };
	q.parallel_for(n, [=](id<1> i) { grey[i] = p[i].red * 4 + p[i].green * 2 + p[i].blue; }).wait();
	q.parallel_for(n, [=](id<1> i) {
		 const unsigned char red = p[i].red;

		 p[i].red = p[i].blue;
		 p[i].blue = red;
	 }).wait();
	q.parallel_for(n, [=](id<1> i) {
		 p[i].green = 5;
		 next[i] = p[i].green + p[i].blue;
	 }).wait();
	for (std::size_t i = 0; i < n; i++) {
		const unsigned char red = (unsigned char)(i * 7), green = (unsigned char)(i * 11), blue = (unsigned char)(i * 13);

		check(grey[i] == red * 4 + green * 2 + blue && next[i] == 5 + red);
		check(p[i].red == blue && p[i].green == 5 && p[i].blue == red);
	}
	check(p[n].red == (unsigned char)(n * 7));
	free(p, q);
	free(grey, q);
	free(next, q);
}

/* Sums of numbers that floats add up without rounding, minima and maxima. */
template <typename T, int Dimensions>
static void sums(queue &q, range<Dimensions> group)
{
	const std::size_t items = group.size();
	T *out = malloc_shared<T>(3, q);

	q.parallel_for(nd_range<Dimensions>(group, group), [=](nd_item<Dimensions> it) {
		 const std::size_t i = it.get_local_linear_id();
		 const T sum = reduce_over_group(it.get_group(), T(i) + T(0.5), plus<>());
		 const T least = reduce_over_group(it.get_group(), T(int(i) - 3), minimum<>());
		 const T most = reduce_over_group(it.get_group(), -T(int(i) - 3), maximum<>());

		 if (it.get_group().leader()) {
			 out[0] = sum;
			 out[1] = least;
			 out[2] = most;
		 }
	 }).wait();
	check(out[0] == T(items * (items - 1) / 2) + T(0.5) * T(items) && out[1] == T(-3) && out[2] == T(3));
	free(out, q);
}

/*
 * Kernels that know of global ids alone, and the same with one more number that the work-group has a part in: how a
 * device divides the range does not change what they compute.
 */
template <int Dimensions>
static void groups(queue &q, range<Dimensions> number, range<Dimensions> group, id<Dimensions> offset)
{
	const range<Dimensions> size = number * group;
	std::size_t *out = malloc_shared<std::size_t>(2 * size.size(), q);
	const auto value = [](const id<Dimensions> &id, const range<Dimensions> &size, std::size_t extra) {
		std::size_t sum = extra;

		for (int i = 0; i < Dimensions; i++)
			sum = sum * 1009 + id[i] * 7 + size[i];
		return id[Dimensions - 1] % 5 == 3 ? sum / 2 : sum;
	};
	std::size_t k = 0;

	q.parallel_for(nd_range<Dimensions>(size, group), [=](nd_item<Dimensions> item) {
		 out[item.get_global_linear_id()] = value(item.get_global_id(), item.get_global_range(), 1);
	 }).wait();
	q.parallel_for(nd_range<Dimensions>(size, group), [=](nd_item<Dimensions> item) {
		 out[size.size() + item.get_global_linear_id()] =
			 value(item.get_global_id(), item.get_global_range(), item.get_local_linear_id() * 3 + item.get_group_linear_id());
	 }).wait();
	for (std::size_t i = 0; i < size.size(); i++) {
		id<Dimensions> at, in, of;
		std::size_t left = i, local = 0, whole = 0;

		for (int d = Dimensions; d-- > 0; left /= size[d]) {
			at[d] = left % size[d];
			in[d] = at[d] % group[d];
			of[d] = at[d] / group[d];
		}
		for (int d = 0; d < Dimensions; d++) {
			local = local * group[d] + in[d];
			whole = whole * number[d] + of[d];
		}
		check(out[i] == value(at, size, 1));
		check(out[size.size() + i] == value(at, size, local * 3 + whole));
	}
	/* with an offset, as in SYCL 1.2.1: the ids begin there */
	q.parallel_for(nd_range<Dimensions>(size, group, offset), [=](nd_item<Dimensions> item) {
		 id<Dimensions> at = item.get_global_id() - offset;
		 std::size_t to = 0;

		 for (int d = 0; d < Dimensions; d++)
			 to = to * size[d] + at[d];
		 out[to] = value(item.get_global_id(), item.get_global_range(), 2);
	 }).wait();
	for (std::size_t i = 0; i < size.size(); i++) {
		id<Dimensions> at;
		std::size_t left = i;

		for (int d = Dimensions; d-- > 0; left /= size[d])
			at[d] = left % size[d] + offset[d];
		k += out[i] == value(at, size, 2);
	}
	check(k == size.size());
	free(out, q);
}

int main()
{
	queue q;

	for (const int count : { 1, 7, 16, 37, 200 })
		for (const int n : { 0, 1, 5, 33 }) {
			rows<int>(q, count, n);
			rows<std::size_t>(q, std::size_t(count), std::size_t(n));
		}
	for (const int low : { -5, 0, 1, 9 })
		for (const int high : { 0, 4, 38, std::numeric_limits<short>::max() / 1000 }) {
			bounds<1>(q, { 40 }, { 40 }, low, high);
			bounds<1>(q, { 144 }, { 72 }, low, high);
			bounds<2>(q, { 6, 40 }, { 2, 40 }, low, high);
			bounds<2>(q, { 9, 35 }, { 3, 5 }, low, high);
			bounds<3>(q, { 4, 6, 48 }, { 1, 2, 48 }, low, high);
		}
	loops_in_ranges<1>(q, { 37 });
	loops_in_ranges<2>(q, { 5, 53 });
	loops_in_ranges<3>(q, { 3, 7, 101 });
	for (const int n : { 1, 15, 64, 1001 })
		pixels(q, std::size_t(n));
	groups<1>(q, { 1 }, { 1 }, { 0 });
	groups<1>(q, { 11 }, { 13 }, { 5 });
	groups<1>(q, { 960 }, { 7 }, { 1 });
	groups<2>(q, { 5, 45 }, { 16, 16 }, { 1, 2 });
	groups<2>(q, { 64, 64 }, { 3, 5 }, { 0, 9 });
	groups<2>(q, { 1, 2500 }, { 1, 1 }, { 3, 0 });
	groups<3>(q, { 3, 4, 42 }, { 2, 1, 8 }, { 1, 0, 2 });
	groups<3>(q, { 7, 1, 1 }, { 1, 2, 64 }, { 0, 4, 0 });
	sums<float, 1>(q, { 1 });
	sums<float, 1>(q, { 37 });
	sums<double, 1>(q, { 256 });
	sums<float, 2>(q, { 3, 17 });
	sums<double, 3>(q, { 2, 4, 5 });
	return done();
}
