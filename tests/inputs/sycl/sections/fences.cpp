/* 4.15.1: fences order what atomics publish, between work-items and with the host. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	int *const data = malloc_shared<int>(2, q);
	int *const seen = malloc_shared<int>(64, q);

	data[0] = data[1] = 0;
	q.parallel_for(nd_range<1>(64, 64), [=](nd_item<1> it) {
		const std::size_t me = it.get_local_id(0);
		atomic_ref<int, memory_order::relaxed, memory_scope::work_group> flag(data[1]);

		if (me == 0) {
			data[0] = 42;
			atomic_fence(memory_order::release, memory_scope::work_group);
			flag.store(1);
		}
		group_barrier(it.get_group());
		const bool set = flag.load() == 1;
		atomic_fence(memory_order::acquire, memory_scope::work_group);
		seen[me] = set ? data[0] : -1;
		atomic_fence(memory_order::seq_cst, memory_scope::device);
		atomic_fence(memory_order::acq_rel, memory_scope::sub_group);
	}).wait();
	for (int i = 0; i < 64; i++)
		check(seen[i] == 42);
	atomic_fence(memory_order::seq_cst, memory_scope::system);
	free(data, q);
	free(seen, q);
	return done();
}
