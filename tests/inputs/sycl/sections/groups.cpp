/* 4.9.1.7: a work-group knows its place, sizes and leader, in 1-D, 2-D and 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <int Dimensions>
static void of(sycl::queue q, sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	int *const wrong = sycl::malloc_shared<int>(1, q), *const leaders = sycl::malloc_shared<int>(1, q);

	*wrong = *leaders = 0;
	q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
		const sycl::group<Dimensions> g = it.get_group();
		std::size_t linear = 0, inside = 0;

		for (int d = 0; d < Dimensions; d++) {
			linear = linear * g.get_group_range(d) + g.get_group_id(d);
			inside = inside * g.get_local_range(d) + g.get_local_id(d);
			if (g.get_group_range(d) != global[d] / local[d] || g[d] != g.get_group_id()[d] || g.get_local_range()[d] != local[d])
				*wrong = 1;
		}
		if (linear != g.get_group_linear_id() || inside != g.get_local_linear_id() || g.get_max_local_range() != local)
			*wrong = 2;
		if (g.get_group_linear_range() != (global / local).size() || g.get_local_linear_range() != local.size())
			*wrong = 3;
		if (g.leader() != (inside == 0))
			*wrong = 4;
		if (g.leader())
			sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*leaders)++;
	}).wait();
	check(*wrong == 0 && *leaders == int((global / local).size()));
	sycl::free(wrong, q);
	sycl::free(leaders, q);
}

int main()
{
	sycl::queue q;

	of<1>(q, { 24 }, { 6 });
	of<2>(q, { 6, 8 }, { 3, 2 });
	of<3>(q, { 4, 6, 8 }, { 1, 3, 4 });
	return done();
}
