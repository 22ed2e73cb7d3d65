/* 4.7.6: tags and modes deduce, const elements read, no_init discards, parts have offsets. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	queue q;
	buffer<int, 2> b(range<2>(4, 8));

	q.submit([&](handler &h) {
		accessor w(b, h, write_only, no_init);

		static_assert(std::is_same_v<decltype(w), accessor<int, 2, access_mode::write, target::device, access::placeholder::false_t>>);
		h.parallel_for(b.get_range(), [=](item<2> i) { w[i] = int(i.get_linear_id()); });
	});
	q.submit([&](handler &h) {
		accessor part(b, h, range<2>(2, 3), id<2>(1, 4), read_write);

		check(part.get_range() == range<2>(2, 3) && part.get_offset() == id<2>(1, 4) && part.size() == 6 && !part.empty());
		h.parallel_for(part.get_range(), [=](id<2> i) { part[i] = -1; });
	});
	q.submit([&](handler &h) {
		accessor r(b, h, read_only);
		accessor<const int, 2> c(b, h, read_only);

		static_assert(std::is_same_v<decltype(r[id<2>()]), const int &> && std::is_same_v<decltype(r)::value_type, const int>);
		check(r.byte_size() == 32 * sizeof(int) && c.max_size() > 32);
		h.single_task([=] { (void)(r[0][0] + c[1][1]); });
	});
	host_accessor in(b, range<2>(1, 2), id<2>(2, 5), read_only);
	int sum = 0;
	for (const int v : in)
		sum += v;
	check(sum == -2);
	const host_accessor all{ b };
	check(all[1][3] == 11 && all[1][4] == -1 && all[2][6] == -1 && all[2][7] == 23 && all[{ 3, 0 }] == 24);
	return done();
}
