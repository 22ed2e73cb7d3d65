/* 4.9.1.4: items with and without offset, their ids, ranges and linear ids. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	std::size_t *const v = malloc_shared<std::size_t>(16, q);

	q.submit([&](handler &h) {
		h.parallel_for(range<2>(2, 3), id<2>(10, 20), [=](item<2> it) {
			if (it.get_linear_id() == 4) {
				v[0] = it.get_id(0), v[1] = it[1], v[2] = it.get_offset()[0], v[3] = it.get_range(1), v[4] = it.get_range().size();
			}
		});
	}).wait();
	check(v[0] == 11 && v[1] == 21 && v[2] == 10 && v[3] == 3 && v[4] == 6);
	q.parallel_for(range<3>(2, 3, 4), [=](item<3, false> it) {
		const item<3, true> with = it;

		if (it.get_linear_id() == 23)
			v[5] = it[0] + it[1] + it[2] + with.get_offset()[2];
	}).wait();
	check(v[5] == 1 + 2 + 3);
	q.parallel_for(range<1>(5), [=](item<1> it) {
		const std::size_t number = it;

		if (number == 4)
			v[6] = number * 10;
	}).wait();
	check(v[6] == 40);
	q.parallel_for(5, [=](std::size_t i) { v[i] = i; }).wait();
	check(v[4] == 4);
	q.parallel_for(range<1>(5), [=](int i) { v[std::size_t(i)] = std::size_t(i * 2); }).wait();
	check(v[4] == 8);
	static_assert(!std::is_default_constructible_v<item<2>> && item<2>::dimensions == 2);
	free(v, q);
	return done();
}
