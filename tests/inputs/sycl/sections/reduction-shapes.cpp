/* 4.9.2: reductions over ranges of every shape give what loops give: empty, narrow, long, not divisible; of small values, large ones and several. */
#include <random>
#include <sycl/sycl.hpp>

#include "../check.hpp"

using number = unsigned long long;

/* Larger than what the work-items of a group exchange. */
struct large {
	number part[10];
};
struct plus_large {
	large operator()(const large &a, const large &b) const
	{
		large sum;

		for (int i = 0; i < 10; i++)
			sum.part[i] = a.part[i] + b.part[i];
		return sum;
	}
};

/* No identity is known of it. */
struct longest {
	number operator()(number a, number b) const { return a > b ? a : b; }
};

constexpr number mixed(number linear, const std::size_t *id, const std::size_t *size)
{
	number n = linear;

	for (int d = 0; d < 3; d++)
		n = n * 1000003 + id[d] * 7 + size[d];
	return n ^ n >> 29;
}

template <int Dimensions>
struct place {
	explicit place(const sycl::item<Dimensions> &i)
	{
		for (int d = 0; d < Dimensions; d++) {
			id[3 - Dimensions + d] = i[d];
			size[3 - Dimensions + d] = i.get_range(d);
		}
	}
	std::size_t id[3] = { 0, 0, 0 }, size[3] = { 1, 1, 1 };
};

struct sums {
	number sum = 5, any = 7, least = ~0ull, longest = 1;
	large parts = {};
	large parts_alone = { { 3, 3, 3, 3, 3, 3, 3, 3, 3, 3 } };
};

template <int Dimensions>
sums on_host(const sycl::range<Dimensions> &size)
{
	std::size_t extent[3] = { 1, 1, 1 };
	number linear = 0;
	sums s;

	for (int d = 0; d < Dimensions; d++)
		extent[3 - Dimensions + d] = size[d];
	for (std::size_t i = 0; i < extent[0]; i++)
		for (std::size_t j = 0; j < extent[1]; j++)
			for (std::size_t k = 0; k < extent[2]; k++, linear++) {
				const std::size_t id[3] = { i, j, k };
				const number n = mixed(linear, id, extent);

				s.sum += n;
				s.any ^= n;
				s.least = n < s.least ? n : s.least;
				s.longest = n > s.longest ? n : s.longest;
				s.parts.part[n % 10] += n;
				s.parts_alone.part[n % 10] += n;
			}
	return s;
}

template <int Dimensions>
void compare(sycl::queue &q, const sycl::range<Dimensions> &size)
{
	sums *const s = sycl::malloc_shared<sums>(1, q);
	const sums want = on_host(size);

	*s = sums();
	q.parallel_for(size, sycl::reduction(&s->sum, sycl::plus<>()), sycl::reduction(&s->any, sycl::bit_xor<>()),
		sycl::reduction(&s->least, sycl::minimum<>(), sycl::property::reduction::initialize_to_identity()),
		sycl::reduction(&s->longest, longest()),
		[=](sycl::item<Dimensions> i, auto &sum, auto &any, auto &least, auto &most) {
			const place<Dimensions> at(i);
			const number n = mixed(i.get_linear_id(), at.id, at.size);

			sum += n;
			any ^= n;
			least.combine(n);
			most.combine(n);
		}).wait();
	/* Of several variables, one of which is large; and that one alone. */
	q.parallel_for(size, sycl::reduction(&s->parts, large{}, plus_large()),
		sycl::reduction(&s->parts_alone.part[0], number(0), sycl::plus<>()),
		[=](sycl::item<Dimensions> i, auto &parts, auto &first) {
			const place<Dimensions> at(i);
			const number n = mixed(i.get_linear_id(), at.id, at.size);
			large one = {};

			one.part[n % 10] = n;
			parts.combine(one);
			first += n % 10 == 0 ? n : 0;
		}).wait();
	q.parallel_for(size, sycl::reduction(sycl::span<number, 9>(s->parts_alone.part + 1, 9), sycl::plus<>()),
		[=](sycl::item<Dimensions> i, auto &parts) {
			const place<Dimensions> at(i);
			const number n = mixed(i.get_linear_id(), at.id, at.size);

			if (n % 10)
				parts[n % 10 - 1] += n;
		}).wait();
	check(s->sum == want.sum && s->any == want.any && s->least == want.least && s->longest == want.longest);
	for (int i = 0; i < 10; i++)
		check(s->parts.part[i] == want.parts.part[i] && s->parts_alone.part[i] == want.parts_alone.part[i]);
	sycl::free(s, q);
}

int main()
{
	sycl::queue q;
	std::mt19937 random(5);
	const auto below = [&](std::size_t n) -> std::size_t { return random() % n; };

	for (std::size_t n : { 0, 1, 2, 15, 16, 17, 127, 128, 129, 1000, 4095, 4096, 4097, 65537, 200000 })
		compare(q, sycl::range<1>(n));
	for (std::size_t narrow : { 0, 1, 2, 3, 15, 16, 17, 128 }) {
		compare(q, sycl::range<2>(777, narrow));
		compare(q, sycl::range<2>(narrow, 3001));
		compare(q, sycl::range<3>(31, 5, narrow));
		compare(q, sycl::range<3>(3, narrow, 1030));
	}
	for (int i = 0; i < 10; i++) {
		compare(q, sycl::range<1>(below(100000)));
		compare(q, sycl::range<2>(below(300), below(300)));
		compare(q, sycl::range<3>(below(20), below(30), below(40)));
	}
	return done();
}
