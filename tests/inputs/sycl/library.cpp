/*
 * What C++20's library has for kernels: containers of a fixed size, algorithms, views, numbers. With a
 * number as argument a kernel does what throws on the host, where it must end the program.
 */
#include <sycl/sycl.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <bitset>
#include <chrono>
#include <complex>
#include <concepts>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <numeric>
#include <optional>
#include <ranges>
#include <span>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>

#include "check.hpp"

struct base {
	int a = 1;
	constexpr int get() const { return a; }
};
struct derived : virtual base {
	int b = 2;
};
template <std::integral T>
static T twice(T x) { return x + x; }

static void library()
{
	constexpr int most = 64;
	sycl::queue q;
	int *r = sycl::malloc_shared<int>(most, q), n = 0;

	std::fill_n(r, most, 0);
	r[0] = 3;
	q.single_task([=] {
		int to = 1;
		const int three = r[0];
		std::array<int, 8> a{ 1, 2, three, 4, 5, 7, 8, 9 };

		r[to++] = std::is_sorted(a.begin(), a.end()) && std::accumulate(a.begin(), a.end(), 0) == 39 && a.at(three) == 4;
		std::optional<int> o;
		r[to++] = !o.has_value() && o.value_or(3) == three;
		o = 4;
		r[to++] = *o == 4 && o.value() == 4;
		std::tuple<int, float, char> t{ 1, 2.f, 'c' };
		auto [x, y, z] = t;
		r[to++] = x == 1 && y == 2 && z == 'c' && std::get<1>(t) == 2;
		r[to++] = std::apply([](int p, float f, char c) { return p + static_cast<int>(f) + (c == 'c'); }, t) == 4;
		std::variant<int, float> v = 3.f;
		r[to++] = v.index() == 1 && std::get<1>(v) == 3.f && std::get_if<int>(&v) == nullptr;
		v = three;
		r[to++] = std::holds_alternative<int>(v) && std::get<int>(v) == three;
		r[to++] = std::visit([](auto held) { return static_cast<int>(held) * 2; }, v) == 2 * three;
		std::bitset<40> b;
		b.set(static_cast<std::size_t>(three));
		b.flip(39);
		r[to++] = b.count() == 2 && b.test(39);
		std::string_view s = "hello world";
		r[to++] = s.find("wor") == 6 && s.substr(0, 5) == "hello" && s.size() == 11 && s.starts_with("he");
		r[to++] = std::bit_cast<unsigned>(1.f) == 0x3f800000 && std::popcount(255u) == 8 && std::countl_zero(1u) == 31
			&& std::rotl(1u, 31) == 0x80000000u;
		std::complex<float> c(1, 2), d = c * c;
		r[to++] = d.real() == -3 && d.imag() == 4 && std::abs(std::complex<float>(3, 4)) == 5;
		char from[300], copy[300];
		std::memset(from, 7, sizeof from);
		std::memcpy(copy, from, sizeof copy);
		r[to++] = copy[299] == 7 && std::memcmp(from, copy, sizeof copy) == 0;
		int p1 = 1, p2 = 2;
		std::swap(p1, p2);
		r[to++] = p1 == 2 && std::exchange(p1, 9) == 2 && p1 == 9 && std::invoke(std::plus<>{}, 2, 3) == 5;
		r[to++] = std::min({ 4, 2, 6 }) == 2 && std::clamp(5, 1, three) == three && std::gcd(12, 18) == 6 && std::lcm(4, 6) == 12
			&& std::midpoint(2, 8) == 5;
		std::span<int> part(a);
		r[to++] = part.subspan(2, 3).size() == 3 && part.back() == 9;
		int sum = 0;
		for (int e : a | std::views::filter([](int k) { return k % 2; }) | std::views::transform([](int k) { return k * k; }))
			sum += e;
		r[to++] = sum == 1 + 9 + 25 + 49 + 81 && std::ranges::max(a) == 9 && twice(4) == 8;
		r[to++] = std::find(a.begin(), a.end(), 8) - a.begin() == 6 && std::binary_search(a.begin(), a.end(), 7)
			&& std::lower_bound(a.begin(), a.end(), 6) - a.begin() == 5;
		std::reverse(a.begin(), a.end());
		r[to++] = a[0] == 9;
		std::rotate(a.begin(), a.begin() + 1, a.end());
		r[to++] = a[7] == 9;
		std::make_heap(a.begin(), a.end());
		std::pop_heap(a.begin(), a.end());
		r[to++] = a.back() == 9;
		std::iota(a.begin(), a.end(), 1);
		r[to++] = std::inner_product(a.begin(), a.end(), a.begin(), 0) == 204 && std::reduce(a.begin(), a.end()) == 36
			&& std::transform_reduce(a.begin(), a.end(), 0, std::plus<>(), [](int k) { return k + 1; }) == 44;
		derived e;
		r[to++] = e.a + e.b == three && e.get() == 1;
		std::pair<int, int> pair{ 1, 2 };
		r[to++] = pair < std::pair{ 1, three } && std::max(pair, { 2, 0 }).first == 2;
		using namespace std::chrono_literals;
		r[to++] = std::chrono::duration_cast<std::chrono::milliseconds>(2s).count() == 2000;
		r[to] = -1;
	}).wait();
	for (n = 1; n < most && r[n] != -1; n++)
		if (!r[n])
			std::printf("fact %d is wrong\n", n), failures++;
	check(n == 26);
	sycl::free(r, q);
}

/* Never returns for 1 to 4. */
static void fails(int what)
{
	sycl::queue q;
	int *r = sycl::malloc_shared<int>(1, q);

	*r = 9;
	q.single_task([=] {
		const std::array<int, 4> a{ 1, 2, 3, 4 };
		const std::optional<int> o;
		const std::variant<int, float> v = 2.f;
		const std::string_view text = "text";

		switch (what) {
		case 1: *r = a.at(static_cast<std::size_t>(*r)); break;
		case 2: *r = o.value(); break;
		case 3: *r = std::get<int>(v); break;
		case 4: *r = static_cast<int>(text.substr(static_cast<std::size_t>(*r)).size()); break;
		default: *r = a.at(2);
		}
	}).wait();
	check(*r == 3);
	sycl::free(r, q);
}

int main(int argc, char **argv)
{
	library();
	fails(argc > 1 ? std::atoi(argv[1]) : 0);
	return done();
}
