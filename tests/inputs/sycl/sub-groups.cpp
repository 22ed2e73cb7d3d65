/* Sub-groups of every size that the device has: whole and partial ones, in rows and across them, parted and with returned work-items. */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include "check.hpp"

using sycl::nd_item, sycl::nd_range, sycl::range;

struct wide {
	double a;
	short b;
};

/* A value that tells work-items apart. */
static unsigned value(std::size_t i)
{
	return static_cast<unsigned>(i * 7 + 3);
}

/* Work-item g is one of those of its sub-group, numbers from to to - 1. */
struct place {
	std::size_t group, from, to;

	place(std::size_t g, std::size_t local, std::size_t n)
		: group(g / local * local), from(group + (g - group) / n * n), to(std::min(from + n, group + local)) {}
};

template <unsigned N>
static void exchange(sycl::queue &q, range<3> global, range<3> local)
{
	constexpr std::size_t results = 9;
	const std::size_t n = global.size(), l = local.size();
	std::vector<unsigned> r(n * results);
	{
		sycl::buffer<unsigned> b(r.data(), range<1>(r.size()));

		q.submit([&](sycl::handler &h) {
			sycl::accessor a(b, h);
			sycl::local_accessor<unsigned> memory(range<1>(l), h);

			h.parallel_for(nd_range<3>(global, local), [=](nd_item<3> it) [[sycl::reqd_sub_group_size(N)]] {
				const auto sg = it.get_sub_group();
				const std::size_t me = it.get_local_linear_id();
				const std::size_t g = it.get_group_linear_id() * it.get_local_range().size() + me;
				const unsigned v = static_cast<unsigned>(g * 7 + 3), id = sg.get_local_linear_id();
				unsigned sum = 0;

				a[g * results] = sycl::reduce_over_group(sg, v, sycl::plus<>());
				a[g * results + 1] = sycl::exclusive_scan_over_group(sg, v, sycl::plus<>());
				a[g * results + 2] = sycl::shift_group_left(sg, v, 1);
				a[g * results + 3] = sycl::permute_group_by_xor(sg, v, 1);
				memory[me] = v;
				sycl::group_barrier(it.get_group());
				/* Only one sub-group goes there. */
				if (sg.get_group_linear_id() == 0) {
					for (unsigned i = 0; i < 3; i++)
						sum += sycl::reduce_over_group(sg, memory[me] + i, sycl::maximum<>());
					memory[me] = sum;
				}
				sycl::group_barrier(it.get_group());
				a[g * results + 4] = memory[0];
				a[g * results + 5] = sycl::select_from_group(sg, v, (id + 3) % sg.get_local_linear_range());
				a[g * results + 6] = sycl::reduce_over_group(it.get_group(), v, sycl::plus<>());
				a[g * results + 7] = sg.get_local_linear_range() + 1000 * sg.get_group_linear_range() + 1000000 * id;
				const wide w = sycl::group_broadcast(sg, wide{ v + 0.5, static_cast<short>(id) }, sg.get_local_linear_range() - 1);
				a[g * results + 8] = static_cast<unsigned>(w.a * 2) + static_cast<unsigned>(w.b);
			});
		});
	}
	for (std::size_t g = 0; g < n; g++) {
		const place p(g, l, N), first(p.group, l, N);
		const unsigned most = value(first.to - 1), *mine = &r[g * results];
		unsigned sum = 0, before = 0, all = 0;

		for (std::size_t i = p.from; i < p.to; i++)
			sum += value(i), before += i < g ? value(i) : 0;
		for (std::size_t i = p.group; i < p.group + l; i++)
			all += value(i);
		check(mine[0] == sum && mine[1] == before && mine[6] == all);
		check(g + 1 == p.to || mine[2] == value(g + 1));
		check(p.from + ((g - p.from) ^ 1) >= p.to || mine[3] == value(p.from + ((g - p.from) ^ 1)));
		check(mine[4] == most + most + 1 + most + 2);
		check(mine[5] == value(p.from + (g - p.from + 3) % (p.to - p.from)));
		check(mine[7] == p.to - p.from + 1000 * ((l + N - 1) / N) + 1000000 * (g - p.from));
		check(mine[8] == 2 * value(p.to - 1) + 1 + (p.to - p.from - 1));
	}
}

/* A function object and lambdas that require their size as OpenCL C writes it. */
template <unsigned N>
struct in_other_words {
	unsigned *r;

	__attribute__((intel_reqd_sub_group_size(N))) void operator()(nd_item<1> it) const
	{
		r[it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
	}
};

template <unsigned N>
static void spellings(sycl::queue &q)
{
	unsigned *const r = sycl::malloc_shared<unsigned>(192, q);

	q.parallel_for(nd_range<1>(64, 64), in_other_words<N>{ r }).wait();
	q.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> it) __attribute__((always_inline, intel_reqd_sub_group_size(N))) {
		r[64 + it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
	}).wait();
	q.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> it) [[cl::intel_reqd_sub_group_size(N)]] {
		r[128 + it.get_global_id(0)] = it.get_sub_group().get_max_local_range()[0];
	}).wait();
	check(std::count(r, r + 192, N) == 192);
	sycl::free(r, q);
}

/* Some work-items return; others leave a loop early, and all that are left meet behind it. */
template <unsigned N>
static void depart(sycl::queue &q)
{
	constexpr std::size_t l = 96, n = 2 * l, results = 3, last = n - 10;
	unsigned *r = sycl::malloc_shared<unsigned>(n * results, q);

	std::fill_n(r, n * results, 7777u);
	q.parallel_for(nd_range<1>(n, l), [=](nd_item<1> it) [[sycl::reqd_sub_group_size(N)]] {
		const std::size_t g = it.get_global_id(0);
		const auto sg = it.get_sub_group();
		unsigned rounds = 0;

		if (g >= last)
			return;
		r[g * results] = sycl::reduce_over_group(sg, 1u, sycl::plus<>());
		for (unsigned i = 0; i < g % 3; i++) {
			rounds++;
			r[g * results + 1] = i;
		}
		sycl::group_barrier(sg);
		r[g * results + 2] = sycl::reduce_over_group(sg, rounds, sycl::plus<>());
	}).wait();
	for (std::size_t g = 0; g < last; g++) {
		const place p(g, l, N);
		unsigned rounds = 0;

		/* What a sub-group gives of which some have returned is not said. */
		if (p.to > last)
			continue;
		for (std::size_t i = p.from; i < p.to; i++)
			rounds += i % 3;
		check(r[g * results] == p.to - p.from && r[g * results + 2] == rounds);
		check(g % 3 == 0 || r[g * results + 1] == g % 3 - 1);
	}
	for (std::size_t i = last * results; i < n * results; i++)
		check(r[i] == 7777);
	sycl::free(r, q);
}

template <unsigned N>
static void size(sycl::queue &q)
{
	for (auto [global, local] : { std::pair{ range<3>(1, 1, 256), range<3>(1, 1, 64) }, { range<3>(1, 1, 200), range<3>(1, 1, 100) },
				      { range<3>(4, 8, 12), range<3>(2, 4, 6) }, { range<3>(2, 2, 64), range<3>(2, 2, 32) },
				      { range<3>(1, 1, 5), range<3>(1, 1, 1) } })
		exchange<N>(q, global, local);
	spellings<N>(q);
	depart<N>(q);
}

int main()
{
	sycl::queue q;

	for (const std::size_t s : q.get_device().get_info<sycl::info::device::sub_group_sizes>())
		switch (s) {
		case 1: size<1>(q); break;
		case 4: size<4>(q); break;
		case 8: size<8>(q); break;
		case 16: size<16>(q); break;
		case 32: size<32>(q); break;
		case 64: size<64>(q); break;
		default: check(!"a size that this program lacks");
		}
	try {
		q.parallel_for(nd_range<1>(256, 256), [](nd_item<1>) [[sycl::reqd_sub_group_size(128)]] {}).wait();
		check(!"a size that the device lacks is refused");
	} catch (const sycl::exception &e) {
		check(e.code() == sycl::errc::kernel_not_supported);
	}
	return done();
}
