/* 4.9.4: what work-items do before, between and behind tests of their ids as int, in 1-D to 3-D, and rows that they copy. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <vector>

#include "../check.hpp"

using namespace sycl;

/* The same for kernels and for the host: out has two elements for each place. */
static void visit(int *out, const int *in, int x, int y, int z, int w, int h, int d, int first)
{
	const int at = (z * h + y) * w + x;

	out[2 * at] = 7;
	if (x < first || z >= d - 1)
		return;
	out[2 * at + 1] += in[at];
	if (x > 0 && x < w - 2 && y < h - 1)
		out[2 * at] = in[at - 1] + in[at + 1] * 3;
}

/* No work but behind the tests. */
static void inside(int *out, const int *in, int x, int y, int w, int h, int first)
{
	if (x >= first && x != w / 2 && y < h)
		out[y * w + x] = in[y * w + x] * 5 + in[2 * x];
}

static void copy_row(int *out, const int *in, int x, int n)
{
	for (int k = 0; k < n; k++)
		out[x * n + k] = in[x * n + k];
}

template <int D>
static void run(queue &q, const range<3> &places, const range<3> &group, int first)
{
	const int d = static_cast<int>(places[0]), h = static_cast<int>(places[1]), w = static_cast<int>(places[2]);
	const std::size_t n = places.size();
	int *in = malloc_shared<int>(2 * n, q), *out = malloc_shared<int>(2 * n, q);
	int *flat = malloc_shared<int>(n, q), *rows = malloc_shared<int>(2 * n, q);
	std::vector<int> wanted(2 * n), wanted_flat(n);
	range<3> all = places;

	for (int i = 0; i < 3; i++)
		all[i] = (places[i] + group[i] - 1) / group[i] * group[i] + group[i];
	for (std::size_t i = 0; i < 2 * n; i++) {
		in[i] = static_cast<int>(i * 2654435761u >> 12);
		out[i] = rows[i] = 0;
	}
	std::fill(flat, flat + n, 0);
	const auto kernel = [=](int x, int y, int z) {
		if (x < w && y < h && z < d) {
			visit(out, in, x, y, z, w, h, d, first);
			if (!z)
				inside(flat, in, x, y, w, h, first);
		}
	};
	if constexpr (D == 1)
		q.parallel_for(nd_range<1>(all[2], group[2]), [=](nd_item<1> i) { kernel(static_cast<int>(i.get_global_id(0)), 0, 0); });
	else if constexpr (D == 2)
		q.parallel_for(nd_range<2>({ all[1], all[2] }, { group[1], group[2] }), [=](nd_item<2> i) {
			kernel(static_cast<int>(i.get_global_id(1)), static_cast<int>(i.get_global_id(0)), 0);
		});
	else
		q.parallel_for(nd_range<3>(all, group), [=](nd_item<3> i) {
			kernel(static_cast<int>(i.get_global_id(2)), static_cast<int>(i.get_global_id(1)), static_cast<int>(i.get_global_id(0)));
		});
	/* One test of an int behind a store, and one alone. */
	int *before = malloc_shared<int>(all[2], q), *behind = malloc_shared<int>(all[2], q);
	q.fill(before, 0, all[2]).wait();
	q.fill(behind, 0, all[2]).wait();
	q.parallel_for(nd_range<1>(all[2], group[2]), [=](nd_item<1> i) {
		const int x = static_cast<int>(i.get_global_id(0));

		before[x] = 9;
		if (x < w - first)
			behind[x] = in[x] + 1;
	});
	const int length = static_cast<int>(2 * n) / w;
	q.parallel_for(range<1>(places[2]), [=](id<1> i) { copy_row(rows, in, static_cast<int>(i[0]), length); });
	q.wait_and_throw();
	for (int z = 0; z < d; z++)
		for (int y = 0; y < h; y++)
			for (int x = 0; x < w; x++) {
				visit(wanted.data(), in, x, y, z, w, h, d, first);
				if (!z)
					inside(wanted_flat.data(), in, x, y, w, h, first);
			}
	check(std::equal(wanted.begin(), wanted.end(), out));
	check(std::equal(wanted_flat.begin(), wanted_flat.end(), flat));
	check(std::equal(in, in + length * w, rows));
	for (int x = 0; x < static_cast<int>(all[2]); x++) {
		check(before[x] == 9);
		check(behind[x] == (x < w - first ? in[x] + 1 : 0));
	}
	for (void *p : { in, out, flat, rows, before, behind })
		free(p, q);
}

int main()
{
	queue q{ property::queue::in_order() };

	/* first: also one that all work-items fail, and one that none does */
	for (const int first : { -1, 0, 1, 3, 200 }) {
		for (const std::size_t w : { 1, 5, 16, 100, 131 })
			run<1>(q, { 1, 1, w }, { 1, 1, 64 }, first);
		run<2>(q, { 1, 7, 37 }, { 1, 4, 8 }, first);
		run<2>(q, { 1, 20, 130 }, { 1, 1, 32 }, first);
		run<3>(q, { 3, 5, 17 }, { 2, 2, 8 }, first);
	}
	return done();
}
