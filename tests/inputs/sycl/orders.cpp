/* Operations of an atomic_ref take order and scope from the call. */
#include <sycl/sycl.hpp>

using order = sycl::memory_order;
using scope = sycl::memory_scope;
using relaxed = sycl::atomic_ref<int, order::relaxed, scope::work_group, sycl::access::address_space::global_space>;
using strong = sycl::atomic_ref<long, order::acq_rel, scope::device, sycl::access::address_space::global_space>;

int main()
{
	sycl::queue q;
	int *p = sycl::malloc_shared<int>(16, q);
	long *l = sycl::malloc_shared<long>(4, q);

	for (int i = 0; i < 16; i++)
		p[i] = i;
	l[0] = 5;
	q.single_task<class own_orders>([=] {
		int expected = 3;

		relaxed(p[0]).store(relaxed(p[1]).load() + 10);
		relaxed(p[2]).fetch_add(1, order::relaxed, scope::sub_group);
		relaxed(p[3]).compare_exchange_strong(expected, 33);
		strong(l[0]).fetch_add(1, order::acquire, scope::work_group);
	}).wait();
	q.single_task<class stronger_orders>([=] {
		int expected = 9;

		relaxed(p[4]).store(44, order::release);
		p[5] = relaxed(p[6]).load(order::acquire);
		relaxed(p[7]).fetch_or(8, order::relaxed, scope::device);
		p[8] = relaxed(p[9]).compare_exchange_weak(expected, 99, order::relaxed, order::acquire);
		p[10] = strong(l[0]).exchange(7, order::seq_cst) + static_cast<int>(strong(l[0]).load(order::seq_cst));
		relaxed(p[11]).fetch_max(100, order::acq_rel, scope::system);
	}).wait();
	const int wanted[16] = { 11, 1, 3, 33, 44, 6, 6, 15, 1, 99, 13, 100, 12, 13, 14, 15 };
	int wrong = 0;

	for (int i = 0; i < 16; i++)
		wrong += p[i] != wanted[i];
	sycl::free(p, q);
	sycl::free(l, q);
	return wrong;
}
