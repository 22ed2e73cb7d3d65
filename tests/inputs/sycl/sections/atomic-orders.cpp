/* 4.15.2: memory orders and scopes: their names, and a lock, a message and a counter that are made of them. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static_assert(memory_order::relaxed == memory_order_relaxed && memory_order::acquire == memory_order_acquire && memory_order::release == memory_order_release
	&& memory_order::acq_rel == memory_order_acq_rel && memory_order::seq_cst == memory_order_seq_cst);
static_assert(memory_scope::work_item == memory_scope_work_item && memory_scope::sub_group == memory_scope_sub_group && memory_scope::work_group == memory_scope_work_group
	&& memory_scope::device == memory_scope_device && memory_scope::system == memory_scope_system);

int main()
{
	queue q;
	const device d = q.get_device();
	const auto has = [](const auto &list, auto value) { return std::find(list.begin(), list.end(), value) != list.end(); };
	const auto orders = d.get_info<info::device::atomic_memory_order_capabilities>(), fences = d.get_info<info::device::atomic_fence_order_capabilities>();
	const auto scopes = d.get_info<info::device::atomic_memory_scope_capabilities>(), fence_scopes = d.get_info<info::device::atomic_fence_scope_capabilities>();

	static_assert(std::is_same_v<decltype(orders), const std::vector<memory_order>> && std::is_same_v<decltype(scopes), const std::vector<memory_scope>>);
	check(has(orders, memory_order::relaxed) && has(fences, memory_order::relaxed) && has(scopes, memory_scope::work_group) && has(fence_scopes, memory_scope::work_group));
	check(has(q.get_context().get_info<info::context::atomic_memory_order_capabilities>(), memory_order::relaxed)
		&& has(q.get_context().get_info<info::context::atomic_memory_scope_capabilities>(), memory_scope::work_group)
		&& has(q.get_context().get_info<info::context::atomic_fence_order_capabilities>(), memory_order::relaxed)
		&& has(q.get_context().get_info<info::context::atomic_fence_scope_capabilities>(), memory_scope::work_group));

	int *const v = malloc_shared<int>(6, q);
	std::fill(v, v + 6, 0);
	constexpr int groups = 16, size = 8;
	/* One work-item per group takes a lock; the last group to come adds all up. */
	q.submit([&](handler &h) {
		local_accessor<int> l(2, h);
		h.parallel_for(nd_range<1>(groups * size, size), [=](nd_item<1> it) {
			atomic_ref<int, memory_order::relaxed, memory_scope::work_group, access::address_space::local_space> count(l[0]);
			if (it.get_local_id(0) == 0)
				l[0] = 0;
			group_barrier(it.get_group());
			count += int(it.get_local_id(0));
			group_barrier(it.get_group());
			if (!it.get_group().leader())
				return;
			atomic_ref<int, memory_order::acq_rel, memory_scope::device> lock(v[0]);
			int open = 0;
			while (!lock.compare_exchange_strong(open, 1, memory_order::acquire, memory_order::relaxed))
				open = 0;
			v[1] += l[0], v[2]++;
			lock.store(0, memory_order::release);
			atomic_fence(memory_order::release, memory_scope::device);
			if (atomic_ref<int, memory_order::relaxed, memory_scope::device>(v[3]).fetch_add(1) == groups - 1) {
				atomic_fence(memory_order::acquire, memory_scope::device);
				v[4] = v[1] * 10 + v[2];
			}
		});
	}).wait();
	check(v[0] == 0 && v[1] == groups * size * (size - 1) / 2 && v[2] == groups && v[4] == v[1] * 10 + v[2]);
	free(v, q);
	return done();
}
