/* 4.7.2.2: the same bytes as another type and in other dimensions; sizes that do not fit are refused. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

int main()
{
	using namespace sycl;
	buffer<std::uint32_t, 2> b(range<2>(4, 6));
	auto bytes = b.reinterpret<unsigned char, 1>();
	auto flat = b.reinterpret<std::uint32_t, 1>(range<1>(24));
	auto cube = b.reinterpret<std::uint16_t, 3>(range<3>(2, 4, 6));
	const auto refused = [](const auto &f) {
		try {
			f();
		} catch (const exception &e) {
			return e.code() == errc::invalid;
		}
		return false;
	};

	static_assert(decltype(cube)::dimensions == 3);
	check(bytes.get_range() == range<1>(96) && flat.size() == 24 && cube.byte_size() == b.byte_size());
	queue().submit([&](handler &h) {
		accessor a(flat, h, write_only, no_init);

		h.parallel_for(24, [=](id<1> i) { a[i] = std::uint32_t(0x10000 * i[0] + i[0]); });
	});
	const host_accessor in(b, read_only);
	const host_accessor in_cube(cube, read_only);
	const host_accessor in_bytes(bytes, read_only);
	check(in[1][2] == 0x80008 && in_cube[0][1][4] == 5 && in_bytes[32] == 8 && in_bytes[34] == 8);
	check(refused([&] { b.reinterpret<std::uint32_t, 1>(range<1>(23)); }));
	check(refused([&] { buffer<int> c(range<1>(4)); buffer<int> d(c, id<1>(2), range<1>(3)); }));
	check(refused([&] { buffer<int, 2> c(range<2>(4, 4)); buffer<int, 2> d(c, id<2>(0, 1), range<2>(2, 2)); }));
	check(refused([&] {
		buffer<int> c(range<1>(4));
		buffer<int> d(c, id<1>(0), range<1>(2)), e(d, id<1>(0), range<1>(1));
	}));
	return done();
}
