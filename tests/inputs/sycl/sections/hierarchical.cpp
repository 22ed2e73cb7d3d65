/* 4.9.4.2.3: hierarchical kernels, private memory and logical ranges, in 1-D, 2-D and 3-D. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <int Dimensions>
static void run(sycl::queue q, sycl::range<Dimensions> groups, sycl::range<Dimensions> local, sycl::range<Dimensions> logical)
{
	const std::size_t n = groups.size() * logical.size();
	int *const out = sycl::malloc_shared<int>(n, q), *const count = sycl::malloc_shared<int>(1, q);

	*count = 0;
	q.submit([&](sycl::handler &h) {
		h.parallel_for_work_group(groups, local, [=](sycl::group<Dimensions> g) {
			sycl::private_memory<int, Dimensions> mine(g);
			int of_group = int(g.get_group_linear_id()) * 1000;

			g.parallel_for_work_item([&](sycl::h_item<Dimensions> it) { mine(it) = int(it.get_local().get_linear_id()); });
			of_group++;
			g.parallel_for_work_item([&](sycl::h_item<Dimensions> it) {
				if (mine(it) == int(it.get_local().get_linear_id()) && it.get_local_range() == local && it.get_global_range() == groups * local)
					sycl::atomic_ref<int, sycl::memory_order::relaxed, sycl::memory_scope::device>(*count)++;
			});
			g.parallel_for_work_item(logical, [&](sycl::h_item<Dimensions> it) {
				const std::size_t me = it.get_logical_local().get_linear_id();

				if (it.get_logical_local_range() == logical)
					out[g.get_group_linear_id() * logical.size() + me] = of_group + int(me);
			});
		});
	}).wait();
	check(*count == int(groups.size() * local.size()));
	for (std::size_t i = 0; i < n; i++)
		check(out[i] == int(i / logical.size()) * 1000 + 1 + int(i % logical.size()));
	sycl::free(out, q);
	sycl::free(count, q);
}

int main()
{
	sycl::queue q;

	run<1>(q, { 3 }, { 8 }, { 20 });
	run<2>(q, { 2, 3 }, { 4, 2 }, { 3, 3 });
	run<3>(q, { 2, 1, 3 }, { 2, 2, 2 }, { 1, 2, 5 });
	return done();
}
