/* 4.9.1.5: every member of nd_item agrees with the others, in 1-D, 2-D and 3-D, with and without an offset; so do item and group. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <int Dimensions, typename Kind>
std::size_t linear(const Kind &i, const range<Dimensions> &r)
{
	std::size_t n = 0;
	for (int d = 0; d < Dimensions; d++)
		n = n * r[d] + i[d];
	return n;
}

template <int Dimensions>
int wrong_in(const nd_item<Dimensions> &it, const range<Dimensions> &global, const range<Dimensions> &local, const id<Dimensions> &offset)
{
	const auto g = it.get_group();
	int wrong = 0;

	static_assert(nd_item<Dimensions>::dimensions == Dimensions && group<Dimensions>::dimensions == Dimensions && std::is_same_v<typename group<Dimensions>::linear_id_type, std::size_t>);
	static_assert(std::is_same_v<typename group<Dimensions>::id_type, id<Dimensions>> && std::is_same_v<typename group<Dimensions>::range_type, range<Dimensions>>);
	static_assert(group<Dimensions>::fence_scope == memory_scope::work_group && sub_group::fence_scope == memory_scope::sub_group && std::is_same_v<sub_group::linear_id_type, std::uint32_t>);
	wrong += it.get_global_range() != global || it.get_local_range() != local || it.get_group_range() != global / local || it.get_offset() != offset;
	wrong += it.get_nd_range() != nd_range<Dimensions>(global, local, offset);
	for (int d = 0; d < Dimensions; d++) {
		wrong += it.get_global_id(d) != it.get_global_id()[d] || it.get_local_id(d) != it.get_local_id()[d] || it.get_group(d) != g[d] || g.get_group_id(d) != g.get_group_id()[d];
		wrong += it.get_global_id(d) != it.get_group(d) * local[d] + it.get_local_id(d) + offset[d];
		wrong += it.get_global_range(d) != global[d] || it.get_local_range(d) != local[d] || it.get_group_range(d) != global[d] / local[d];
		wrong += g.get_local_id(d) != it.get_local_id(d) || g.get_local_range(d) != local[d] || g.get_group_range(d) != it.get_group_range(d) || g.get_max_local_range()[d] != local[d];
	}
	id<Dimensions> without = it.get_global_id();
	without -= offset;
	wrong += it.get_global_linear_id() != linear(without, global) || it.get_local_linear_id() != linear(it.get_local_id(), local) || it.get_group_linear_id() != linear(g.get_group_id(), global / local);
	wrong += g.get_group_linear_id() != it.get_group_linear_id() || g.get_local_linear_id() != it.get_local_linear_id() || g.get_group_linear_range() != it.get_group_range().size()
		|| g.get_local_linear_range() != local.size() || g.leader() != (it.get_local_linear_id() == 0) || g != it.get_group() || !(it == nd_item<Dimensions>(it));
	const sub_group s = it.get_sub_group();
	wrong += s.get_local_linear_id() != s.get_local_id()[0] || s.get_local_linear_range() != s.get_local_range()[0] || s.get_group_linear_range() != s.get_group_range()[0]
		|| s.get_group_linear_id() != s.get_group_id()[0] || s.leader() != (s.get_local_linear_id() == 0) || s.get_local_linear_range() > s.get_max_local_range()[0];
	return wrong;
}

template <int Dimensions>
int test(queue &q, const range<Dimensions> &global, const range<Dimensions> &local, const id<Dimensions> &offset)
{
	int *const n = malloc_shared<int>(2, q);
	n[0] = n[1] = 0;
	q.parallel_for(nd_range<Dimensions>(global, local, offset), [=](nd_item<Dimensions> it) {
		const int wrong = wrong_in(it, global, local, offset);
		if (wrong)
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(n[0]) += wrong;
		atomic_ref<int, memory_order::relaxed, memory_scope::device>(n[1]) += int(it.get_global_linear_id());
	}).wait();
	q.parallel_for(global, [=](item<Dimensions> it) {
		int wrong = it.get_range() != global || it.get_linear_id() != linear(it.get_id(), global) || it.get_id() != id<Dimensions>(it);
		for (int d = 0; d < Dimensions; d++)
			wrong += it[d] != it.get_id(d) || it.get_range(d) != global[d] || it.get_id(d) >= global[d];
		if (wrong)
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(n[0]) += wrong;
	}).wait();
	const int size = int(global.size());
	const int result = n[0] + (n[1] != size * (size - 1) / 2);
	free(n, q);
	return result;
}

int main()
{
	queue q;
	check(test<1>(q, { 12 }, { 4 }, {}) == 0);
	check(test<1>(q, { 15 }, { 5 }, { 7 }) == 0);
	check(test<2>(q, { 6, 8 }, { 3, 2 }, {}) == 0);
	check(test<2>(q, { 4, 9 }, { 1, 3 }, { 5, 2 }) == 0);
	check(test<3>(q, { 4, 6, 10 }, { 2, 3, 5 }, {}) == 0);
	check(test<3>(q, { 2, 6, 4 }, { 2, 1, 4 }, { 1, 2, 3 }) == 0);
	return done();
}
