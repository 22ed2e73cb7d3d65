/* 4.8: copies, fills and advice between every pair of memories, by queues and groups, with events, and of many types. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static queue q;

struct odd {
	char a[3];
	bool operator==(const odd &o) const { return a[0] == o.a[0] && a[1] == o.a[1] && a[2] == o.a[2]; }
};

template <typename T>
void of(const T &value, const T &other)
{
	constexpr std::size_t n = 33;
	std::vector<T> plain(n, value);
	T *const places[] = { malloc_device<T>(n, q), malloc_shared<T>(n, q), malloc_host<T>(n, q), plain.data() };

	for (T *from : places)
		for (T *to : places) {
			if (from == to)
				continue;
			const event filled = from == plain.data() ? event((std::fill(plain.begin(), plain.end(), value), event())) : q.fill(from, value, n);
			const event copied = q.copy(from, to, n, filled);
			const event part = to == plain.data() ? copied : q.fill(to + 5, other, 2, { copied });
			std::vector<T> result(n);
			q.memcpy(result.data(), to, n * sizeof(T), std::vector<event>{ part }).wait();
			check(result[0] == value && result[n - 1] == value && (to == plain.data() || (result[5] == other && result[6] == other && result[7] == value)));
		}
	for (int i = 0; i < 3; i++)
		free(places[i], q);
}

int main()
{
	of<char>('a', 'b'), of<short>(3, 4), of<int>(-5, 6), of<double>(2.5, 3.5), of<odd>({ { 1, 2, 3 } }, { { 4, 5, 6 } }), of<long>(1L << 40, 2);
	int *const p = malloc_shared<int>(16, q);
	q.memset(p, 0x11, 64).wait();
	check(p[15] == 0x11111111);
	const event a = q.memset(p, 0, 64);
	const event b = q.memset(p + 4, 0xff, 16, a);
	q.memset(p + 8, 0x01, 4, { a, b }).wait();
	check(p[3] == 0 && p[4] == -1 && p[7] == -1 && p[8] == 0x01010101 && p[9] == 0);
	q.prefetch(p, 64).wait(), q.prefetch(p, 64, b).wait(), q.prefetch(p, 64, { a, b }).wait();
	q.mem_advise(p, 64, 0).wait(), q.mem_advise(p, 64, 0, b).wait(), q.mem_advise(p, 64, 0, { a, b }).wait();
	q.submit([&](handler &h) { h.memset(p, 1, 4); }).wait(), q.submit([&](handler &h) { h.fill(p + 1, 7, 3); }).wait();
	q.submit([&](handler &h) { h.memcpy(p + 4, p, 16); }).wait(), q.submit([&](handler &h) { h.copy(p + 4, p + 8, 4); }).wait();
	q.submit([&](handler &h) { h.prefetch(p, 4); }).wait(), q.submit([&](handler &h) { h.mem_advise(p, 4, 0); }).wait();
	check(p[0] == 0x01010101 && p[3] == 7 && p[4] == p[0] && p[11] == 7 && p[12] == 0);
	/* nothing to copy */
	q.memcpy(p, p + 4, 0).wait(), q.fill(p, 1, 0).wait(), q.copy(p, p + 1, 0).wait(), q.memset(p, 1, 0).wait();
	check(p[0] == 0x01010101);
	free(p, q);
	return done();
}
