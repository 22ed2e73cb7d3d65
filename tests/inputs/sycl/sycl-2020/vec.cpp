/* SYCL 2020, 4.14.2 and 4.14.3: vec, its swizzles, and marray. */
#define SYCL_SIMPLE_SWIZZLES
#include <sycl/sycl.hpp>
#include <limits>
#include <type_traits>
#include "../check.hpp"

using sycl::marray;
using sycl::vec;

/* --- types --- */

template <typename V, typename T, int N>
constexpr bool is_vec_of = std::is_same_v<V, vec<T, N>>;
#define ALIASES(NAME, T) \
	static_assert(is_vec_of<sycl::NAME##2, T, 2> && is_vec_of<sycl::NAME##3, T, 3> && is_vec_of<sycl::NAME##4, T, 4>); \
	static_assert(is_vec_of<sycl::NAME##8, T, 8> && is_vec_of<sycl::NAME##16, T, 16>); \
	static_assert(std::is_same_v<sycl::m##NAME##2, marray<T, 2>> && std::is_same_v<sycl::m##NAME##3, marray<T, 3>>); \
	static_assert(std::is_same_v<sycl::m##NAME##4, marray<T, 4>> && std::is_same_v<sycl::m##NAME##8, marray<T, 8>>); \
	static_assert(std::is_same_v<sycl::m##NAME##16, marray<T, 16>>)
ALIASES(char, std::int8_t);
ALIASES(uchar, std::uint8_t);
ALIASES(short, std::int16_t);
ALIASES(ushort, std::uint16_t);
ALIASES(int, std::int32_t);
ALIASES(uint, std::uint32_t);
ALIASES(long, std::int64_t);
ALIASES(ulong, std::uint64_t);
ALIASES(half, sycl::half);
ALIASES(float, float);
ALIASES(double, double);
static_assert(std::is_same_v<sycl::mbool3, marray<bool, 3>>);

template <typename T, int N>
constexpr bool layout()
{
	constexpr int room = N == 3 ? 4 : N;

	static_assert(sizeof(vec<T, N>) == room * sizeof(T) && alignof(vec<T, N>) == room * sizeof(T));
	static_assert(vec<T, N>::size() == N && vec<T, N>::byte_size() == room * sizeof(T));
	static_assert(noexcept(vec<T, N>::size()) && noexcept(vec<T, N>::byte_size()));
	static_assert(std::is_same_v<typename vec<T, N>::element_type, T> && std::is_same_v<typename vec<T, N>::value_type, T>);
	static_assert(std::is_trivially_copyable_v<vec<T, N>> && sycl::is_device_copyable_v<vec<T, N>> && std::is_default_constructible_v<vec<T, N>>);
	static_assert(sizeof(marray<T, N>) == N * sizeof(T) && std::is_trivially_copyable_v<marray<T, N>> && marray<T, N>::size() == N);
	return true;
}
template <typename T>
constexpr bool layouts = layout<T, 1>() && layout<T, 2>() && layout<T, 3>() && layout<T, 4>() && layout<T, 8>() && layout<T, 16>();
static_assert(layouts<bool> && layouts<std::int8_t> && layouts<std::uint16_t> && layouts<int> && layouts<std::uint64_t>);
static_assert(layouts<sycl::half> && layouts<float> && layouts<double>);
static_assert(std::is_same_v<decltype(vec(1, 2, 3)), vec<int, 3>> && std::is_same_v<decltype(marray(1.0f, 2.0f)), marray<float, 2>>);
static_assert(std::is_same_v<marray<int, 5>::reference, int &> && std::is_same_v<marray<int, 5>::const_iterator, const int *>);
static_assert(std::is_convertible_v<vec<int, 1>, int> && !std::is_convertible_v<vec<int, 2>, int> && std::is_convertible_v<marray<int, 1>, int>);
static_assert(!std::is_convertible_v<int, marray<int, 2>> && std::is_constructible_v<marray<int, 2>, int>);

/* --- every operator gives what the elements give --- */

template <typename T, int N>
bool same(const vec<T, N> &a, const vec<T, N> &b)
{
	for (int i = 0; i < N; i++)
		if (!(a[i] == b[i]))
			return false;
	return true;
}
template <typename T, std::size_t N>
bool same(const marray<T, N> &a, const marray<T, N> &b)
{
	for (std::size_t i = 0; i < N; i++)
		if (!(a[i] == b[i]))
			return false;
	return true;
}

template <typename V, typename E, typename F>
V each(const V &a, const V &b, F f)
{
	V result;

	for (int i = 0; i < int(V::size()); i++)
		result[i] = static_cast<E>(f(a[i], b[i]));
	return result;
}
template <typename R, typename V, typename F>
R truths(const V &a, const V &b, F f, int yes)
{
	R result;

	for (int i = 0; i < int(V::size()); i++)
		result[i] = static_cast<typename R::value_type>(f(a[i], b[i]) ? yes : 0);
	return result;
}

/* One of each operator: vectors, a number on the left or right, and the assignment. */
#define BINARY(OP) \
	right = right && same(V(a OP b), each<V, E>(a, b, [](E x, E y) { return x OP y; })); \
	right = right && same(V(a OP E(2)), each<V, E>(a, V(E(2)), [](E x, E y) { return x OP y; })); \
	right = right && same(V(E(7) OP b), each<V, E>(V(E(7)), b, [](E x, E y) { return x OP y; })); \
	c = a; \
	right = right && same(c OP##= b, V(a OP b)); \
	c = a; \
	c OP##= E(2); \
	right = right && same(c, V(a OP E(2)));
#define TRUTH(OP) \
	right = right && same(R(a OP b), truths<R>(a, b, [](E x, E y) { return x OP y; }, yes)); \
	right = right && same(R(a OP E(3)), truths<R>(a, V(E(3)), [](E x, E y) { return x OP y; }, yes)); \
	right = right && same(R(E(3) OP a), truths<R>(V(E(3)), a, [](E x, E y) { return x OP y; }, yes)); \
	static_assert(std::is_same_v<decltype(a OP b), R>);

template <typename V, typename R>
bool operators(const V &a, const V &b, int yes)
{
	using E = typename V::value_type;
	bool right = true;
	V c;

	BINARY(+) BINARY(-) BINARY(*) BINARY(/)
	if constexpr (std::is_integral_v<E>) {
		BINARY(%) BINARY(&) BINARY(|) BINARY(^) BINARY(<<) BINARY(>>)
		right = right && same(V(~a), each<V, E>(a, a, [](E x, E) { return ~x; }));
	}
	TRUTH(==) TRUTH(!=) TRUTH(<) TRUTH(>) TRUTH(<=) TRUTH(>=) TRUTH(&&) TRUTH(||)
	right = right && same(R(!a), truths<R>(a, a, [](E x, E) { return !x; }, yes));
	right = right && same(V(+a), a) && same(V(-a), each<V, E>(a, a, [](E x, E) { return -x; }));
	c = a;
	right = right && same(++c, V(a + E(1))) && same(c--, V(a + E(1))) && same(c, a) && same(--c, V(a - E(1))) && same(c++, V(a - E(1))) && same(c, a);
	return right;
}

template <typename T>
using truth = std::conditional_t<sizeof(T) == 1, std::int8_t, std::conditional_t<sizeof(T) == 2, std::int16_t,
	std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;
template <typename T>
bool all_operators()
{
	return operators<vec<T, 2>, vec<truth<T>, 2>>({ T(9), T(3) }, { T(4), T(3) }, -1)
		&& operators<vec<T, 3>, vec<truth<T>, 3>>({ T(9), T(3), T(1) }, { T(4), T(3), T(2) }, -1)
		&& operators<vec<T, 8>, vec<truth<T>, 8>>({ T(9), T(3), T(1), T(0), T(5), T(6), T(7), T(8) }, { T(4), T(3), T(2), T(1), T(1), T(2), T(3), T(4) }, -1)
		&& operators<marray<T, 2>, marray<bool, 2>>({ T(9), T(3) }, { T(4), T(3) }, 1)
		&& operators<marray<T, 5>, marray<bool, 5>>({ T(9), T(3), T(1), T(0), T(5) }, { T(4), T(3), T(2), T(1), T(1) }, 1);
}

/* --- members --- */

template <typename T>
bool vec_members()
{
	vec<T, 4> a(T(1), T(2), T(3), T(4)), z{};
	const vec<T, 4> ca = a;
	vec<T, 16> s(a, a, vec<T, 8>(T(5)));
	bool right = same(z, vec<T, 4>(T(0))) && s.s0() == T(1) && s.s7() == T(4) && s.sF() == T(5) && s.sA() == T(5);

	right = right && a.x() == T(1) && a.y() == T(2) && a.z() == T(3) && a.w() == T(4) && a.r() == T(1) && a.g() == T(2) && a.b() == T(3) && a.a() == T(4);
	right = right && ca.x() == T(1) && ca.s3() == T(4) && a[2] == T(3) && a.get_count() == 4 && a.get_size() == 4 * sizeof(T);
	a.x() = T(7);
	a.s3() = T(8);
	right = right && same(a, vec<T, 4>(T(7), T(2), T(3), T(8)));
	a = ca;
	/* Swizzles: read, written, with every kind of operand; of swizzles too. */
	right = right && same(vec<T, 2>(a.xy()), vec<T, 2>(T(1), T(2))) && same(vec<T, 4>(a.wzyx()), vec<T, 4>(T(4), T(3), T(2), T(1)))
		&& same(vec<T, 4>(ca.rgba()), ca) && same(vec<T, 3>(a.bgr()), vec<T, 3>(T(3), T(2), T(1))) && same(vec<T, 3>(ca.xxx()), vec<T, 3>(T(1)));
	right = right && same(vec<T, 2>(a.lo()), vec<T, 2>(T(1), T(2))) && same(vec<T, 2>(a.hi()), vec<T, 2>(T(3), T(4)))
		&& same(vec<T, 2>(a.odd()), vec<T, 2>(T(2), T(4))) && same(vec<T, 2>(a.even()), vec<T, 2>(T(1), T(3)))
		&& same(vec<T, 2>(a.wzyx().lo()), vec<T, 2>(T(4), T(3))) && same(vec<T, 2>(a.template swizzle<3, 0>()), vec<T, 2>(T(4), T(1)))
		&& same(vec<T, 3>(a.template swizzle<sycl::elem::s2, sycl::elem::x, sycl::elem::w>()), vec<T, 3>(T(3), T(1), T(4)));
	a.xy() = a.yx();
	right = right && same(a, vec<T, 4>(T(2), T(1), T(3), T(4)));
	a.zw() = T(9);
	a.xy() += vec<T, 2>(T(1), T(2));
	right = right && same(a, vec<T, 4>(T(3), T(3), T(9), T(9)));
	a.lo() = ca.hi();
	a.template swizzle<2>() = T(6);
	right = right && same(a, vec<T, 4>(T(3), T(4), T(6), T(9))) && same(vec<T, 2>(a.xy() + ca.zw()), vec<T, 2>(T(6), T(8)))
		&& same(vec<T, 2>(a.xy() * T(2)), vec<T, 2>(T(6), T(8))) && same(vec<T, 2>(T(10) - a.xy()), vec<T, 2>(T(7), T(6)))
		&& same(vec<T, 2>(-a.xy() + vec<T, 2>(T(20))), vec<T, 2>(T(17), T(16)));
	right = right && a.xyz().size() == 3 && a.xyz().byte_size() == 4 * sizeof(T) && a.xyz()[1] == T(4) && a.xyz().yz()[0] == T(4);
	/* load and store count in vectors. */
	T memory[12];
	for (int i = 0; i < 12; i++)
		memory[i] = T(i);
	vec<T, 3> l;
	const auto p = sycl::address_space_cast<sycl::access::address_space::private_space, sycl::access::decorated::no>(&memory[0]);
	const sycl::multi_ptr<const T, sycl::access::address_space::private_space, sycl::access::decorated::yes> cp(p);
	l.load(1, cp);
	right = right && same(l, vec<T, 3>(T(3), T(4), T(5)));
	l.load(2, static_cast<const T *>(memory));
	l.store(0, p);
	right = right && memory[0] == T(6) && memory[2] == T(8) && memory[3] == T(3);
	l.store(3, &memory[0]);
	return right && memory[11] == T(8);
}

template <typename T>
bool marray_members()
{
	marray<T, 3> a(T(1), T(2), T(3)), z, all(T(4));
	const marray<T, 3> c(a);
	marray<T, 5> longer(a, T(4), T(5));
	T sum = 0;

	for (T &e : a)
		sum = static_cast<T>(sum + e);
	bool right = sum == T(6) && z[2] == T(0) && all[1] == T(4) && c.end() - c.begin() == 3 && longer[4] == T(5) && longer[1] == T(2);
	a = T(7);
	a[1] = T(8);
	right = right && same(a, marray<T, 3>(T(7), T(8), T(7))) && same(marray<T, 3>(T(1) + c), marray<T, 3>(T(2), T(3), T(4)));
	const marray<T, 1> one(T(5));
	const T number = one;
	return right && number == T(5);
}

/* --- conversions --- */

bool conversions()
{
	using sycl::rounding_mode;
	const vec<float, 4> f(1.5f, 2.5f, -1.5f, -2.7f);
	bool right = same(f.convert<int>(), vec<int, 4>(1, 2, -1, -2)) && same(f.convert<int, rounding_mode::automatic>(), vec<int, 4>(1, 2, -1, -2));

	right = right && same(f.convert<int, rounding_mode::rte>(), vec<int, 4>(2, 2, -2, -3)) && same(f.convert<int, rounding_mode::rtz>(), vec<int, 4>(1, 2, -1, -2))
		&& same(f.convert<int, rounding_mode::rtp>(), vec<int, 4>(2, 3, -1, -2)) && same(f.convert<int, rounding_mode::rtn>(), vec<int, 4>(1, 2, -2, -3))
		&& same(f.convert<short, rounding_mode::rtp>(), vec<short, 4>(2, 3, -1, -2)) && same(f.convert<double>(), vec<double, 4>(1.5, 2.5, -1.5, -2.7f));
	/* To a narrower floating-point type, and from an integer that it cannot hold. */
	const vec<double, 2> d(1.0 + 1e-10, -1.0 - 1e-10);
	const float above = 1.0f + std::numeric_limits<float>::epsilon();
	right = right && same(d.convert<float>(), vec<float, 2>(1.0f, -1.0f)) && same(d.convert<float, rounding_mode::rte>(), vec<float, 2>(1.0f, -1.0f))
		&& same(d.convert<float, rounding_mode::rtp>(), vec<float, 2>(above, -1.0f)) && same(d.convert<float, rounding_mode::rtn>(), vec<float, 2>(1.0f, -above))
		&& same(d.convert<float, rounding_mode::rtz>(), vec<float, 2>(1.0f, -1.0f));
	const vec<int, 2> i(16777217, -16777219);
	right = right && same(i.convert<float, rounding_mode::rte>(), vec<float, 2>(16777216.0f, -16777220.0f))
		&& same(i.convert<float, rounding_mode::rtp>(), vec<float, 2>(16777218.0f, -16777218.0f))
		&& same(i.convert<float, rounding_mode::rtn>(), vec<float, 2>(16777216.0f, -16777220.0f))
		&& same(i.convert<float, rounding_mode::rtz>(), vec<float, 2>(16777216.0f, -16777218.0f));
	/* Half rounds once: 1 + 2^-11 + 2^-40 is above the middle between two halves. */
	const vec<double, 1> once(1.0 + 0x1p-11 + 0x1p-40);
	right = right && once.convert<sycl::half>()[0] == sycl::half(1.0f + 0x1p-10f) && sycl::half(1.0 + 0x1p-11 + 0x1p-40) == sycl::half(1.0f + 0x1p-10f);
	/* The same bits. */
	const vec<int, 4> bits = f.as<vec<int, 4>>();
	right = right && bits[0] == 0x3fc00000 && same(bits.as<vec<float, 4>>(), f) && bits.as<vec<std::int64_t, 2>>()[0] == 0x402000003fc00000;
	right = right && f.xy().as<vec<std::int64_t, 1>>()[0] == 0x402000003fc00000 && same(f.zw().convert<int, rounding_mode::rtn>(), vec<int, 2>(-2, -3));
	const vec<bool, 2> b(true, false);
	return right && same(b.convert<int>(), vec<int, 2>(1, 0)) && same(vec<int, 2>(5, 0).convert<bool>(), b);
}

template <typename T>
bool everything()
{
	return all_operators<T>() && vec_members<T>() && marray_members<T>();
}

int main()
{
	sycl::queue q;
	int *right = sycl::malloc_shared<int>(10, q);

	q.single_task([=] {
		right[0] = everything<std::int8_t>();
		right[1] = everything<std::uint16_t>();
		right[2] = everything<int>();
		right[3] = everything<std::uint64_t>();
		right[4] = everything<float>();
		right[5] = everything<double>();
		right[6] = everything<sycl::half>();
		right[7] = conversions();
	}).wait();
	for (int i = 0; i < 8; i++)
		check(right[i]);
	check(everything<std::int8_t>() && everything<std::uint16_t>() && everything<int>() && everything<std::uint64_t>());
	check(everything<float>() && everything<double>() && everything<sycl::half>() && conversions());
	sycl::free(right, q);
	return done();
}
