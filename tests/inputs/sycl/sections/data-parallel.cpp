/* 3.9.3: ranges of sizes that fit nothing: primes, one, none, long and flat ones, in 1-D to 3-D, by id, item and number. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static queue q;

template <int Dimensions>
bool covers(const range<Dimensions> &r)
{
	buffer<unsigned> b(range<1>(r.size() + 1));
	q.submit([&](handler &h) { accessor a(b, h, write_only, no_init); h.fill(a, 0u); });
	q.submit([&](handler &h) {
		accessor a(b, h);
		h.parallel_for(r, [=](item<Dimensions> i) { a[i.get_linear_id()] += 1; });
	});
	q.submit([&](handler &h) {
		accessor a(b, h);
		h.parallel_for(r, [=](id<Dimensions> i) {
			std::size_t n = 0;
			for (int d = 0; d < Dimensions; d++)
				n = n * r[d] + i[d];
			a[n] += 2;
		});
	});
	const host_accessor a(b, read_only);
	return std::all_of(a.begin(), a.end() - 1, [](unsigned v) { return v == 3; }) && a[r.size()] == 0;
}

int main()
{
	for (const std::size_t n : { 1, 2, 7, 31, 64, 65, 997, 4096, 100003 })
		check(covers<1>({ n }));
	for (const std::size_t n : { 1, 3, 17, 131 })
		check(covers<2>({ n, 1 }) && covers<2>({ 1, n }) && covers<2>({ n, 5 }) && covers<3>({ n, 1, 2 }) && covers<3>({ 2, n, 1 }) && covers<3>({ 1, 3, n }));
	check(covers<1>({ 0 }) && covers<2>({ 0, 4 }) && covers<3>({ 4, 3, 0 }));
	/* work-items by number */
	std::size_t *const p = malloc_shared<std::size_t>(11, q);
	q.parallel_for(11, [=](std::size_t i) { p[i] = i; }).wait();
	q.parallel_for(range(11), [=](auto i) { p[i] *= 2; }).wait();
	q.parallel_for(11u, [=](int i) { p[i] += 1; }).wait();
	check(p[0] == 1 && p[10] == 21);
	/* SYCL 1.2.1's offset */
	q.submit([&](handler &h) { h.parallel_for(range<1>(4), id<1>(5), [=](item<1> i) { p[i.get_id(0)] = 100 + i.get_offset()[0] + i.get_linear_id(); }); }).wait();
	check(p[4] == 9 && p[5] == 105 + 0 && p[8] == 108 && p[9] == 19);
	free(p, q);
	return done();
}
