/* 4.7.6.3: constant buffers, get_access with modes, and accessors with targets of SYCL 1.2.1. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int, 1> b(range<1>(8)), c(range<1>(8));

	q.submit([&](handler &h) {
		auto a = b.get_access<access::mode::discard_write>(h);

		h.parallel_for(range<1>(8), [=](id<1> i) { a[i] = int(i[0]); });
	});
	q.submit([&](handler &h) {
		auto constant = b.get_access<access::mode::read, access::target::constant_buffer>(h);
		auto a = c.get_access<access::mode::read_write>(h);
		accessor<int, 1, access::mode::read_write, access::target::local> local(range<1>(4), h);
		/* A pointer to constant memory is to the elements as the accessor's type has them (4.7.6, 4.7.7). */
		static_assert(std::is_same_v<decltype(constant.get_pointer()), constant_ptr<int>>);
		static_assert(std::is_convertible_v<decltype(constant), constant_ptr<int>> && std::is_convertible_v<decltype(constant), constant_ptr<const int>>
			&& std::is_convertible_v<decltype(constant), constant_ptr<const void>>);

		h.parallel_for(nd_range<1>(8, 4), [=](nd_item<1> it) {
			const constant_ptr<int> start = constant.get_pointer(), same = constant;

			local[it.get_local_id(0)] = it.get_local_id(0) % 2 ? constant[it.get_global_id(0)] : *(start + it.get_global_id(0)) + int(same - start);
			it.barrier(access::fence_space::local_space);
			a[it.get_global_id()] = local[3 - it.get_local_id(0)];
		});
	});
	/* So does one to global memory, which functions of older programs take as T *. */
	q.submit([&](handler &h) {
		accessor reads(b, h, read_only);
		accessor<const int, 1, access::mode::read> fixed(b, h);
		accessor writes(c, h);
		static_assert(std::is_same_v<decltype(reads.get_pointer()), global_ptr<int>>);
		static_assert(std::is_same_v<decltype(fixed.get_pointer()), global_ptr<const int>>);
		static_assert(std::is_same_v<decltype(reads.get_multi_ptr<access::decorated::no>().get()), const int *>);
		const auto value = [](int *p, const int *q) { return *p + *q; };

		h.single_task([=] { writes[0] += value(reads.get_pointer(), fixed.get_pointer()) + value(reads.get_pointer() + 1, reads.get_pointer()) - 1; });
	});
	auto in = c.get_access<access::mode::read>();
	check(in[0] == 3 && in[7] == 4 && in.get_count() == 8 && in.get_size() == 32);
	return done();
}
