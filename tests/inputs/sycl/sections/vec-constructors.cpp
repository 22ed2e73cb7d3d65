/* 4.14.2: vecs of every element type and size are made of numbers, vecs, swizzles and mixtures of them. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

template <typename T, int Size>
bool counts(const vec<T, Size> &v)
{
	for (int i = 0; i < Size; i++)
		if (v[i] != T(i + 1))
			return false;
	return true;
}

template <typename T, int Size>
bool sized()
{
	using kind = vec<T, Size>;
	static_assert(kind::size() == Size && kind::byte_size() == sizeof(kind) && sizeof(kind) == (Size == 3 ? 4 : Size) * sizeof(T) && alignof(kind) >= alignof(T));
	static_assert(std::is_same_v<typename kind::element_type, T> && std::is_same_v<typename kind::value_type, T>);
	static_assert(std::is_trivially_copyable_v<kind> && is_device_copyable_v<kind> && noexcept(kind::size()) && noexcept(kind::byte_size()));
	static_assert(std::is_constructible_v<kind, T> && !std::is_constructible_v<kind, vec<T, Size + 1 == 5 ? 8 : Size == 8 ? 16 : Size == 16 ? 2 : Size + 1>>);
	const kind zero{}, all(T(7));
	for (int i = 0; i < Size; i++)
		if (zero[i] != T(0) || all[i] != T(7))
			return false;
	static_assert(std::is_convertible_v<T, kind> == (Size == 1) && std::is_convertible_v<vec<T, 1>, kind> == (Size == 1) && std::is_convertible_v<kind, T> == (Size == 1));
	kind v;
	v = T(3);
	return v[Size - 1] == T(3);
}

/* Elements of another type are no arguments, but a vec of one is a number. */
static_assert(!std::is_constructible_v<float4, int2, int2> && !std::is_constructible_v<float4, float2, double2> && !std::is_constructible_v<int4, float2, int, int>);
static_assert(std::is_constructible_v<float4, float2, int, double> && std::is_constructible_v<float4, float2, vec<int, 1>, half>);
static_assert(!std::is_constructible_v<float4, decltype(std::declval<int2 &>().swizzle<1, 0>()), float2> && !std::is_constructible_v<int2, const char *, int>);

template <typename T>
bool mixed()
{
	const T a(1), b(2), c(3), d(4);
	const vec<T, 2> ab(a, b), cd{ c, d };
	const vec<T, 3> abc(a, b, c), bcd(vec<T, 2>(b, c), d);
	const vec<T, 4> abcd(ab, cd), f(a, bcd), g(abc, d), h(a, vec<T, 2>(b, c), d), k(a, b, cd), l(ab, c, d), m(ab.x(), ab.y(), cd.lo()[0], cd.y());
	const vec<T, 8> low(abcd, T(5), vec<T, 3>(T(6), T(7), T(8))), spread(T(1), T(2), T(3), T(4), T(5), T(6), T(7), T(8));
	const vec<T, 16> whole(low, vec<T, 4>(T(9), T(10), T(11), T(12)), vec<T, 4>(T(13), T(14), T(15), T(16)));
	const vec<T, 4> swizzled(abcd.xy(), abcd.zw()), back(cd.yx().yx(), T(0), T(0));

	return counts(ab) && counts(abc) && counts(abcd) && counts(f) && counts(g) && counts(h) && counts(k) && counts(l) && counts(m) && counts(low) && counts(spread) && counts(whole)
		&& counts(swizzled) && back[0] == c && back[1] == d && counts(vec<T, 1>(a)) && T(vec<T, 1>(b)) == b
		&& counts(vec<T, 2>(abcd.lo())) && counts(vec<T, 8>(whole.lo())) && counts(vec<T, 4>(abcd)) && whole.hi()[0] == T(9) && low.odd()[1] == T(4) && low.even()[3] == T(7);
}

template <typename T>
bool of()
{
	return sized<T, 1>() && sized<T, 2>() && sized<T, 3>() && sized<T, 4>() && sized<T, 8>() && sized<T, 16>() && mixed<T>();
}

template <typename... Ts>
int wrong()
{
	return (0 + ... + int(!of<Ts>()));
}
static int all_wrong()
{
	return wrong<char, signed char, unsigned char, short, unsigned short, int, unsigned, long, unsigned long, long long, unsigned long long, half, float, double, std::int8_t, std::uint64_t>();
}

template <typename T, int Size, typename Name>
constexpr bool alias = std::is_same_v<Name, vec<T, Size>>;
static_assert(alias<std::int8_t, 2, char2> && alias<std::uint8_t, 16, uchar16> && alias<std::int16_t, 3, short3> && alias<std::uint16_t, 4, ushort4> && alias<std::int32_t, 8, int8>
	&& alias<std::uint32_t, 2, uint2> && alias<std::int64_t, 3, long3> && alias<std::uint64_t, 4, ulong4> && alias<half, 8, half8> && alias<float, 16, float16> && alias<double, 2, double2>);
static_assert(std::is_same_v<decltype(vec(1, 2, 3)), vec<int, 3>> && std::is_same_v<decltype(vec(1.0f, 2.0f)), vec<float, 2>>);

int main()
{
	check(all_wrong() == 0);
	queue q;
	int *const n = malloc_shared<int>(1, q);
	q.single_task([=] { *n = all_wrong(); }).wait();
	check(*n == 0);
	free(n, q);
	return done();
}
