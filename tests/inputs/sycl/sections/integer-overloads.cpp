/* 4.17.7: every integer function takes numbers, vecs, swizzles and marrays of every integer type, has the right type, and agrees with 128-bit arithmetic. */
#include <sycl/sycl.hpp>

#include "../check.hpp"

using namespace sycl;

static int wrong;
__extension__ typedef __int128 wide;

template <typename T>
T clipped(wide v)
{
	return v < wide(std::numeric_limits<T>::min()) ? std::numeric_limits<T>::min() : v > wide(std::numeric_limits<T>::max()) ? std::numeric_limits<T>::max() : T(v);
}
template <typename T>
constexpr int bits = int(sizeof(T)) * 8;

#define SAME(type, whole, one)                                                                                             \
	do {                                                                                                               \
		static_assert(std::is_same_v<decltype(whole), type>, #whole);                                              \
		const auto r = whole;                                                                                      \
		for (int i = 0; i < n; i++)                                                                                \
			if (r[i] != one) {                                                                                 \
				if (!wrong)                                                                                \
					std::printf("%s, %d bytes\n", #whole, int(sizeof(T)));                             \
				wrong++;                                                                                   \
			}                                                                                                  \
	} while (0)

template <typename T, typename V>
void of_many(const V &x, const V &y, const V &z, int n)
{
	using unsigned_type = std::make_unsigned_t<T>;
	const V hx = x / T(2), hy = y / T(2);
	SAME(V, abs(hx), T(wide(hx[i]) < 0 ? -wide(hx[i]) : wide(hx[i])));
	SAME(V, abs_diff(hx, hy), T(hx[i] > hy[i] ? wide(hx[i]) - hy[i] : wide(hy[i]) - hx[i]));
	SAME(V, add_sat(x, y), clipped<T>(wide(x[i]) + y[i]));
	SAME(V, sub_sat(x, y), clipped<T>(wide(x[i]) - y[i]));
	SAME(V, hadd(x, y), T((wide(x[i]) + y[i]) >> 1));
	SAME(V, rhadd(x, y), T((wide(x[i]) + y[i] + 1) >> 1));
	SAME(V, max(x, y), (x[i] > y[i] ? x[i] : y[i]));
	SAME(V, min(x, y), (x[i] < y[i] ? x[i] : y[i]));
	SAME(V, max(x, T(3)), (x[i] > T(3) ? x[i] : T(3)));
	SAME(V, min(x, T(3)), (x[i] < T(3) ? x[i] : T(3)));
	SAME(V, clamp(x, T(2), T(9)), (x[i] < T(2) ? T(2) : x[i] > T(9) ? T(9) : x[i]));
	SAME(V, clamp(x, min(y, z), max(y, z)), clamp(T(x[i]), min(T(y[i]), T(z[i])), max(T(y[i]), T(z[i]))));
	SAME(V, popcount(x), T(__builtin_popcountll(static_cast<unsigned long long>(unsigned_type(x[i])))));
	SAME(V, clz(x), T(unsigned_type(x[i]) ? __builtin_clzll(static_cast<unsigned long long>(unsigned_type(x[i]))) - (64 - bits<T>) : bits<T>));
	SAME(V, ctz(x), T(unsigned_type(x[i]) ? __builtin_ctzll(static_cast<unsigned long long>(unsigned_type(x[i]))) : bits<T>));
	SAME(V, rotate(x, z), T(unsigned_type(unsigned_type(x[i]) << (unsigned_type(z[i]) % bits<T>)) | unsigned_type((wide(unsigned_type(x[i])) & ((wide(1) << bits<T>) - 1)) >> (bits<T> - unsigned_type(z[i]) % bits<T>))));
	if constexpr (sizeof(T) < 8) {
		SAME(V, mul_hi(x, y), T((wide(x[i]) * y[i]) >> bits<T>));
		SAME(V, mad_hi(x, y, z), T(((wide(x[i]) * y[i]) >> bits<T>) + z[i]));
		SAME(V, mad_sat(x, y, z), clipped<T>(wide(x[i]) * y[i] + z[i]));
	} else {
		SAME(V, mad_sat(x, y, z), mad_sat(T(x[i]), T(y[i]), T(z[i])));
		SAME(V, mul_hi(x, y), mul_hi(T(x[i]), T(y[i])));
		SAME(V, mad_hi(x, y, z), mad_hi(T(x[i]), T(y[i]), T(z[i])));
	}
	if constexpr (sizeof(T) == 4) {
		SAME(V, mul24(z, z), T(z[i] * z[i]));
		SAME(V, mad24(z, z, y), T(unsigned_type(z[i] * z[i]) + unsigned_type(y[i])));
	}
}

template <typename T>
void of()
{
	using limits = std::numeric_limits<T>;
	const T values[] = { T(0), T(1), T(7), limits::max(), limits::min(), T(limits::max() / 3), T(limits::min() + 1), T(100) };
	for (const T a : values)
		for (const T b : values) {
			const vec<T, 4> x(a, b, T(5), limits::max()), y(b, a, limits::min(), b), z(T(1), T(3), T(0), T(9));
			const marray<T, 3> mx(a, b, T(5)), my(b, b, limits::max()), mz(T(2), T(6), T(1));
			of_many<T>(x, y, z, 4);
			of_many<T>(mx, my, mz, 3);
			wrong += sub_sat(a, b) != clipped<T>(wide(a) - b) || add_sat(a, b) != clipped<T>(wide(a) + b);
		}
	const vec<T, 8> wide_one(T(4));
	static_assert(std::is_same_v<decltype(max(wide_one.lo(), wide_one.hi())), vec<T, 4>> && std::is_same_v<decltype(popcount(wide_one)), vec<T, 8>> && std::is_same_v<decltype(abs(T(1))), T> && std::is_same_v<decltype(clz(T(1))), T>);
	check(wrong == 0);
	wrong = 0;
}

int main()
{
	of<char>(), of<signed char>(), of<unsigned char>(), of<short>(), of<unsigned short>(), of<int>(), of<unsigned>(), of<long>(), of<unsigned long>(), of<long long>(), of<unsigned long long>();
	static_assert(std::is_same_v<decltype(upsample(std::int8_t(), std::uint8_t())), std::int16_t> && std::is_same_v<decltype(upsample(std::uint16_t(), std::uint16_t())), std::uint32_t> && std::is_same_v<decltype(upsample(int2(), uint2())), vec<std::int64_t, 2>>
		&& std::is_same_v<decltype(upsample(marray<std::uint8_t, 3>(), marray<std::uint8_t, 3>())), marray<std::uint16_t, 3>>);
	check(upsample(std::int8_t(-2), std::uint8_t(3)) == -509 && upsample(0x1234u, 0x5678u) == 0x123400005678ull && upsample(short2(1, -1), ushort2(2, 3))[1] == -65533);
	queue q;
	int *const bad = malloc_shared<int>(1, q);
	q.single_task([=] {
		const int4 x(-5, 7, 1 << 30, -2147483647 - 1), y(3, -4, 1 << 30, -1);
		*bad = any(add_sat(x, y) != int4(-2, 3, 2147483647, -2147483647 - 1)) || any(mul_hi(x, y) != int4(-1, -1, 1 << 28, 0)) || any(popcount(uint2(0xf0f0u, 1u)) != uint2(8u, 1u)) || clz(short(1)) != 15 || ctz(8ull) != 3
			|| rotate(std::uint8_t(0x81), std::uint8_t(1)) != 3 || mad_sat(std::int8_t(100), std::int8_t(2), std::int8_t(0)) != 127 || abs_diff(-2, 5) != 7 || hadd(255, 254) != 254 || mul24(1000, 1000) != 1000000;
	}).wait();
	check(*bad == 0);
	free(bad, q);
	return done();
}
