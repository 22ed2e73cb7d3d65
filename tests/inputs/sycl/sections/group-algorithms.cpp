/* 4.17.4: reductions and scans of groups, joint and over their values, with initial values. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	constexpr int n = 100, size = 16;
	int *const data = malloc_shared<int>(n, q), *const scanned = malloc_shared<int>(4 * n, q);
	bool *const right = malloc_shared<bool>(size, q);

	for (int i = 0; i < n; i++)
		data[i] = i % 7 + 1;
	q.parallel_for(nd_range<1>(size, size), [=](nd_item<1> it) {
		const auto g = it.get_group();
		const int me = int(it.get_local_id(0));
		int sum = 0;
		bool ok = reduce_over_group(g, me, plus<>()) == 120 && reduce_over_group(g, me, 1000, plus<>()) == 1120 && reduce_over_group(g, me + 1, maximum<>()) == 16;

		for (int i = 0; i < n; i++)
			sum += data[i];
		ok &= joint_reduce(g, data, data + n, plus<>()) == sum && joint_reduce(g, data, data + n, 5, plus<int>()) == sum + 5;
		ok &= joint_reduce(g, data, data + n, minimum<>()) == 1;
		ok &= inclusive_scan_over_group(g, me, plus<>()) == me * (me + 1) / 2 && exclusive_scan_over_group(g, me, plus<>()) == me * (me - 1) / 2;
		ok &= exclusive_scan_over_group(g, me, 10, plus<>()) == 10 + me * (me - 1) / 2 && inclusive_scan_over_group(g, me, plus<>(), 7) == 7 + me * (me + 1) / 2;
		ok &= inclusive_scan_over_group(g, me, maximum<>()) == me && reduce_over_group(g, me == 3, logical_or<>()) && !reduce_over_group(g, me == 3, logical_and<bool>());
		ok &= reduce_over_group(g, float2(1, float(me)), plus<>())[1] == 120 && reduce_over_group(g, 1u << me, bit_or<>()) == 0xffffu;
		ok &= joint_inclusive_scan(g, data, data + n, scanned, plus<>()) == scanned + n && joint_exclusive_scan(g, data, data + n, scanned + n, plus<>()) == scanned + 2 * n;
		joint_inclusive_scan(g, data, data + n, scanned + 2 * n, plus<>(), 100);
		joint_exclusive_scan(g, data, data + n, scanned + 3 * n, 100, plus<>());
		ok &= joint_any_of(g, data, data + n, [](int v) { return v == 7; }) && joint_all_of(g, data, data + n, [](int v) { return v > 0; })
			&& joint_none_of(g, data, data + n, [](int v) { return v > 7; }) && joint_all_of(g, data, data, [](int) { return false; });
		right[me] = ok;
	}).wait();
	for (int i = 0; i < size; i++)
		check(right[i]);
	for (int i = 0, sum = 0; i < n; i++) {
		check(scanned[n + i] == sum && scanned[3 * n + i] == sum + 100);
		sum += data[i];
		check(scanned[i] == sum && scanned[2 * n + i] == sum + 100);
	}
	free(data, q);
	free(scanned, q);
	free(right, q);
	return done();
}
