/* 4.7.7.1: a pointer that is cast to an address space is null unless it points there. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;
using access::address_space;
using access::decorated;

template <address_space Space, typename T>
bool is_in(T *p)
{
	const auto cast = address_space_cast<Space, decorated::no>(p);

	static_assert(std::is_same_v<decltype(cast), const multi_ptr<T, Space, decorated::no>>);
	return cast != nullptr && cast.get_raw() == p;
}

/* Its memory as a digit: 1 global, 2 local, 4 private. */
template <typename T>
int where(T *p)
{
	return is_in<address_space::global_space>(p) + is_in<address_space::local_space>(p) * 2 + is_in<address_space::private_space>(p) * 4;
}

/* A function of any pointer that adds as its memory allows. */
void add(int *p, int n)
{
	if (const auto global = address_space_cast<address_space::global_space, decorated::yes>(p); global != nullptr)
		atomic_ref<int, memory_order::relaxed, memory_scope::device, address_space::global_space>(*global) += n;
	else if (const auto local = address_space_cast<address_space::local_space, decorated::no>(p); local != nullptr)
		atomic_ref<int, memory_order::relaxed, memory_scope::work_group, address_space::local_space>(*local) += n * 10;
	else
		*p += n * 100;
}

struct node {
	int value, *next;
};

int main()
{
	queue q;
	int *const r = malloc_shared<int>(32, q), *const sum = malloc_shared<int>(1, q);
	node *const list = malloc_shared<node>(1, q);
	buffer<int> b{ range<1>(8) };

	list->next = r;
	q.fill(r, 0, 32).wait();
	*sum = 0;
	q.submit([&](handler &h) {
		const accessor a(b, h);
		const local_accessor<int> l(8, h);
		const local_accessor<node> nodes(1, h);

		h.parallel_for(nd_range<1>(8, 8), [=](nd_item<1> it) {
			const int i = static_cast<int>(it.get_local_id(0));
			int own = 0, *const each[] = { sum, &l[i], &own }, *p = &own;
			volatile int changing = 0;
			void *const untyped = &l[i];

			a[i] = l[i] = 0;
			group_barrier(it.get_group());
			add(sum, 1);
			add(&l[i / 4], 1);
			add(&own, 1);
			add(&a[i], 1);
			group_barrier(it.get_group());
			r[i] = own + l[i] + a[i];
			for (int k = 0; k < i; k++)
				p = k % 2 ? &own : &l[k];
			r[8 + i] = where(p);
			r[16 + i] = where(each[r[31] + i % 3]);
			if (i)
				return;
			nodes[0].next = &l[1];
			r[24] = where(list->next) + where(&list->value) * 10 + where(&changing) * 100 + where(untyped) * 1000;
			r[25] = is_in<address_space::local_space>(nodes[0].next);
			r[26] = is_in<address_space::generic_space>(&own) && !is_in<address_space::global_space>(static_cast<const int *>(nullptr));
			r[27] = address_space_cast<address_space::global_space, decorated::no>(a.get_multi_ptr<decorated::yes>().get()).get() == &a[0];
		});
	}).wait();
	check(*sum == 8);
	for (int i = 0; i < 8; i++)
		check(r[i] == 100 + (i < 2 ? 40 : 0) + 1 && r[8 + i] == (i % 2 ? 2 : 4) && r[16 + i] == 1 << i % 3);
	check(r[24] == 2411 && r[25] && r[26] && r[27]);
	free(list, q);
	free(sum, q);
	free(r, q);
	return done();
}
