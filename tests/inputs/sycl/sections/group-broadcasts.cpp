/* 4.17.3: broadcasts, votes, shifts, permutations and selections of groups. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	constexpr int size = 24;
	bool *const right = malloc_shared<bool>(2 * size, q);

	q.parallel_for(nd_range<2>({ 8, 6 }, { 4, 6 }), [=](nd_item<2> it) {
		const auto g = it.get_group();
		const auto s = it.get_sub_group();
		const int me = int(g.get_local_linear_id()), lane = int(s.get_local_linear_id()), lanes = int(s.get_local_linear_range());
		bool ok = group_broadcast(g, me) == 0 && group_broadcast(g, me, 5) == 5 && group_broadcast(g, me, id<2>(1, 2)) == 8;

		ok &= group_broadcast(s, lane) == 0 && group_broadcast(s, lane * 2, std::uint32_t(lanes - 1)) == 2 * (lanes - 1);
		ok &= any_of_group(g, me == 7) && !any_of_group(g, me == 99) && all_of_group(g, me < size) && !all_of_group(g, me != 3);
		ok &= none_of_group(g, me > 50) && any_of_group(g, me, [](int v) { return v == 3; }) && all_of_group(s, lane, [=](int v) { return v < lanes; });
		const int left = shift_group_left(s, lane), right_value = shift_group_right(s, lane);
		ok &= (lane + 1 >= lanes || left == lane + 1) && (lane == 0 || right_value == lane - 1);
		ok &= select_from_group(s, lane * 3, s.get_local_id()) == lane * 3 && select_from_group(s, lane, 0) == 0;
		ok &= (lane ^ 1) >= lanes || permute_group_by_xor(s, lane, 1) == (lane ^ 1);
		ok &= group_broadcast(g, float4(float(me)), 4)[3] == 4 && group_broadcast(g, double(me), 6) == 6;
		right[it.get_global_linear_id()] = ok;
	}).wait();
	for (int i = 0; i < 2 * size; i++)
		check(right[i]);
	free(right, q);
	return done();
}
