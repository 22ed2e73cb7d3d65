/* 3.7.2: every work-item of a range runs once, in work-groups of the size that was asked for. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <int Dimensions>
static void every_item(sycl::queue q, sycl::range<Dimensions> global, sycl::range<Dimensions> local)
{
	const std::size_t n = global.size();
	int *const seen = sycl::malloc_shared<int>(n, q);
	std::size_t *const wrong = sycl::malloc_shared<std::size_t>(1, q);

	q.fill(seen, 0, n).wait();
	*wrong = 0;
	q.parallel_for(sycl::nd_range<Dimensions>(global, local), [=](sycl::nd_item<Dimensions> it) {
		seen[it.get_global_linear_id()]++;
		for (int d = 0; d < Dimensions; d++)
			if (it.get_global_id(d) != it.get_group(d) * local[d] + it.get_local_id(d) || it.get_group_range(d) != global[d] / local[d]
			    || it.get_local_range(d) != local[d] || it.get_global_range(d) != global[d])
				*wrong = 1;
		std::size_t linear = 0;
		for (int d = 0; d < Dimensions; d++)
			linear = linear * global[d] + it.get_global_id(d);
		if (linear != it.get_global_linear_id())
			*wrong = 2;
	}).wait();
	for (std::size_t i = 0; i < n; i++)
		check(seen[i] == 1);
	check(*wrong == 0);
	q.fill(seen, 0, n).wait();
	q.parallel_for(global, [=](sycl::item<Dimensions> it) { seen[it.get_linear_id()] += it.get_range() == global ? 1 : 9; }).wait();
	for (std::size_t i = 0; i < n; i++)
		check(seen[i] == 1);
	sycl::free(seen, q);
	sycl::free(wrong, q);
}

int main()
{
	sycl::queue q;

	every_item<1>(q, { 105 }, { 7 });
	every_item<2>(q, { 6, 35 }, { 3, 5 });
	every_item<3>(q, { 4, 6, 10 }, { 2, 3, 5 });
	every_item<3>(q, { 1, 1, 1 }, { 1, 1, 1 });
	return done();
}
