/* 3.8.3: messages between work-items of a group, of different groups and of host and device, by release and acquire. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

int main()
{
	queue q;
	constexpr int groups = 8, size = 16;
	int *const data = malloc_shared<int>(groups * size, q), *const seen = malloc_shared<int>(groups, q), *const tickets = malloc_shared<int>(2, q);
	std::fill(data, data + groups * size, 0), tickets[0] = tickets[1] = 0;

	/* in a group, through local memory */
	q.submit([&](handler &h) {
		local_accessor<int> message(size, h);
		h.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> it) {
			const auto l = it.get_local_id(0);
			message[l] = int(it.get_global_id(0));
			atomic_fence(memory_order::release, memory_scope::work_group);
			group_barrier(it.get_group(), memory_scope::work_group);
			atomic_fence(memory_order::acquire, memory_scope::work_group);
			data[it.get_global_id(0)] = message[size - 1 - l];
		});
	}).wait();
	int wrong = 0;
	for (int i = 0; i < groups * size; i++)
		wrong += data[i] != i / size * size + size - 1 - i % size;
	check(wrong == 0);
	/* between groups: whoever draws the last ticket sees what all others wrote */
	q.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> it) {
		data[it.get_global_id(0)] = 1 + int(it.get_group(0));
		const int before = atomic_ref<int, memory_order::acq_rel, memory_scope::device, access::address_space::global_space>(tickets[0]).fetch_add(1);
		if (before == groups * size - 1)
			for (int g = 0; g < groups; g++) {
				seen[g] = 0;
				for (int i = 0; i < size; i++)
					seen[g] += data[g * size + i];
			}
	}).wait();
	for (int g = 0; g < groups; g++)
		check(seen[g] == (g + 1) * size);
	/* with the host, while the kernel runs, where the device can */
	if (q.get_device().has(aspect::usm_atomic_shared_allocations)) {
		const event e = q.single_task([=] {
			atomic_ref<int, memory_order::acq_rel, memory_scope::system> turn(tickets[1]);
			data[0] = 77;
			turn.store(1);
		});
		atomic_ref<int, memory_order::acq_rel, memory_scope::system> turn(tickets[1]);
		while (turn.load() != 1)
			;
		check(data[0] == 77);
		event(e).wait();
	}
	free(data, q), free(seen, q), free(tickets, q);
	return done();
}
