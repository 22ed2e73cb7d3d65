/* 4.9.1.2: nd_range has its sizes, and deduces its dimensions. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	const nd_range<2> r({ 12, 8 }, { 3, 4 });

	check(r.get_global_range() == range<2>(12, 8) && r.get_local_range() == range<2>(3, 4) && r.get_group_range() == range<2>(4, 2));
	check(r.get_offset() == id<2>(0, 0) && nd_range<1>(8, 2, 3).get_offset() == id<1>(3));
	static_assert(std::is_same_v<decltype(nd_range(range(4, 4), range(2, 2))), nd_range<2>> && nd_range<3>::dimensions == 3);
	queue q;
	const auto refused = [&](nd_range<1> size) {
		try {
			q.parallel_for(size, [=](nd_item<1>) {}).wait();
		} catch (const exception &e) {
			return e.code() == errc::nd_range;
		}
		return false;
	};
	check(refused({ 10, 4 }) && refused({ 10, 0 }));
	check(refused({ 1 << 24, 1 << 24 }));
	q.parallel_for(nd_range<1>(0, 4), [=](nd_item<1>) {}).wait();
	return done();
}
