/* 4.9.4: copies and fills between accessors, pointers and shared pointers, in 1-D to 3-D. */
#include <sycl/sycl.hpp>
#include <cstring>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>
#include "../check.hpp"
template <int D>
sycl::range<D> mk(size_t a, size_t b, size_t c)
{
	if constexpr (D == 1)
		return { a };
	else if constexpr (D == 2)
		return { a, b };
	else
		return { a, b, c };
}
template <int D>
class fillk;
template <typename T, int D>
void copies()
{
	sycl::queue q;
	auto n = mk<D>(6, 5, 4);
	std::vector<T> a(n.size()), b(n.size());
	for (size_t i = 0; i < a.size(); i++)
		a[i] = T(int(i % 60) + 1);
	auto sp = std::shared_ptr<T>(new T[n.size()], std::default_delete<T[]>());
	sycl::buffer<T, D> x(a.data(), n), y(n), z(mk<D>(3, 5, 4));
	q.submit([&](sycl::handler &h) {
		sycl::accessor s(x, h, sycl::read_only);
		sycl::accessor d(y, h, sycl::write_only, sycl::no_init);
		h.copy(s, d);
	});
	q.submit([&](sycl::handler &h) {
		 sycl::accessor s(y, h, sycl::read_only);
		 h.copy(s, b.data());
	 }).wait();
	check(a == b);
	q.submit([&](sycl::handler &h) {
		 sycl::accessor s(y, h, sycl::read_only);
		 h.copy(s, sp);
	 }).wait();
	check(sp.get()[n.size() - 1] == a.back());
	q.submit([&](sycl::handler &h) {
		sycl::accessor d(y, h, mk<D>(2, 3, 2), sycl::id<D>(mk<D>(1, 2, 2)), sycl::write_only);
		h.fill(d, T(101));
	});
	{
		sycl::host_accessor r(y, sycl::read_only);
		size_t c = 0;
		for (auto v : r)
			c += v == T(101);
		check(c == mk<D>(2, 3, 2).size());
		check(r[sycl::id<D>(mk<D>(1, 2, 2))] == T(101) && r[sycl::id<D>()] == T(1));
	}
	q.submit([&](sycl::handler &h) {
		sycl::accessor s(y, h, mk<D>(2, 3, 2), sycl::id<D>(mk<D>(1, 2, 2)), sycl::read_only);
		sycl::accessor d(x, h, mk<D>(2, 3, 2), sycl::id<D>(mk<D>(4, 0, 1)), sycl::write_only);
		h.copy(s, d);
	});
	{
		sycl::host_accessor r(x);
		size_t c = 0;
		for (auto v : r)
			c += v == T(101);
		check(c == mk<D>(2, 3, 2).size());
		check(r[sycl::id<D>(mk<D>(4, 0, 1))] == T(101));
	}
	q.submit([&](sycl::handler &h) {
		sycl::accessor d(x, h, sycl::write_only);
		h.copy(sp, d);
	});
	q.submit([&](sycl::handler &h) {
		 sycl::accessor s(x, h, sycl::read_only);
		 h.update_host(s);
	 }).wait();
	std::vector<T> part(mk<D>(2, 3, 2).size(), T(7));
	q.submit([&](sycl::handler &h) {
		sycl::accessor d(x, h, mk<D>(2, 3, 2), sycl::id<D>(mk<D>(0, 1, 1)), sycl::read_write);
		h.copy(part.data(), d);
	});
	{
		sycl::host_accessor r(x);
		size_t c = 0;
		for (auto v : r)
			c += v == T(7);
		check(c >= part.size() && r[sycl::id<D>(mk<D>(1, 3, 2))] == T(7));
	}
	T *d = sycl::malloc_device<T>(n.size(), q), *s = sycl::malloc_shared<T>(n.size(), q),
	  *h0 = sycl::malloc_host<T>(n.size(), q);
	q.fill(d, T(3), n.size());
	q.wait();
	auto e = q.copy(d, s, n.size());
	e = q.memcpy(h0, s, n.size() * sizeof(T), e);
	q.memset(s, 0, sizeof(T), { e }).wait();
	check(h0[0] == T(3) && s[0] == T(0) && s[1] == T(3));
	q.submit([&](sycl::handler &h) { h.prefetch(s, n.size()); });
	q.submit([&](sycl::handler &h) { h.mem_advise(s, n.size(), 0); });
	q.prefetch(s, 4, { e });
	q.submit([&](sycl::handler &h) { h.memset(d, 1, 4); });
	q.submit([&](sycl::handler &h) { h.copy(h0, s, 2); }).wait();
	check(s[0] == T(3));
	q.submit([&](sycl::handler &h) {
		sycl::accessor s2(x, h, sycl::read_only);
		h.parallel_for(n, [=](sycl::id<D> i) { (void)s2[i]; });
	});
	for (T *p : { d, s, h0 })
		sycl::free(p, q);
}
/* Elements of other types get the bytes as they are; the number of bytes says what fits. */
void bytes_of_others()
{
	sycl::queue q;
	const float values[] = { 1.5f, -2.0f, 0.25f, 8.0f };
	float back[4] = {};
	unsigned char bytes[16] = {};
	std::uint32_t words[4] = {};
	sycl::buffer<float> floats(values, sycl::range<1>(4));
	sycl::buffer<std::uint64_t, 2> pairs(sycl::range<2>(2, 1));
	sycl::buffer<short> few(sycl::range<1>(7));

	q.submit([&](sycl::handler &h) { sycl::accessor from(floats, h, sycl::read_only); h.copy(from, bytes); }).wait();
	q.submit([&](sycl::handler &h) { sycl::accessor from(floats, h, sycl::read_only); h.copy(from, static_cast<void *>(words)); }).wait();
	check(std::memcmp(bytes, values, 16) == 0 && std::memcmp(words, values, 16) == 0);
	q.submit([&](sycl::handler &h) {
		sycl::accessor from(floats, h, sycl::read_only);
		sycl::accessor to(pairs, h, sycl::write_only);
		h.copy(from, to);
	}).wait();
	q.copy(sycl::accessor(pairs, sycl::read_only), back).wait();
	check(std::memcmp(back, values, 16) == 0);
	words[0] = 0x40000000;
	q.copy(static_cast<const std::uint32_t *>(words), sycl::accessor(floats, sycl::write_only)).wait();
	check(sycl::host_accessor(floats)[0] == 2.0f && sycl::host_accessor(floats)[3] == 8.0f);
	bool refused = false;
	try {
		q.copy(sycl::accessor(floats, sycl::read_only), sycl::accessor(few, sycl::write_only));
	} catch (const sycl::exception &e) {
		refused = e.code() == sycl::errc::invalid;
	}
	check(refused);
}
/* Parts of buffers, of other shapes on both sides: the elements keep the order of their linear ids. */
void boxes()
{
	sycl::queue q;
	const sycl::range<2> size(7, 30);
	const sycl::range<3> cube(4, 5, 9);
	const std::pair<sycl::range<2>, sycl::id<2>> froms[] = { { { 4, 6 }, { 3, 5 } }, { { 2, 12 }, { 0, 18 } }, { { 1, 24 }, { 6, 0 } }, { { 4, 30 }, { 2, 0 } } };
	const std::pair<sycl::range<3>, sycl::id<3>> tos[] = { { { 2, 3, 4 }, { 1, 2, 5 } }, { { 1, 4, 6 }, { 3, 0, 2 } }, { { 3, 2, 4 }, { 0, 0, 0 } }, { { 3, 5, 8 }, { 1, 0, 0 } } };

	for (const auto &[extent, offset] : froms)
		for (const auto &[wide, place] : tos) {
			if (wide.size() < extent.size())
				continue;
			sycl::buffer<int, 2> from(size);
			sycl::buffer<int, 3> to(cube), bytes(cube);
			std::vector<int> out(extent.size());
			{
				sycl::host_accessor a(from);
				sycl::host_accessor b(to), c(bytes);
				std::iota(a.begin(), a.end(), 1000);
				std::fill(b.begin(), b.end(), -1);
				std::fill(c.begin(), c.end(), -1);
			}
			q.submit([&, extent = extent, offset = offset, wide = wide, place = place](sycl::handler &h) {
				h.copy(sycl::accessor(from, h, extent, offset, sycl::read_only), sycl::accessor(to, h, wide, place, sycl::write_only));
			});
			q.submit([&, extent = extent, offset = offset](sycl::handler &h) {
				 h.copy(sycl::accessor(from, h, extent, offset, sycl::read_only), out.data());
			 }).wait();
			if (wide.size() == extent.size())
				q.submit([&, wide = wide, place = place](sycl::handler &h) {
					h.copy(reinterpret_cast<const short *>(out.data()), sycl::accessor(bytes, h, wide, place, sycl::write_only));
				});
			sycl::host_accessor a(from);
			sycl::host_accessor b(to), c(bytes), part(to, wide, place);
			std::size_t n = 0, changed = 0;

			for (std::size_t i = 0; i < extent[0]; i++)
				for (std::size_t j = 0; j < extent[1]; j++, n++) {
					const std::size_t x = n / (wide[1] * wide[2]), y = n / wide[2] % wide[1], z = n % wide[2];
					const int want = a[i + offset[0]][j + offset[1]];

					check(want == int(1000 + (i + offset[0]) * 30 + j + offset[1]));
					check(out[n] == want && b[x + place[0]][y + place[1]][z + place[2]] == want);
					check(wide.size() != extent.size() || c[x + place[0]][y + place[1]][z + place[2]] == want);
					check(part.begin()[std::ptrdiff_t(n)] == want);
				}
			for (int v : b)
				changed += v != -1;
			check(changed == n);
		}
}
int main()
{
	boxes();
	copies<int, 1>();
	copies<int, 2>();
	copies<int, 3>();
	copies<double, 2>();
	copies<unsigned char, 3>();
	copies<short, 1>();
	copies<sycl::half, 1>();
	bytes_of_others();
	return done();
}
