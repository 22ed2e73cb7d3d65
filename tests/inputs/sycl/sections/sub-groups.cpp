/* 4.9.1.8: sub-groups are parts of a work-group whose sizes and ids agree. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	int *const wrong = malloc_shared<int>(1, q), *const count = malloc_shared<int>(1, q);

	*wrong = *count = 0;
	q.parallel_for(nd_range<2>({ 8, 24 }, { 4, 12 }), [=](nd_item<2> it) {
		const sub_group s = it.get_sub_group();

		if (s.get_local_linear_id() >= s.get_local_linear_range() || s.get_group_linear_id() >= s.get_group_linear_range())
			*wrong = 1;
		if (s.get_local_id()[0] != s.get_local_linear_id() || s.get_local_range()[0] > s.get_max_local_range()[0])
			*wrong = 2;
		if (s.leader() != (s.get_local_linear_id() == 0) || s.get_group_id()[0] != s.get_group_linear_id())
			*wrong = 3;
		const int size = reduce_over_group(s, 1, plus<int>());
		if (size != int(s.get_local_linear_range()))
			*wrong = 4;
		if (s.leader())
			atomic_ref<int, memory_order::relaxed, memory_scope::device>(*count) += size;
	}).wait();
	check(*wrong == 0 && *count == 8 * 24);
	const auto sizes = q.get_device().get_info<info::device::sub_group_sizes>();
	check(!sizes.empty());
	free(wrong, q);
	free(count, q);
	return done();
}
