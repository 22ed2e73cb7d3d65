/* 4.12.4: what kernels get as captures: numbers, arrays, structs, pointers, accessors in structs and arrays, vecs, samplers, optionals and large objects. */
#include <sycl/sycl.hpp>

#include <complex>
#include <optional>
#include <tuple>
#include <variant>

#include "../check.hpp"

using namespace sycl;

struct views {
	accessor<int, 1, access_mode::read> in;
	struct {
		accessor<int, 1, access_mode::read_write> out[2];
		int factor;
	} deep;
};
struct large {
	double v[120];
	char tail;
};
struct alignas(64) aligned {
	int v;
};
struct not_trivial {
	not_trivial(int n) : v(n) {}
	not_trivial(const not_trivial &o) : v(o.v) {}
	~not_trivial() {}
	int v;
};
template <>
struct sycl::is_device_copyable<not_trivial> : std::true_type {};
enum class kind : unsigned char { a = 200 };

int main()
{
	queue q;
	buffer<int> in(range<1>(4)), out0(range<1>(4)), out1(range<1>(4));
	q.submit([&](handler &h) { accessor a(in, h, write_only, no_init); h.parallel_for(4, [=](id<1> i) { a[i] = int(i[0]) + 1; }); });
	q.submit([&](handler &h) {
		const views v{ { in, h }, { { { out0, h }, { out1, h } }, 10 } };
		h.parallel_for(4, [=](id<1> i) { v.deep.out[0][i] = v.in[i] * v.deep.factor, v.deep.out[1][i] = -v.in[i]; });
	});
	q.submit([&](handler &h) {
		std::array<accessor<int>, 2> a{ accessor<int>(out0, h), accessor<int>(out1, h) };
		const std::tuple t(accessor<int, 1, access_mode::read>(in, h), 3, 2.5f);
		h.parallel_for(4, [=](id<1> i) { a[0][i] += std::get<0>(t)[i] * std::get<1>(t), a[1][i] += int(std::get<2>(t) * 2); });
	});
	const host_accessor h0(out0, read_only), h1(out1, read_only);
	check(h0[3] == 52 && h1[3] == 1 && h0[0] == 13);

	bool *const right = malloc_shared<bool>(5, q);
	large l{};
	l.v[119] = 4.5, l.tail = 'z';
	const aligned al{ 7 };
	const not_trivial n(11);
	const std::optional<int> some = 5, none;
	const std::pair<short, double> p(short(3), 2.5);
	const char text[] = "words";
	int matrix[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	const float4 v(1, 2, 3, 4);
	const marray<half, 3> m(half(1), half(2), half(3));
	const std::variant<int, float> either = 2.5f;
	int large::*nothing = nullptr;
	(void)nothing;
	const kind k = kind::a;
	const bool yes = true;
	const long long big = 1LL << 40;
	unsigned char byte = 255;
	const std::array<std::complex<float>, 2> c{ { { 1, 2 }, { 3, 4 } } };
	const id<3> three(1, 2, 3);
	const range<2> two(4, 5);
	q.single_task([=] {
		right[0] = l.v[119] == 4.5 && l.tail == 'z' && al.v == 7 && reinterpret_cast<std::uintptr_t>(&al) % 64 == 0 && n.v == 11;
		right[1] = some && *some == 5 && !none && p.first == 3 && p.second == 2.5 && text[4] == 's' && matrix[1][2] == 6;
		right[2] = v[3] == 4 && m[2] == half(3) && std::get_if<float>(&either) && *std::get_if<float>(&either) == 2.5f;
		right[3] = k == kind::a && yes && big == 1LL << 40 && byte == 255 && c[1].imag() == 4 && three[2] == 3 && two.size() == 20;
	}).wait();
	for (int i = 0; i < 4; i++)
		check(right[i]);
	static_assert(is_device_copyable_v<not_trivial> && is_device_copyable_v<const not_trivial> && is_device_copyable_v<std::pair<int, not_trivial>> && is_device_copyable_v<std::tuple<not_trivial, int>> && is_device_copyable_v<std::array<not_trivial, 2>>
		&& is_device_copyable_v<std::optional<int>> && is_device_copyable_v<std::variant<int, not_trivial>> && is_device_copyable_v<not_trivial[3]> && !is_device_copyable_v<std::string> && !is_device_copyable_v<std::vector<int>>);
	free(right, q);
	return done();
}
