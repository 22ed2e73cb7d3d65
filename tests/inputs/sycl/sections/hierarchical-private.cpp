/* 4.9.4.2.3: private_memory keeps a value for each work-item between loops of a group, variables of the group are shared, in 1-D to 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <int Dimensions>
bool keeps(queue &q, const range<Dimensions> &groups, const range<Dimensions> &local)
{
	const std::size_t n = groups.size() * local.size();
	int *const p = malloc_shared<int>(n, q);
	q.submit([&](handler &h) {
		h.parallel_for_work_group(groups, local, [=](group<Dimensions> g) {
			private_memory<int, Dimensions> mine(g);
			private_memory<float2, Dimensions> two(g);
			int shared = 0, array[4] = {};

			static_assert(std::is_same_v<decltype(mine(std::declval<h_item<Dimensions>>())), int &>);
			g.parallel_for_work_item([&](h_item<Dimensions> i) {
				mine(i) = int(i.get_local().get_linear_id()) * 3;
				two(i) = float2(1, float(mine(i)));
				if (i.get_local().get_linear_id() == 0)
					shared = 100 + int(g.get_group_linear_id());
				atomic_ref<int, memory_order::relaxed, memory_scope::work_group>(array[i.get_local().get_linear_id() % 4]) += 1;
			});
			shared *= 2;
			g.parallel_for_work_item([&](h_item<Dimensions> i) { mine(i) += shared + int(two(i)[1]) + array[0]; });
			g.parallel_for_work_item([&](h_item<Dimensions> i) { p[g.get_group_linear_id() * local.size() + i.get_local().get_linear_id()] = mine(i); });
		});
	}).wait();
	std::size_t wrong = 0;
	for (std::size_t i = 0; i < n; i++)
		wrong += p[i] != int(i % local.size()) * 6 + (100 + int(i / local.size())) * 2 + int((local.size() + 3) / 4);
	free(p, q);
	return wrong == 0;
}

int main()
{
	queue q;
	check(keeps<1>(q, { 5 }, { 7 }) && keeps<1>(q, { 1 }, { 16 }));
	check(keeps<2>(q, { 2, 3 }, { 4, 5 }));
	check(keeps<3>(q, { 2, 1, 2 }, { 2, 3, 2 }));
	/* loops that are longer and shorter than the group, and the group's own code between them */
	int *const p = malloc_shared<int>(10, q);
	std::fill(p, p + 10, 0);
	q.submit([&](handler &h) {
		h.parallel_for_work_group(range<1>(1), range<1>(4), [=](group<1> g) {
			g.parallel_for_work_item(range<1>(10), [&](h_item<1> i) { p[i.get_local_id(0)] += 1; });
			for (int round = 0; round < 3; round++)
				g.parallel_for_work_item(range<1>(2), [&](h_item<1> i) { p[i.get_local_id(0)] += 10; });
			p[9] += 5;
			g.parallel_for_work_item([&](h_item<1> i) { p[i.get_local_id(0)] += 100; });
		});
	}).wait();
	check(p[0] == 131 && p[1] == 131 && p[2] == 101 && p[3] == 101 && p[4] == 1 && p[9] == 6);
	free(p, q);
	return done();
}
