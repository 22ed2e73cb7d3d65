/* 4.9.4: work-items at the edges return early, in all the ways that programs write it. */
#include <sycl/sycl.hpp>

#include <vector>

#include "../check.hpp"

using namespace sycl;

template <typename T>
struct grid {
	const float *a;
	float *out;
	int w, h;

	void work(T x, T y) const
	{
		out[y * w + x] = a[y * w + x - 1] + a[y * w + x + 1] * 2 + a[(y - 1) * w + x] * 3 + a[(y + 1) * w + x] * 4;
	}
	void any_of(T x, T y) const
	{
		if (x < 1 || y < 1 || x >= T(w - 1) || y >= T(h - 1))
			return;
		work(x, y);
	}
	void one_by_one(T x, T y) const
	{
		if (x < 1)
			return;
		if (y < 1)
			return;
		if (x >= T(w - 1))
			return;
		if (y >= T(h - 1))
			return;
		work(x, y);
	}
	void equal(T x, T y) const
	{
		if (x == 0 || y == 0 || x == T(w - 1) || y == T(h - 1))
			return;
		work(x, y);
	}
	void equal_or_else(T x, T y) const
	{
		if (x == 0 || y == 0 || x == T(w - 1) || y == T(h - 1))
			out[y * w + x] = -1;
		else
			work(x, y);
	}
	void some_after_work(T x, T y) const
	{
		out[y * w + x] = 5;
		if (x < 2)
			return;
		out[y * w + x] = 6;
		if (y < 1 || x > T(w - 3) || y > T(h - 2))
			return;
		work(x, y);
	}
	void outside_alone(T x, T y) const
	{
		if (x > 0 && x < T(w - 1) && y > 0 && y < T(h - 1))
			return;
		out[y * w + x] = a[y * w + x] + 100;
	}
};

template <typename T, typename Way>
static void check_way(queue &q, const grid<T> &g, const char *name, const Way &way)
{
	const std::size_t n = std::size_t(g.w) * g.h;
	std::vector<float> want(n, -7);
	grid<T> own = g;
	int wrong = 0;
	const auto compare = [&] {
		for (std::size_t i = 0; i < n; i++) {
			wrong += g.out[i] != want[i];
			g.out[i] = -7;
		}
	};

	own.out = want.data();
	for (int y = 0; y < g.h; y++)
		for (int x = 0; x < g.w; x++)
			way(own, T(x), T(y));
	for (std::size_t i = 0; i < n; i++)
		g.out[i] = -7;
	q.parallel_for(range<2>(g.h, g.w), [=](id<2> i) { way(g, T(i[1]), T(i[0])); }).wait();
	compare();
	q.parallel_for(range<1>(n), [=](id<1> i) { way(g, T(i[0] % g.w), T(i[0] / g.w)); }).wait();
	compare();
	for (std::size_t local : { 4, 16, 50 }) {
		const range<2> all(g.h, (g.w + local - 1) / local * local);

		q.parallel_for(nd_range<2>(all, { 1, local }), [=](nd_item<2> it) {
			const T x = it.get_global_id(1), y = it.get_global_id(0);

			if (x < T(g.w))
				way(g, x, y);
		}).wait();
		compare();
		q.parallel_for(nd_range<3>({ 1, all[0], all[1] }, { 1, 1, local }), [=](nd_item<3> it) {
			const T x = it.get_group(2) * it.get_local_range(2) + it.get_local_id(2);
			const T y = it.get_group(1) * it.get_local_range(1) + it.get_local_id(1);

			if (x >= T(g.w))
				return;
			way(g, x, y);
		}).wait();
		compare();
	}
	if (wrong)
		std::printf("%s, %d by %d: ", name, g.w, g.h);
	check(wrong == 0);
}

template <typename T>
static void check_size(queue &q, const float *a, float *out, int w, int h)
{
	const grid<T> g{ a, out, w, h };

	check_way(q, g, "any_of", [](const grid<T> &to, T x, T y) { to.any_of(x, y); });
	check_way(q, g, "one_by_one", [](const grid<T> &to, T x, T y) { to.one_by_one(x, y); });
	check_way(q, g, "equal", [](const grid<T> &to, T x, T y) { to.equal(x, y); });
	check_way(q, g, "equal_or_else", [](const grid<T> &to, T x, T y) { to.equal_or_else(x, y); });
	check_way(q, g, "some_after_work", [](const grid<T> &to, T x, T y) { to.some_after_work(x, y); });
	check_way(q, g, "outside_alone", [](const grid<T> &to, T x, T y) { to.outside_alone(x, y); });
}

int main()
{
	constexpr int most = 300 * 8;
	queue q;
	float *a = malloc_shared<float>(most, q), *out = malloc_shared<float>(most, q);

	for (int i = 0; i < most; i++)
		a[i] = i * 37 % 101;
	for (int w : { 1, 2, 3, 9, 16, 33, 64, 257 })
		for (int h : { 1, 3, 8 }) {
			check_size<int>(q, a, out, w, h);
			check_size<unsigned>(q, a, out, w, h);
			check_size<std::size_t>(q, a, out, w, h);
		}
	free(a, q);
	free(out, q);
	return done();
}
