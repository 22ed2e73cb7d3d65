/* 4.9.4: loops of which each round needs the one before, left together or one by one, in 1-D to 3-D, of whole groups and others. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "../check.hpp"

using namespace sycl;

/* What a work-item makes of its place; the same for kernels and for the host. */

static int shifted(unsigned place, int rounds)
{
	std::uint32_t s = place * 2654435761u + 1, sum = 0;

	for (int k = 0; k < rounds; k++) {
		s ^= s << 13;
		s ^= s >> 17;
		s ^= s << 5;
		sum += s & 255;
	}
	return static_cast<int>(sum);
}

static int collatz(unsigned place, int rounds)
{
	std::uint32_t v = place + 1;
	int n = 0;

	for (; v != 1 && n < rounds; n++)
		v = v & 1 ? 3 * v + 1 : v >> 1;
	return n;
}

static int divisor(unsigned place, int)
{
	std::uint64_t a = place * 7 + 5, b = place % 11;

	if ((place & 15) == 3)
		return -1;
	while (b) {
		const std::uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return static_cast<int>(a);
}

static int root(unsigned place, int rounds)
{
	double x = 1 + place * 0.5;

	for (int k = 0; k < rounds; k++)
		x = 0.5 * (x + (place + 2) / x);
	return static_cast<int>(x * 1024);
}

/* A counter of a byte begins again at 0. */
static int counted(unsigned place, int rounds)
{
	std::uint8_t k = static_cast<std::uint8_t>(place);
	int sum = 0;

	do {
		sum += k + 1;
		k = static_cast<std::uint8_t>(k + 3 + (rounds & 1));
	} while (k < 200);
	return sum;
}

/* The last value of the counter is used behind the loop. */
static int carried(unsigned place, int rounds)
{
	int last = static_cast<int>(place), sum = 0;

	for (long k = 0; k < static_cast<long>(place % 9); k++) {
		sum = 2 * last + rounds;
		last = static_cast<int>(k);
	}
	return sum ^ last;
}

using work = int (*)(unsigned, int);

template <work Work, int D>
static void run(queue &q, const range<D> &places, const range<D> &group, int rounds)
{
	const std::size_t n = places.size();
	int *out = malloc_shared<int>(n, q), *simple = malloc_shared<int>(n, q);
	std::uint8_t *low = malloc_shared<std::uint8_t>(n, q);
	std::vector<int> wanted(n);

	std::fill(low, low + n, std::uint8_t(9));
	q.parallel_for(nd_range<D>(places, group), [=](nd_item<D> i) {
		const unsigned place = static_cast<unsigned>(i.get_global_linear_id());

		out[place] = Work(place, rounds);
		if (static_cast<std::uint64_t>(out[place]) * place % 5 == 2)
			low[place] = static_cast<std::uint8_t>(out[place]);
	});
	q.parallel_for(places, [=](item<D> i) {
		const unsigned place = static_cast<unsigned>(i.get_linear_id());

		if (place + 7 < n)
			simple[place] = Work(place, rounds);
		else
			simple[place] = -7;
	});
	q.wait_and_throw();
	for (unsigned i = 0; i < n; i++) {
		wanted[i] = Work(i, rounds);
		check(simple[i] == (i + 7 < n ? wanted[i] : -7));
		check(low[i] == (static_cast<std::uint64_t>(wanted[i]) * i % 5 == 2 ? static_cast<std::uint8_t>(wanted[i]) : 9));
	}
	check(std::equal(wanted.begin(), wanted.end(), out));
	for (void *p : { static_cast<void *>(out), static_cast<void *>(simple), static_cast<void *>(low) })
		free(p, q);
}

template <work Work>
static void run_all(queue &q)
{
	for (const int rounds : { 0, 1, 37 }) {
		for (const std::size_t local : { 1, 16, 48, 100, 300 })
			run<Work, 1>(q, { local * 3 }, { local }, rounds);
		run<Work, 2>(q, { 6, 74 }, { 2, 37 }, rounds);
		run<Work, 2>(q, { 3, 160 }, { 1, 80 }, rounds);
		run<Work, 3>(q, { 2, 4, 96 }, { 1, 2, 48 }, rounds);
	}
}

int main()
{
	queue q{ property::queue::in_order() };

	run_all<shifted>(q);
	run_all<collatz>(q);
	run_all<divisor>(q);
	run_all<root>(q);
	run_all<counted>(q);
	run_all<carried>(q);

	/* The size of work-groups that a kernel requires: as long as two chunks, and refused. */
	int *out = malloc_shared<int>(192, q);
	const auto sized = [=](nd_item<1> i) [[sycl::reqd_work_group_size(96)]] {
		const unsigned place = static_cast<unsigned>(i.get_global_linear_id());

		out[place] = shifted(place, 50);
	};
	q.parallel_for(nd_range<1>(192, 96), sized).wait();
	for (unsigned i = 0; i < 192; i++)
		check(out[i] == shifted(i, 50));
	try {
		q.parallel_for(nd_range<1>(192, 64), sized).wait();
		check(false);
	} catch (const exception &e) {
		check(e.code() == errc::nd_range);
	}
	free(out, q);
	return done();
}
