/* Group algorithms, atomics and reductions. */
#include <sycl/sycl.hpp>

#include <climits>
#include <vector>

#include "check.hpp"

using relaxed = sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>;

/* Every algorithm over work-groups of size n. */
static void over_groups(sycl::queue &q, int n)
{
	const std::size_t size = static_cast<std::size_t>(n), results = 12;
	int *a = sycl::malloc_shared<int>(2 * size * results, q), *data = sycl::malloc_shared<int>(3 * size, q);
	int *scan = sycl::malloc_shared<int>(2 * 3 * size, q);

	for (int i = 0; i < 3 * n; i++)
		data[i] = i;
	q.parallel_for(sycl::nd_range<1>(2 * size, size), [=](sycl::nd_item<1> it) {
		const auto g = it.get_group();
		const int i = static_cast<int>(it.get_local_id(0)), base = static_cast<int>(it.get_group(0)) * 3 * n;
		int *r = a + it.get_global_id(0) * results;

		r[0] = sycl::reduce_over_group(g, i, sycl::plus<>());
		r[1] = sycl::reduce_over_group(g, i, 1000, sycl::maximum<>());
		r[2] = sycl::inclusive_scan_over_group(g, i, sycl::plus<>());
		r[3] = sycl::exclusive_scan_over_group(g, i, 5, sycl::plus<>());
		r[4] = sycl::group_broadcast(g, i, size - 1);
		r[5] = sycl::any_of_group(g, i == 0) + 2 * sycl::all_of_group(g, i >= 0) + 4 * sycl::none_of_group(g, i > n);
		r[6] = sycl::joint_reduce(g, data, data + 3 * n, sycl::plus<>());
		r[7] = sycl::joint_any_of(g, data, data + 3 * n, [=](int x) { return x == 3 * n - 1; });
		r[8] = sycl::permute_group_by_xor(g, i, 1);
		r[9] = sycl::shift_group_left(g, i, 1);
		r[10] = sycl::select_from_group(g, i, sycl::id<1>(0));
		r[11] = static_cast<int>(sycl::reduce_over_group(g, sycl::float4(1.0f), sycl::plus<>()).w());
		sycl::joint_inclusive_scan(g, data, data + 3 * n, scan + base, sycl::plus<>());
	}).wait();
	for (int k = 0; k < 2 * n; k++) {
		const int i = k % n, *r = a + static_cast<std::size_t>(k) * results;

		check(r[0] == n * (n - 1) / 2);
		check(r[1] == 1000);
		check(r[2] == i * (i + 1) / 2);
		check(r[3] == 5 + i * (i - 1) / 2);
		check(r[4] == n - 1);
		check(r[5] == 7);
		check(r[6] == 3 * n * (3 * n - 1) / 2);
		check(r[7] == 1);
		check((i ^ 1) >= n || r[8] == (i ^ 1));
		check(i + 1 == n || r[9] == i + 1);
		check(r[10] == 0);
		check(r[11] == n);
	}
	for (int i = 0; i < 6 * n; i++)
		check(scan[i] == i % (3 * n) * (i % (3 * n) + 1) / 2);
	sycl::free(a, q);
	sycl::free(data, q);
	sycl::free(scan, q);
}

static void over_sub_groups(sycl::queue &q)
{
	int *a = sycl::malloc_shared<int>(4 * 64, q);

	q.parallel_for(sycl::nd_range<1>(64, 64), [=](sycl::nd_item<1> it) {
		const sycl::sub_group sg = it.get_sub_group();
		const int i = static_cast<int>(sg.get_local_linear_id()), n = static_cast<int>(sg.get_local_linear_range());
		int *r = a + 4 * it.get_global_id(0);

		r[0] = sycl::reduce_over_group(sg, i, sycl::plus<>()) - n * (n - 1) / 2;
		r[1] = sycl::inclusive_scan_over_group(sg, i, sycl::plus<>()) - i * (i + 1) / 2;
		r[2] = sycl::exclusive_scan_over_group(sg, i, sycl::plus<>()) - i * (i - 1) / 2;
		r[3] = sycl::group_broadcast(sg, i, static_cast<unsigned>(n - 1)) - (n - 1);
		sycl::group_barrier(sg);
	}).wait();
	for (int i = 0; i < 4 * 64; i++)
		check(a[i] == 0);
	sycl::free(a, q);
}

static void atomics(sycl::queue &q)
{
	int *n = sycl::malloc_shared<int>(8, q);
	double *d = sycl::malloc_shared<double>(2, q);
	const int init[8] = { 0, 0, 100, -100, 0, -1, 0, 0 };

	q.memcpy(n, init, sizeof init).wait();
	d[0] = d[1] = 0;
	q.parallel_for(1000, [=](sycl::id<1> id) {
		const int i = static_cast<int>(id[0]);
		int expected = 0;

		relaxed(n[0]).fetch_add(1);
		relaxed(n[1]) += 2;
		relaxed(n[2]).fetch_min(i);
		relaxed(n[3]).fetch_max(i);
		relaxed(n[4]) |= 1 << i % 16;
		relaxed(n[5]).fetch_and(~(1 << i % 16));
		if (relaxed(n[6]).compare_exchange_strong(expected, i + 1))
			relaxed(n[7])++;
		sycl::atomic_ref<double, sycl::memory_order::acq_rel, sycl::memory_scope::device>(d[0]).fetch_add(0.5);
		sycl::atomic_ref<double, sycl::memory_order::relaxed, sycl::memory_scope::system, sycl::access::address_space::global_space>(d[1]).fetch_max(i);
	}).wait();
	check(n[0] == 1000 && n[1] == 2000 && n[2] == 0 && n[3] == 999 && n[4] == 0xffff && n[5] == ~0xffff && n[6] > 0 && n[7] == 1);
	check(d[0] == 500 && d[1] == 999);
	sycl::free(n, q);
	sycl::free(d, q);
}

static void reductions(sycl::queue &q)
{
	std::vector<int> numbers(5000);
	int sum = 1, least = INT_MAX;
	float *total = sycl::malloc_shared<float>(1, q);

	for (int i = 0; i < 5000; i++)
		numbers[static_cast<std::size_t>(i)] = (i * 37) % 5001;
	{
		sycl::buffer<int> b(numbers), s(&sum, 1), l(&least, 1);

		q.submit([&](sycl::handler &h) {
			sycl::accessor in(b, h, sycl::read_only);

			h.parallel_for<class Sums>(sycl::range<1>(5000), sycl::reduction(s, h, sycl::plus<>()), sycl::reduction(l, h, sycl::minimum<int>()),
				[=](sycl::id<1> i, auto &total_sum, auto &smallest) {
					total_sum += in[i];
					smallest.combine(in[i]);
				});
		});
	}
	long want = 1;
	int want_least = INT_MAX;
	for (int x : numbers) {
		want += x;
		want_least = x < want_least ? x : want_least;
	}
	check(sum == want && least == want_least);
	*total = 100;
	q.parallel_for(sycl::nd_range<2>({ 8, 64 }, { 2, 16 }), sycl::reduction(total, sycl::plus<float>()),
		 [=](sycl::nd_item<2> it, auto &t) { t += static_cast<float>(it.get_global_id(1)); })
		.wait();
	check(*total == 100 + 8 * 64 * 63 / 2);
	q.parallel_for(sycl::range<2>(4, 4), sycl::reduction(total, sycl::plus<>(), sycl::property::reduction::initialize_to_identity()),
		[=](sycl::item<2> it, auto &t) { t += static_cast<float>(it.get_linear_id()); })
		.wait();
	check(*total == 120);
	q.parallel_for(sycl::range<1>(10), sycl::reduction(total, 0.0f, [](float a, float b) { return a > b ? a : b; }),
		[=](sycl::id<1> i, auto &t) { t.combine(static_cast<float>(i[0]) * 100); })
		.wait();
	check(*total == 900);
	sycl::free(total, q);
}

/* Of vecs and marrays minimum and maximum work on each element, and so does their identity, with which a scan begins. */
static void scans_of_many(sycl::queue &q)
{
	using pair = sycl::vec<float, 2>;
	using three = sycl::marray<int, 3>;
	static_assert(sycl::has_known_identity_v<sycl::maximum<>, pair> && sycl::has_known_identity_v<sycl::minimum<three>, three>);
	static_assert(!sycl::has_known_identity_v<sycl::logical_and<>, pair> && !sycl::has_known_identity_v<sycl::bit_or<>, pair>);
	pair *const most = sycl::malloc_shared<pair>(20, q);
	three *const least = sycl::malloc_shared<three>(20, q);

	q.parallel_for(sycl::nd_range<1>(20, 20), [=](sycl::nd_item<1> it) {
		const int i = int(it.get_local_id(0));

		most[i] = sycl::exclusive_scan_over_group(it.get_group(), pair(float(i - 9), float(-i)), sycl::maximum<>());
		least[i] = sycl::exclusive_scan_over_group(it.get_group(), three(i + 3, 3 - i, 7), sycl::minimum<three>());
	}).wait();
	check(most[0][0] == -std::numeric_limits<float>::infinity() && most[0][1] == most[0][0]);
	check(least[0][0] == std::numeric_limits<int>::max() && least[0][2] == least[0][0]);
	for (int i = 1; i < 20; i++) {
		check(most[i][0] == float(i - 10) && most[i][1] == 0);
		check(least[i][0] == 3 && least[i][1] == 4 - i && least[i][2] == 7);
	}
	sycl::free(most, q);
	sycl::free(least, q);
}

int main()
{
	sycl::queue q;

	over_groups(q, 1);
	over_groups(q, 37);
	over_groups(q, 256);
	over_sub_groups(q);
	scans_of_many(q);
	atomics(q);
	reductions(q);
	return done();
}
