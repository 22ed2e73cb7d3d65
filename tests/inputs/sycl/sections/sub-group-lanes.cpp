/* 4.9.1.8: kernels that require no sub-group size and are written for 32 lanes, as most code for GPUs is. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static constexpr std::size_t items = 256, local = 128, lanes = 32;

/* Sums by hand: the value of each lane is its local id. */
static void shifts(queue &q, int *out, int *sizes)
{
	q.parallel_for(nd_range<1>(items, local), [=](nd_item<1> it) {
		const sub_group s = it.get_sub_group();
		int sum = int(it.get_local_id(0)), crossed = sum;

		for (unsigned d = lanes / 2; d > 0; d /= 2) {
			sum += shift_group_left(s, sum, d);
			crossed += permute_group_by_xor(s, crossed, d);
		}
		out[it.get_global_id(0)] = group_broadcast(s, sum, 0) == crossed ? crossed : -1;
		sizes[it.get_global_id(0)] = int(1000 * s.get_max_local_range()[0] + s.get_local_range()[0]);
	}).wait();
	for (std::size_t i = 0; i < items; i++) {
		const int first = int(i % local / lanes * lanes);
		check(out[i] == int(lanes) * first + 31 * 16);
		check(sizes[i] == 32032);
	}
}

/* A local array has an element for each 32 work-items. */
static void leaders(queue &q, int *out)
{
	q.submit([&](handler &h) {
		const local_accessor<int, 1> part(local / lanes, h);

		h.parallel_for(nd_range<1>(items, local), [=](nd_item<1> it) {
			const sub_group s = it.get_sub_group();
			const int sum = reduce_over_group(s, int(it.get_local_id(0)), plus<>());
			int all = 0;

			if (s.leader())
				part[s.get_group_linear_id()] = sum;
			group_barrier(it.get_group());
			for (std::size_t i = 0; i < local / lanes; i++)
				all += part[i];
			out[it.get_global_id(0)] = s.get_group_linear_range() == local / lanes ? all : -1;
		});
	}).wait();
	for (std::size_t i = 0; i < items; i++)
		check(out[i] == int(local * (local - 1) / 2));
}

/* Rows that are no multiple of 32, in two and three dimensions: the last sub-group is short. */
static void rows(queue &q, int *out)
{
	q.parallel_for(nd_range<2>({ 6, 20 }, { 3, 10 }), [=](nd_item<2> it) {
		const sub_group s = it.get_sub_group();

		out[it.get_global_linear_id()] = 100 * reduce_over_group(s, 1, plus<int>()) + int(s.get_local_range()[0]);
	}).wait();
	for (std::size_t i = 0; i < 120; i++)
		check(out[i] == 3030);
	q.parallel_for(nd_range<3>({ 2, 6, 14 }, { 1, 3, 14 }), [=](nd_item<3> it) {
		const sub_group s = it.get_sub_group();

		out[it.get_global_linear_id()] = 100 * reduce_over_group(s, 1, plus<int>()) + int(s.get_group_linear_id());
	}).wait();
	for (std::size_t g = 0; g < 2; g++)
		for (std::size_t y = 0; y < 6; y++)
			for (std::size_t x = 0; x < 14; x++)
				check(out[(g * 6 + y) * 14 + x] == (y % 3 * 14 + x < lanes ? 3200 : 1001));
}

int main()
{
	queue q;
	int *const out = malloc_shared<int>(items, q), *const sizes = malloc_shared<int>(items, q);

	shifts(q, out, sizes);
	leaders(q, out);
	rows(q, out);
	free(out, q);
	free(sizes, q);
	return done();
}
