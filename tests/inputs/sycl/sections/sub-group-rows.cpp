/* 4.17.4: exchanges in sub-groups of several values in a row, which need each other or not. */
#include <sycl/sycl.hpp>

#include <array>
#include <cstdint>

#include "../check.hpp"

template <int N>
struct words {
	std::array<std::uint32_t, N> w;
};

/* What work-item i of n has. */
template <int N>
words<N> make(std::uint32_t i)
{
	words<N> x{};
	for (int k = 0; k < N; k++)
		x.w[static_cast<std::size_t>(k)] = i * 1000 + static_cast<std::uint32_t>(k);
	return x;
}

struct result {
	std::uint32_t moved[40], turned[17], chain, other, small[8];
	double wide[4];
	float guarded;
};

template <typename T>
T at(sycl::sub_group g, T x, std::uint32_t i)
{
	return sycl::select_from_group(g, x, g.get_local_id() * 0 + i);
}

/* By ids that memory has: nobody knows them before. */
result exchange(sycl::sub_group g, const std::uint32_t *by)
{
	auto me = static_cast<std::uint32_t>(g.get_local_linear_id()), n = static_cast<std::uint32_t>(g.get_local_linear_range());
	std::uint32_t from = by[me] % n;
	result r{};
	auto moved = at(g, make<40>(me), from);
	for (int k = 0; k < 40; k++)
		r.moved[k] = moved.w[static_cast<std::size_t>(k)];
	auto turned = sycl::permute_group_by_xor(g, make<17>(me), 1);
	for (int k = 0; k < 17; k++)
		r.turned[k] = turned.w[static_cast<std::size_t>(k)];
	/* Each needs what the one before gave. */
	r.chain = at(g, at(g, at(g, me * 3, from) + me, from) ^ 5u, from);
	/* Two ids in turn, and what one gives between two others. */
	std::uint32_t a = at(g, me + 1, from), b = at(g, me + 2, n - 1 - from), c = at(g, me + 3, from), d = at(g, a + c, n - 1 - from);
	r.other = a * 1000000 + b * 10000 + c * 100 + d;
	for (int k = 0; k < 8; k++)
		r.small[k] = static_cast<std::uint32_t>(at(g, static_cast<std::uint8_t>(me * 5 + static_cast<std::uint32_t>(k)), from)) * 2;
	for (int k = 0; k < 4; k++)
		r.wide[k] = at(g, me * 0.5 + k, from) + at(g, static_cast<float>(me) + 0.25f, from);
	r.guarded = sycl::any_of_group(g, by[0] < 1000) ? at(g, static_cast<float>(me), from) - at(g, 2.0f * static_cast<float>(me), from) : 0;
	return r;
}

/* The same, of the sub-group that begins at first and has n work-items. */
result expected(std::uint32_t me, std::uint32_t n, const std::uint32_t *by)
{
	auto from = [&](std::uint32_t i) { return by[i] % n; };
	auto back = [&](std::uint32_t i) { return n - 1 - by[i] % n; };
	result r{};
	for (std::uint32_t k = 0; k < 40; k++)
		r.moved[k] = from(me) * 1000 + k;
	for (std::uint32_t k = 0; k < 17; k++)
		r.turned[k] = ((me ^ 1) < n ? me ^ 1 : me) * 1000 + k;
	auto first = [&](std::uint32_t i) { return from(i) * 3; };
	auto second = [&](std::uint32_t i) { return first(from(i)) + from(i); };
	r.chain = second(from(me)) ^ 5u;
	auto a = [&](std::uint32_t i) { return from(i) + 1; };
	auto c = [&](std::uint32_t i) { return from(i) + 3; };
	r.other = a(me) * 1000000 + (back(me) + 2) * 10000 + c(me) * 100 + a(back(me)) + c(back(me));
	for (std::uint32_t k = 0; k < 8; k++)
		r.small[k] = static_cast<std::uint8_t>(from(me) * 5 + k) * 2u;
	for (std::uint32_t k = 0; k < 4; k++)
		r.wide[k] = from(me) * 0.5 + k + (static_cast<float>(from(me)) + 0.25f);
	r.guarded = -static_cast<float>(from(me));
	return r;
}

bool same(const result &x, const result &y, bool last)
{
	bool equal = x.chain == y.chain && x.other == y.other && x.guarded == y.guarded;
	for (int k = 0; k < 40; k++)
		equal &= x.moved[k] == y.moved[k] && (k > 3 || x.wide[k] == y.wide[k]) && (k > 7 || x.small[k] == y.small[k]) &&
			 (k > 16 || last || x.turned[k] == y.turned[k]);
	return equal;
}

template <int D>
int run(sycl::queue &q, sycl::range<D> global, sycl::range<D> local, const std::uint32_t *by)
{
	struct place {
		std::uint32_t me, n;
	};
	std::size_t items = global.size();
	auto *r = sycl::malloc_shared<result>(items, q);
	auto *p = sycl::malloc_shared<place>(items, q);
	int wrong = 0;

	q.parallel_for(sycl::nd_range<D>(global, local), [=](sycl::nd_item<D> i) {
		sycl::sub_group g = i.get_sub_group();
		r[i.get_global_linear_id()] = exchange(g, by);
		p[i.get_global_linear_id()] = { static_cast<std::uint32_t>(g.get_local_linear_id()),
						static_cast<std::uint32_t>(g.get_local_linear_range()) };
	}).wait();
	for (std::size_t i = 0; i < items; i++) /* whom the last one of an odd sub-group gets from nobody says */
		wrong += !same(r[i], expected(p[i].me, p[i].n, by), (p[i].me ^ 1) >= p[i].n);
	sycl::free(r, q);
	sycl::free(p, q);
	return wrong;
}

int main()
{
	sycl::queue q;
	auto *by = sycl::malloc_shared<std::uint32_t>(64, q);

	for (std::uint32_t i = 0; i < 64; i++)
		by[i] = i * 7 % 64;
	check(run<1>(q, {96}, {32}, by) == 0);
	check(run<1>(q, {111}, {37}, by) == 0);
	check(run<2>(q, {10, 18}, {5, 9}, by) == 0);
	check(run<3>(q, {4, 6, 7}, {2, 3, 7}, by) == 0);
	return done();
}
