/* 4.15.1: asynchronous copies of work-groups in both directions, strided, of several types. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

template <typename T>
static void of(sycl::queue q)
{
	using namespace sycl;
	T *const from = malloc_shared<T>(64, q), *const to = malloc_shared<T>(64, q);

	for (int i = 0; i < 64; i++) {
		from[i] = T(i % 50);
		to[i] = T(0);
	}
	q.submit([&](handler &h) {
		local_accessor<T, 1> local(32, h);

		h.parallel_for(nd_range<1>(16, 8), [=](nd_item<1> it) {
			using global = multi_ptr<T, access::address_space::global_space, access::decorated::yes>;
			const auto in = address_space_cast<access::address_space::global_space, access::decorated::yes>(from + 32 * it.get_group(0));
			const auto out = address_space_cast<access::address_space::global_space, access::decorated::yes>(to + 32 * it.get_group(0));
			const device_event e = it.get_group().async_work_group_copy(local.template get_multi_ptr<access::decorated::yes>(), in, 16, 2);

			it.get_group().wait_for(e);
			it.async_work_group_copy(global(out), local.template get_multi_ptr<access::decorated::yes>(), 16).wait();
			it.async_work_group_copy(global(out + 17), local.template get_multi_ptr<access::decorated::yes>(), 7, 2).wait();
		});
	}).wait();
	for (int i = 0; i < 16; i++)
		check(to[i] == from[2 * i] && to[32 + i] == from[32 + 2 * i]);
	for (int i = 0; i < 7; i++)
		check(to[17 + 2 * i] == from[2 * i] && to[16 + 2 * i] == T(0));
	free(from, q);
	free(to, q);
}

int main()
{
	sycl::queue q;

	of<int>(q);
	of<float>(q);
	of<char>(q);
	of<std::uint64_t>(q);
	return done();
}
