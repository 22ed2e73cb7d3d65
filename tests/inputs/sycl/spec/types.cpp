// Specialization constants of every type and place: not set, set, set again.
#include <sycl/sycl.hpp>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <iostream>
#include <stdexcept>
#include <tuple>
#include <type_traits>
#include <utility>

using sycl::specialization_id;

enum class colour : std::uint8_t { red, green = 7, blue };
enum plain { none, some = -3 };

struct nested {
	constexpr nested(float x, float y) : a(x + 1), b(y + 1) {}
	float a, b;
};

struct composite {
	constexpr composite(int i, float a, float b) : x(i), n(a, b) {}
	int x;
	nested n;
};

struct gaps {
	char c;
	double d;
	short s[3];
	bool b;
	long long l;
	char end;
};

struct deep {
	gaps g[2];
	std::array<std::array<short, 3>, 2> matrix;
	sycl::vec<float, 4> v;
	colour hue;
};

struct tiny {
	signed char a, b, c;
};

enum class truth : bool { no, yes };

struct base {
	int x;
	char c;
};
// Its members may stand in the padding of the base.
struct derived : base {
	char d;
	short s;
};

constexpr specialization_id<int> an_int(42);
static constexpr specialization_id<bool> a_bool(true);
inline constexpr specialization_id<double> a_double(2.5);
specialization_id<float> const a_float { 1.5f };
constexpr specialization_id<std::int8_t> a_byte(-7);
constexpr specialization_id<std::uint16_t> a_short(65000);
constexpr specialization_id<std::int64_t> a_long(-5000000000);
constexpr specialization_id<char32_t> a_character(U'\u00e9');
constexpr specialization_id<colour> a_colour(colour::green);
constexpr specialization_id<plain> a_plain(some);
constexpr specialization_id<sycl::half> a_half(0.5f);
constexpr specialization_id<sycl::vec<int, 2>> a_pair(3, 4);
constexpr specialization_id<sycl::vec<double, 3>> three_doubles(1.0, 2.0, 3.0);
constexpr specialization_id<sycl::vec<std::int8_t, 16>> bytes(std::int8_t(9));
constexpr specialization_id<std::array<int, 5>> an_array(std::array<int, 5> { 1, 2, 3, 4, 5 });
constexpr specialization_id<std::array<int, 5>> zeros;
constexpr specialization_id<composite> a_composite(1, 2.0f, 3.0f);
constexpr specialization_id<nested> a_nested(4.0f, 5.0f);
constexpr specialization_id<gaps> with_gaps(gaps { 1, 2.0, { 3, 4, 5 }, true, 6, 7 });
constexpr specialization_id<gaps> zero_gaps;
constexpr specialization_id<deep> a_deep(deep { { { 1, 2.0, { 3, 4, 5 }, true, 6, 7 }, { 8, 9.0, { 10, 11, 12 }, false, 13, 14 } },
	{ { { 1, 2, 3 }, { 4, 5, 6 } } }, { 1, 2, 3, 4 }, colour::blue });
constexpr specialization_id<tiny> a_tiny(tiny { 1, -2, 3 });
constexpr specialization_id<truth> a_truth(truth::yes);
constexpr specialization_id<std::pair<int, char>> two_types(1, 'x');
constexpr specialization_id<std::tuple<int, double>> a_tuple(7, 2.5);
constexpr specialization_id<derived> a_derived(derived { { 1, 2 }, 3, 4 });

namespace outer::inner {
inline constexpr specialization_id<int> an_int(43);
}
namespace outer {
inline namespace version {
constexpr specialization_id<int> versioned(44);
}
namespace {
constexpr specialization_id<int> hidden(45);
}
}
struct holder {
	static constexpr specialization_id<int> member { 46 };
	struct within {
		static constexpr specialization_id<int> member { 47 };
	};
};
template <typename T, int N>
struct generic {
	static constexpr specialization_id<T> member { N };
};
template <typename T>
constexpr specialization_id<T> variable(48);
template <typename T>
inline constexpr specialization_id<T> inline_variable(49);

// The device and the bytes of the value.
template <typename T>
bool equal(const T &a, const T &b)
{
	return a == b;
}
bool equal(const sycl::half &a, const sycl::half &b) { return static_cast<float>(a) == static_cast<float>(b); }
bool equal(const nested &a, const nested &b) { return a.a == b.a && a.b == b.b; }
bool equal(const composite &a, const composite &b) { return a.x == b.x && equal(a.n, b.n); }
bool equal(const gaps &a, const gaps &b)
{
	return a.c == b.c && a.d == b.d && std::memcmp(a.s, b.s, sizeof a.s) == 0 && a.b == b.b && a.l == b.l && a.end == b.end;
}
bool equal(const derived &a, const derived &b) { return a.x == b.x && a.c == b.c && a.d == b.d && a.s == b.s; }
bool equal(const tiny &a, const tiny &b) { return a.a == b.a && a.b == b.b && a.c == b.c; }
template <typename T, int N>
bool equal(const sycl::vec<T, N> &a, const sycl::vec<T, N> &b)
{
	for (int i = 0; i < N; i++)
		if (a[i] != b[i])
			return false;
	return true;
}
bool equal(const deep &a, const deep &b)
{
	return equal(a.g[0], b.g[0]) && equal(a.g[1], b.g[1]) && a.matrix == b.matrix && equal(a.v, b.v) && a.hue == b.hue;
}

template <auto &Id>
struct reads;

template <auto &Id>
using value_of = typename std::remove_cv_t<std::remove_reference_t<decltype(Id)>>::value_type;

// What a kernel sees; set is called with the handler first.
template <auto &Id>
bool kernel_sees(sycl::queue &q, const value_of<Id> &wanted, const std::function<void(sycl::handler &)> &set)
{
	using T = value_of<Id>;
	T *out = sycl::malloc_shared<T>(1, q);

	std::memset(static_cast<void *>(out), 0x5a, sizeof *out);
	q.submit([&](sycl::handler &h) {
		set(h);
		h.single_task<reads<Id>>([=](sycl::kernel_handler k) { *out = k.get_specialization_constant<Id>(); });
	}).wait();
	const bool right = equal(*out, wanted);
	sycl::free(out, q);
	return right;
}

int failures;

template <auto &Id>
void check(sycl::queue &q, const char *name, const value_of<Id> &standard, const value_of<Id> &other)
{
	const bool right = kernel_sees<Id>(q, standard, [&](sycl::handler &h) {
			if (!equal(h.get_specialization_constant<Id>(), standard))
				throw std::runtime_error("the handler has another default value");
		})
		&& kernel_sees<Id>(q, other, [&](sycl::handler &h) {
			h.set_specialization_constant<Id>(other);
			if (!equal(h.get_specialization_constant<Id>(), other))
				throw std::runtime_error("the handler has not kept the value");
		})
		&& kernel_sees<Id>(q, standard, [&](sycl::handler &h) {
			h.set_specialization_constant<Id>(other);
			h.set_specialization_constant<Id>(standard);
		})
		&& kernel_sees<Id>(q, other, [&](sycl::handler &h) {
			h.set_specialization_constant<Id>(standard);
			h.set_specialization_constant<Id>(other);
		});

	if (!right) {
		std::cout << "wrong: " << name << '\n';
		failures++;
	}
}

#define CHECK(id, ...) check<id>(q, #id, __VA_ARGS__)

int main()
{
	sycl::queue q;
	const gaps one = { 1, 2.0, { 3, 4, 5 }, true, 6, 7 }, two = { 8, 9.0, { 10, 11, 12 }, false, 13, 14 };

	CHECK(an_int, 42, -1);
	CHECK(a_bool, true, false);
	CHECK(a_double, 2.5, -1e300);
	CHECK(a_float, 1.5f, 3e-30f);
	CHECK(a_byte, -7, 100);
	CHECK(a_short, 65000, 1);
	CHECK(a_long, -5000000000, 1);
	CHECK(a_character, U'\u00e9', U'a');
	CHECK(a_colour, colour::green, colour::red);
	CHECK(a_plain, some, none);
	CHECK(a_half, sycl::half(0.5f), sycl::half(-2.0f));
	CHECK(a_pair, { 3, 4 }, { -1, 5 });
	CHECK(three_doubles, { 1.0, 2.0, 3.0 }, { 0.0, -0.5, 8.0 });
	CHECK(bytes, sycl::vec<std::int8_t, 16>(std::int8_t(9)), sycl::vec<std::int8_t, 16>(std::int8_t(-3)));
	CHECK(an_array, { 1, 2, 3, 4, 5 }, { 5, 4, 3, 2, 1 });
	CHECK(zeros, {}, { 0, 0, 0, 0, 1 });
	CHECK(a_composite, { 1, 2.0f, 3.0f }, { 5, 6.0f, 7.0f });
	CHECK(a_nested, { 4.0f, 5.0f }, { -4.0f, 0.0f });
	CHECK(with_gaps, one, two);
	CHECK(zero_gaps, gaps(), two);
	CHECK(a_deep, { { one, two }, { { { 1, 2, 3 }, { 4, 5, 6 } } }, { 1, 2, 3, 4 }, colour::blue },
		{ { two, one }, { { { 7, 8, 9 }, { -4, 5, 6 } } }, { 5, 6, 7, 8 }, colour::red });
	CHECK(a_tiny, { 1, -2, 3 }, { 4, 5, -6 });
	CHECK(a_truth, truth::yes, truth::no);
	CHECK(two_types, { 1, 'x' }, { -1, 'y' });
	CHECK(a_tuple, { 7, 2.5 }, { -7, 1e10 });
	CHECK(a_derived, { { 1, 2 }, 3, 4 }, { { -5, 6 }, 7, -8 });
	CHECK(outer::inner::an_int, 43, 1);
	CHECK(outer::versioned, 44, 1);
	CHECK(outer::hidden, 45, 1);
	CHECK(holder::member, 46, 1);
	CHECK(holder::within::member, 47, 1);
	check<generic<int, 5>::member>(q, "generic<int, 5>", 5, 1);
	check<generic<float, 6>::member>(q, "generic<float, 6>", 6.0f, 1.0f);
	CHECK(variable<int>, 48, 1);
	CHECK(variable<long>, 48, 1);
	CHECK(inline_variable<short>, 49, 1);
	std::cout << (failures ? "wrong" : "right") << '\n';
	return failures != 0;
}
