/* 4.14.2.2: swizzles read, write, are operands and functions' arguments. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

/* What can be assigned and computed: a view of distinct elements, one with an element twice, one of a const vec. */
#define HAS(NAME, OP)                                                                             \
	template <typename Left, typename Right, typename = void>                                 \
	constexpr bool NAME = false;                                                              \
	template <typename Left, typename Right>                                                  \
	constexpr bool NAME<Left, Right, std::void_t<decltype(std::declval<Left>() OP std::declval<Right>())>> = true;
HAS(assigns, =)
HAS(adds, +)
HAS(adds_to, +=)
HAS(shifts, <<)
HAS(compares, <)

/* Names of elements: letters of up to four, colors of four. */
#define NAMED(NAME)                                                                               \
	template <typename Vec, typename = void>                                                  \
	constexpr bool has_##NAME = false;                                                        \
	template <typename Vec>                                                                   \
	constexpr bool has_##NAME<Vec, std::void_t<decltype(std::declval<Vec>().NAME())>> = true;
NAMED(x)
NAMED(z)
NAMED(r)
NAMED(a)
NAMED(s0)
NAMED(s7)
NAMED(sF)
NAMED(zyx)
NAMED(bgr)

template <int Count>
constexpr bool names()
{
	using vec = sycl::vec<float, Count>;

	static_assert(has_x<vec> == (Count <= 4) && has_z<const vec> == (Count == 3 || Count == 4));
	static_assert(has_r<vec> == (Count == 4) && has_a<const vec> == (Count == 4));
	static_assert(has_zyx<vec> == (Count == 3 || Count == 4) && has_bgr<const vec> == (Count == 4));
	static_assert(has_s0<vec> && has_s7<const vec> == (Count >= 8) && has_sF<vec> == (Count == 16));
	return true;
}
static_assert(names<1>() && names<2>() && names<3>() && names<4>() && names<8>() && names<16>());

/* A swizzle has as many elements as a vec can have, and each is there. */
template <typename List, typename Vec, typename = void>
constexpr bool can_choose = false;
template <int... Indices, typename Vec>
constexpr bool can_choose<std::integer_sequence<int, Indices...>, Vec, std::void_t<decltype(std::declval<Vec>().template swizzle<Indices...>())>> = true;
template <int... Indices>
using list = std::integer_sequence<int, Indices...>;

template <typename Four, typename Three>
constexpr bool choices()
{
	static_assert(can_choose<list<3>, Four> && can_choose<list<2, 2>, Four> && can_choose<list<0, 1, 2, 3, 0, 1, 2, 3>, Four>);
	static_assert(!can_choose<list<>, Four> && !can_choose<list<0, 1, 2, 3, 0>, Four> && !can_choose<list<4>, Four> && !can_choose<list<0, -1>, Four>);
	static_assert(can_choose<list<2, 1, 0, 0>, Three> && !can_choose<list<3>, Three>);
	return true;
}
using four = sycl::vec<int, 4>;
using three = sycl::vec<int, 3>;
static_assert(choices<four, three>() && choices<const four, const three>());
static_assert(choices<decltype(four().wzyx()), decltype(four().swizzle<3, 1, 2>())>());

/* An object that converts to a vec is an operand as that. */
template <typename T>
struct like_pair {
	operator sycl::vec<T, 2>() const { return { T(5), T(6) }; }
};

template <typename T>
constexpr bool views()
{
	using pair = sycl::vec<T, 2>;
	using view = decltype(std::declval<sycl::vec<T, 4> &>().template swizzle<1, 0>());
	using twice = decltype(std::declval<sycl::vec<T, 4> &>().template swizzle<1, 1>());
	using constant = decltype(std::declval<const sycl::vec<T, 4> &>().template swizzle<1, 0>());
	using triple = decltype(std::declval<const sycl::vec<T, 4> &>().template swizzle<3, 2, 0>());

	static_assert(assigns<view, pair> && assigns<view, view> && assigns<view, constant> && assigns<view, twice> && assigns<view, int> && !assigns<view, triple>);
	static_assert(!assigns<twice, pair> && !assigns<twice, view> && !assigns<twice, int> && !assigns<constant, pair> && !assigns<constant, view> && !assigns<constant, int>);
	static_assert(!assigns<twice &, twice> && !assigns<constant &, constant> && assigns<view &, view>);
	static_assert(adds<view, like_pair<T>> && adds<like_pair<T>, constant> && compares<twice, like_pair<T>> && adds_to<view, like_pair<T>> && !adds<triple, like_pair<T>>);
	static_assert(adds_to<view, int> && adds_to<view, constant> && adds_to<view, pair> && !adds_to<view, triple> && !adds_to<twice, pair> && !adds_to<constant, pair> && !adds_to<constant, T>);
	static_assert(adds<constant, constant> && adds<constant, twice> && adds<twice, view> && adds<constant, int> && adds<T, constant> && adds<pair, constant> && !adds<constant, triple>);
	static_assert(compares<triple, triple> && compares<view, T> && shifts<view, constant> == std::is_integral_v<T> && shifts<pair, int> == std::is_integral_v<T>);
	static_assert(std::is_same_v<decltype(std::declval<constant>()[0]), const T &> && std::is_same_v<decltype(std::declval<view>()[0]), T &>);
	static_assert(std::is_same_v<decltype(std::declval<constant>().y()), const T &> && std::is_same_v<decltype(std::declval<view>().y()), T &>);
	static_assert(std::is_same_v<typename constant::element_type, T> && std::is_same_v<typename constant::value_type, T> && constant::size() == 2 && triple::byte_size() == 4 * sizeof(T));
	static_assert(std::is_same_v<decltype(+std::declval<constant>()), pair> && std::is_convertible_v<constant, pair> && !std::is_convertible_v<constant, T>);
	return true;
}
static_assert(views<int>() && views<float>() && views<unsigned char>() && views<sycl::half>());
static_assert(!adds<sycl::vec<std::byte, 4>, sycl::vec<std::byte, 4>> && !shifts<sycl::vec<std::byte, 4>, int> && !adds<sycl::int2, sycl::int3> && !adds<sycl::int2, sycl::float2>);

/* Swizzles of a const vec show what it holds now; one element is a number on each side. */
static int wrong()
{
	using namespace sycl;
	float4 v(1, 2, 3, 4);
	const float4 &c = v;
	const auto &ends = c.swizzle<3, 0>();
	int n = 0;

	v.x() = 9;
	n += ends[1] != 9 || ends.hi() != 9 || ends.swizzle<1, 1, 0, 0>()[1] != 9 || c.lo().x() != 9 || c.odd()[1] != 4;
	v.lo() = c.hi();
	n += !all(v == float4(3, 4, 3, 4)) || !all(c.wzyx() == float4(4, 3, 4, 3)) || !all(c.wzyx().xy() * 2 - ends == float2(4, 3));
	v = v * v.swizzle<0>() + c.swizzle<1>();
	n += !all(v == float4(13, 16, 13, 16));
	const vec<float, 1> one = c.swizzle<1>(), two(c.swizzle<2>());
	n += one != 16 || two[0] != 13 || !all(v.wzyx() - one == float4(0, -3, 0, -3)) || !all(one / v == float4(16.0f / 13, 1, 16.0f / 13, 1));
	v = one;
	v.zw() = two;
	v.swizzle<1>() = two + 1;
	n += !all(v == float4(16, 14, 13, 13)) || !all(float3(c.xy(), 1) == float3(16, 14, 1)) || !all(max(c.xy(), c.yz()) == float2(16, 14));
	float4 o = c;
	o.yx() = like_pair<float>() + o.yx();
	o.zw() -= like_pair<float>();
	n += !all(o == float4(22, 19, 8, 7));
	const bool less = c.swizzle<1>() < 15;
	const int whole = c.swizzle<1>();
	float kept[4] = {};
	c.wzyx().store(0, private_ptr<float>(kept));
	n += !less || whole != 14 || kept[2] != 14 || c.xyz().as<int3>()[0] != 0x41800000 || c.xy().convert<short>()[1] != 14;
	v.yx().load(1, private_ptr<const float>(kept));
	n += !all(v.xy() == float2(16, 14)) || length(c.xy() - c.xy()) != 0;
	half4 h(1, 2, 3, 4);
	h = 2.0f * h + h.swizzle<1>();
	n += !all(h == half4(4, 6, 8, 10)) || float(h.swizzle<0>()) != 4 || half(h.swizzle<1>()) != 6;
	return n;
}

int main()
{
	using namespace sycl;
	queue q;
	int *const counted = malloc_shared<int>(1, q);
	q.single_task([=] { *counted = wrong(); }).wait();
	check(*counted == 0 && wrong() == 0);
	free(counted, q);
	float4 v(1, 2, 3, 4);
	const float4 c(5, 6, 7, 8);

	v.xy() = c.swizzle<elem::w, elem::z>();
	check(v[0] == 8 && v[1] == 7 && v[2] == 3);
	v.swizzle<3, 0>() = float2(-1, -2);
	check(v.w() == -1 && v.x() == -2);
	v.lo() += v.hi();
	check(v.x() == 1 && v.y() == 6);
	v.odd() *= 2.0f;
	check(v[1] == 12 && v[3] == -2);
	const float2 sum = v.xy() + c.zw() - 1.0f;
	check(sum[0] == 7 && sum[1] == 19 && dot(v.xy(), c.xy()) == 5 + 72 && sycl::max(v.zw(), c.xy())[0] == 5);
	float x = v.z();
	x += c.x();
	check(x == 8);
	const auto nested = c.wzyx().swizzle<1, 0>();
	check(nested[0] == 7 && nested[1] == 8);
	int16 wide(0);
	wide.s9() = 4, wide.sF() = 5;
	check(wide[9] == 4 && wide.hi().hi()[3] == 5 && wide.even().even().odd()[0] == 0);
	v.xyz() = float3(0);
	check(v.x() == 0 && v.y() == 0 && v.z() == 0 && v.w() == -2);
	v = float4(v.yx(), c.xy());
	check(v[2] == 5 && all(v.xy() == float2(0)));
	return done();
}
