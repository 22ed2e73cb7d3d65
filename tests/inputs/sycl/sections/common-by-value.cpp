/* 4.5.3: ids, ranges, items and groups are compared by value, and copied in kernels. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	sycl::queue q;
	bool *const right = sycl::malloc_shared<bool>(4, q);

	static_assert(std::is_trivially_copyable_v<sycl::id<3>> && std::is_trivially_copyable_v<sycl::range<2>>
		&& std::is_trivially_copyable_v<sycl::nd_range<2>> && std::is_trivially_copyable_v<sycl::item<2>>);
	static_assert(!std::is_default_constructible_v<sycl::sub_group> && !std::is_default_constructible_v<sycl::group<2>>
		&& !std::is_default_constructible_v<sycl::nd_item<1>> && std::is_copy_assignable_v<sycl::sub_group>);
	check(sycl::id<2>(1, 2) == sycl::id<2>(1, 2) && sycl::id<2>(1, 2) != sycl::id<2>(2, 1));
	check(sycl::range<3>(1, 2, 3) == sycl::range<3>(1, 2, 3) && sycl::range<3>(1, 2, 3) != sycl::range<3>(1, 2, 4));
	check(sycl::nd_range<1>(8, 4) == sycl::nd_range<1>(8, 4) && sycl::nd_range<1>(8, 4) != sycl::nd_range<1>(8, 2));
	check(std::hash<sycl::id<2>>()(sycl::id<2>(1, 2)) == std::hash<sycl::id<2>>()(sycl::id<2>(1, 2)));
	check(std::hash<sycl::range<1>>()(sycl::range<1>(3)) == std::hash<sycl::range<1>>()(sycl::range<1>(3)));
	q.parallel_for(sycl::nd_range<2>({ 4, 4 }, { 2, 2 }), [=](sycl::nd_item<2> it) {
		const sycl::nd_item<2> copy = it;
		const sycl::group<2> group = it.get_group(), other(group);
		const sycl::sub_group sub = it.get_sub_group(), same = sub;

		if (it.get_global_linear_id() == 5) {
			right[0] = copy == it && !(copy != it);
			right[1] = group == other && !(group != other);
			right[2] = sub == same && !(sub != same);
		}
	}).wait();
	q.parallel_for(sycl::range<2>(3, 3), [=](sycl::item<2> it) {
		sycl::item<2> copy = it;

		if (it.get_linear_id() == 4)
			right[3] = copy == it && !(copy != it) && copy.get_id() == sycl::id<2>(1, 1);
	}).wait();
	check(right[0] && right[1] && right[2] && right[3]);
	sycl::free(right, q);
	return done();
}
