/*
 * Functions of numbers, with the meaning that CUDA's functions and PTX's instructions have.
 *
 * Functions vectorized_* and extend_v* take 32 bits for a vector of 2 or 4 integers; extend_*
 * compute with more bits than their operands have, and then cut the result or, _sat, saturate it.
 */
#ifndef SYCLCOMPAT_MATH_HPP
#define SYCLCOMPAT_MATH_HPP

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include <sycl/sycl.hpp>

namespace syclcompat {

namespace detail {

template <typename T>
inline constexpr bool is_floating = std::is_floating_point_v<T> || std::is_same_v<T, sycl::half> || std::is_same_v<T, sycl::ext::oneapi::bfloat16>;

template <typename T>
bool is_nan(const T &value)
{
	if constexpr (std::is_integral_v<T>)
		return false;
	else if constexpr (std::is_same_v<T, double>)
		return sycl::isnan(value);
	else
		return sycl::isnan(static_cast<float>(value));
}

/* Of a vec or an marray. */
template <typename T>
using element_of = std::remove_cv_t<std::remove_reference_t<decltype(std::declval<const T &>()[0])>>;

template <typename T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || is_floating<T>;

template <std::size_t Size>
using unsigned_of = std::conditional_t<Size == 1, std::uint8_t,
	std::conditional_t<Size == 2, std::uint16_t, std::conditional_t<Size == 4, std::uint32_t, std::uint64_t>>>;

/* The elements of T, as vectors Vector, one by one. */
template <typename Vector, typename T, typename Function>
T each_pair(T a, T b, const Function &f)
{
	const Vector x = sycl::bit_cast<Vector>(a), y = sycl::bit_cast<Vector>(b);
	sycl::vec<unsigned_of<sizeof(element_of<Vector>)>, int(Vector::size())> result;

	for (int i = 0; i < int(Vector::size()); i++) {
		if constexpr (std::is_same_v<decltype(f(x[i], y[i])), bool>)
			result[i] = static_cast<unsigned_of<sizeof(element_of<Vector>)>>(f(x[i], y[i]) ? ~0ull : 0ull);
		else
			result[i] = sycl::bit_cast<unsigned_of<sizeof(element_of<Vector>)>>(static_cast<element_of<Vector>>(f(x[i], y[i])));
	}
	return sycl::bit_cast<T>(result);
}

template <typename T>
T root_of_squares(const T *a, int count)
{
	T sum = 0;

	for (int i = 0; i < count; i++)
		sum += a[i] * a[i];
	return sycl::sqrt(sum);
}

}

/* --- bits --- */

/* The high, _r the low word of high:low, shifted by up to 31, c: 32 bits. */
inline unsigned int funnelshift_l(unsigned int low, unsigned int high, unsigned int shift)
{
	return static_cast<unsigned int>((std::uint64_t(high) << 32 | low) << (shift & 31) >> 32);
}
inline unsigned int funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift)
{
	return static_cast<unsigned int>((std::uint64_t(high) << 32 | low) << (shift < 32 ? shift : 32) >> 32);
}
inline unsigned int funnelshift_r(unsigned int low, unsigned int high, unsigned int shift)
{
	return static_cast<unsigned int>((std::uint64_t(high) << 32 | low) >> (shift & 31));
}
inline unsigned int funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift)
{
	return static_cast<unsigned int>((std::uint64_t(high) << 32 | low) >> (shift < 32 ? shift : 32));
}

namespace detail {

/* The field must be inside of the value, and have a bit. */
template <typename T>
T bfi(T x, T y, std::uint32_t start, std::uint32_t count)
{
	static_assert(std::is_unsigned_v<T>, "bits are inserted into unsigned integers");
	const std::uint64_t mask = ~std::uint64_t(0) >> (64 - count) << start;

	return static_cast<T>((std::uint64_t(y) & ~mask) | (std::uint64_t(x) << start & mask));
}
template <typename T>
T bfe(T source, std::uint32_t start, std::uint32_t count)
{
	static_assert(std::is_integral_v<T>, "bits are extracted from integers");
	if constexpr (std::is_signed_v<T>)
		return static_cast<T>(static_cast<std::int64_t>(static_cast<std::uint64_t>(source) << (64 - start - count)) >> (64 - count));
	else
		return static_cast<T>(std::uint64_t(source) << (64 - start - count) >> (64 - count));
}

}

/* y with bits of x from start on; what is outside of it is left out. */
template <typename T>
T bfi_safe(const T x, const T y, const std::uint32_t bit_start, const std::uint32_t num_bits)
{
	constexpr std::uint32_t size = sizeof(T) * 8;

	if (bit_start >= size || num_bits == 0)
		return y;
	return detail::bfi(x, y, bit_start, num_bits < size - bit_start ? num_bits : size - bit_start);
}
/* Bits of the source, which has its sign, if it has one, in all places above. */
template <typename T>
T bfe_safe(const T source, const std::uint32_t bit_start, const std::uint32_t num_bits)
{
	constexpr std::uint32_t size = sizeof(T) * 8;

	if (num_bits == 0)
		return 0;
	if (bit_start >= size)
		return source < T(0) ? static_cast<T>(-1) : T(0);
	return detail::bfe(source, bit_start, num_bits < size - bit_start ? num_bits : size - bit_start);
}

/* --- floating point --- */

inline float fast_length(const float *a, int len)
{
	return detail::root_of_squares(a, len);
}
template <typename T>
T length(const T *a, const int len)
{
	return detail::root_of_squares(a, len);
}

template <typename T>
T clamp(T value, T least, T greatest)
{
	if constexpr (detail::is_number<T>) {
		return value < least ? least : value > greatest ? greatest : value;
	} else {
		for (int i = 0; i < int(T::size()); i++)
			value[i] = clamp<detail::element_of<T>>(value[i], least[i], greatest[i]);
		return value;
	}
}

/* 1 for each element that is no number, else 0. */
template <typename T>
std::enable_if_t<T::size() == 2, T> isnan(const T a)
{
	using element = detail::element_of<T>;

	return T(static_cast<element>(float(detail::is_nan(a[0]))), static_cast<element>(float(detail::is_nan(a[1]))));
}

template <typename T>
std::enable_if_t<std::is_floating_point_v<T> || std::is_same_v<T, sycl::half>, T> cbrt(T value)
{
	return sycl::cbrt(value);
}

#define SYCL_CC_LEAST(NAME, COMPARE, FLOATING, KEEPING) \
	template <typename First, typename Second> \
	std::enable_if_t<std::is_integral_v<First> && std::is_integral_v<Second>, std::common_type_t<First, Second>> NAME(First a, Second b) \
	{ \
		using type = std::common_type_t<First, Second>; \
		return type(a) COMPARE type(b) ? type(a) : type(b); \
	} \
	template <typename First, typename Second> \
	std::enable_if_t<std::is_floating_point_v<First> && std::is_floating_point_v<Second>, std::common_type_t<First, Second>> \
	NAME(First a, Second b) \
	{ \
		using type = std::common_type_t<First, Second>; \
		return sycl::FLOATING(type(a), type(b)); \
	} \
	inline sycl::half NAME(sycl::half a, sycl::half b) \
	{ \
		return sycl::FLOATING(a, b); \
	} \
	/* A value that is no number is the result. */ \
	template <typename First, typename Second> \
	std::common_type_t<First, Second> KEEPING(const First a, const Second b) \
	{ \
		using type = std::common_type_t<First, Second>; \
		if (detail::is_nan(a)) \
			return type(a); \
		return detail::is_nan(b) || type(b) COMPARE type(a) ? type(b) : type(a); \
	} \
	template <typename First, typename Second> \
	sycl::vec<std::common_type_t<First, Second>, 2> KEEPING(const sycl::vec<First, 2> a, const sycl::vec<Second, 2> b) \
	{ \
		return { KEEPING(a[0], b[0]), KEEPING(a[1], b[1]) }; \
	}
SYCL_CC_LEAST(min, <, fmin, fmin_nan)
SYCL_CC_LEAST(max, >, fmax, fmax_nan)
#undef SYCL_CC_LEAST

inline float pow(const float a, const int b)
{
	return sycl::pown(a, b);
}
inline double pow(const double a, const int b)
{
	return sycl::pown(a, b);
}
template <typename First, typename Second>
std::enable_if_t<std::is_floating_point_v<First>, First> pow(const First a, const Second b)
{
	return sycl::pow(a, static_cast<First>(b));
}
template <typename First, typename Second>
std::enable_if_t<!std::is_floating_point_v<First>, double> pow(const First a, const Second b)
{
	return sycl::pow(static_cast<double>(a), static_cast<double>(b));
}

/* The value, 0 in place of a negative one. */
template <typename T>
std::enable_if_t<detail::is_floating<T>, T> relu(const T a)
{
	return a < T(0.0f) ? T(0.0f) : a;
}
template <typename T>
std::enable_if_t<detail::is_floating<T>, sycl::vec<T, 2>> relu(const sycl::vec<T, 2> a)
{
	return { relu<T>(a[0]), relu<T>(a[1]) };
}
template <typename T>
std::enable_if_t<detail::is_floating<T>, sycl::marray<T, 2>> relu(const sycl::marray<T, 2> a)
{
	return { relu<T>(a[0]), relu<T>(a[1]) };
}

/* --- comparisons: a value that is no number makes them false, unordered ones true --- */

template <typename T, class Operation>
std::enable_if_t<detail::is_number<T>, bool> compare(const T a, const T b, const Operation op)
{
	return !detail::is_nan(a) && !detail::is_nan(b) && op(a, b);
}
template <typename T, class Operation>
std::enable_if_t<detail::is_number<T>, bool> unordered_compare(const T a, const T b, const Operation op)
{
	return detail::is_nan(a) || detail::is_nan(b) || op(a, b);
}
#define SYCL_CC_COMPARE(NAME) \
	/* 1 for each element for which it is true, else 0. */ \
	template <typename T, class Operation> \
	std::enable_if_t<T::size() == 2, T> NAME(const T a, const T b, const Operation op) \
	{ \
		using element = detail::element_of<T>; \
		return T(static_cast<element>(float(NAME<element>(a[0], b[0], op))), static_cast<element>(float(NAME<element>(a[1], b[1], op)))); \
	} \
	template <typename T, class Operation> \
	std::enable_if_t<T::size() == 2, bool> NAME##_both(const T a, const T b, const Operation op) \
	{ \
		using element = detail::element_of<T>; \
		return NAME<element>(a[0], b[0], op) && NAME<element>(a[1], b[1], op); \
	} \
	/* 16 bits for each element. */ \
	template <typename T, class Operation> \
	unsigned NAME##_mask(const sycl::vec<T, 2> a, const sycl::vec<T, 2> b, const Operation op) \
	{ \
		return (NAME<T>(a[0], b[0], op) ? 0xffffu : 0) | (NAME<T>(a[1], b[1], op) ? 0xffff0000u : 0); \
	}
SYCL_CC_COMPARE(compare)
SYCL_CC_COMPARE(unordered_compare)
#undef SYCL_CC_COMPARE

/* --- complex numbers: two elements, the real part first --- */

template <typename T>
sycl::vec<T, 2> cmul(sycl::vec<T, 2> x, sycl::vec<T, 2> y)
{
	return { x[0] * y[0] - x[1] * y[1], x[0] * y[1] + x[1] * y[0] };
}
/* Divides by the greater part of y first, so that squares do not overflow. */
template <typename T>
sycl::vec<T, 2> cdiv(sycl::vec<T, 2> x, sycl::vec<T, 2> y)
{
	if (sycl::fabs(y[0]) >= sycl::fabs(y[1])) {
		const T ratio = y[1] / y[0], sum = y[0] + y[1] * ratio;

		return { (x[0] + x[1] * ratio) / sum, (x[1] - x[0] * ratio) / sum };
	}
	const T ratio = y[0] / y[1], sum = y[0] * ratio + y[1];

	return { (x[0] * ratio + x[1]) / sum, (x[1] * ratio - x[0]) / sum };
}
template <typename T>
T cabs(sycl::vec<T, 2> x)
{
	return sycl::hypot(T(x[0]), T(x[1]));
}
template <typename T>
sycl::vec<T, 2> conj(sycl::vec<T, 2> x)
{
	return { x[0], -x[1] };
}
/* a * b + c */
template <typename T>
sycl::vec<T, 2> cmul_add(const sycl::vec<T, 2> a, const sycl::vec<T, 2> b, const sycl::vec<T, 2> c)
{
	return { a[0] * b[0] - a[1] * b[1] + c[0], a[0] * b[1] + a[1] * b[0] + c[1] };
}
template <typename T>
sycl::marray<T, 2> cmul_add(const sycl::marray<T, 2> a, const sycl::marray<T, 2> b, const sycl::marray<T, 2> c)
{
	return { a[0] * b[0] - a[1] * b[1] + c[0], a[0] * b[1] + a[1] * b[0] + c[1] };
}

/* --- vectors in integers --- */

struct abs {
	template <typename T>
	auto operator()(const T x) const
	{
		return sycl::abs(x);
	}
};
#define SYCL_CC_FUNCTOR(NAME, CALL) \
	struct NAME { \
		template <typename T> \
		auto operator()(const T x, const T y) const \
		{ \
			return sycl::CALL(x, y); \
		} \
	};
SYCL_CC_FUNCTOR(abs_diff, abs_diff)
SYCL_CC_FUNCTOR(add_sat, add_sat)
SYCL_CC_FUNCTOR(rhadd, rhadd)
SYCL_CC_FUNCTOR(hadd, hadd)
SYCL_CC_FUNCTOR(maximum, max)
SYCL_CC_FUNCTOR(minimum, min)
SYCL_CC_FUNCTOR(sub_sat, sub_sat)
#undef SYCL_CC_FUNCTOR

/* What the operation makes of each element; where it compares, -1 and 0. */
template <typename Vector, class Operation>
unsigned vectorized_unary(unsigned a, const Operation op)
{
	return detail::each_pair<Vector>(a, a, [&](auto x, auto) { return op(x); });
}
template <typename Vector, class Operation>
unsigned vectorized_binary(unsigned a, unsigned b, const Operation op)
{
	return detail::each_pair<Vector>(a, b, [&](auto x, auto y) { return op(x, y); });
}
template <typename Vector, typename T>
T vectorized_max(T a, T b)
{
	return detail::each_pair<Vector>(a, b, [](auto x, auto y) { return x < y ? y : x; });
}
template <typename Vector, typename T>
T vectorized_min(T a, T b)
{
	return detail::each_pair<Vector>(a, b, [](auto x, auto y) { return y < x ? y : x; });
}
template <typename Vector, typename T>
T vectorized_isgreater(T a, T b)
{
	return detail::each_pair<Vector>(a, b, [](auto x, auto y) { return x > y; });
}
template <typename Vector>
unsigned vectorized_sum_abs_diff(unsigned a, unsigned b)
{
	const Vector x = sycl::bit_cast<Vector>(a), y = sycl::bit_cast<Vector>(b);
	unsigned sum = 0;

	for (int i = 0; i < int(Vector::size()); i++)
		sum += static_cast<unsigned>(x[i] < y[i] ? y[i] - x[i] : x[i] - y[i]);
	return sum;
}

/* --- products of vectors --- */

template <typename First, typename Second>
using dot_product_acc_t = std::conditional_t<std::is_unsigned_v<First> && std::is_unsigned_v<Second>, std::uint32_t, std::int32_t>;

namespace detail {

/* Part i of the 32 bits, of Bits bits, with the sign if T has one. */
template <int Bits, typename T>
constexpr std::int32_t part(T value, int i)
{
	static_assert(std::is_integral_v<T> && sizeof(T) == 4, "vectors are in integers of 32 bits");
	const std::uint32_t high = static_cast<std::uint32_t>(value) << (32 - Bits - Bits * i);

	if constexpr (std::is_signed_v<T>)
		return static_cast<std::int32_t>(high) >> (32 - Bits);
	else
		return static_cast<std::int32_t>(high >> (32 - Bits));
}

/* Sums wrap. */
template <int Bits, int Count, typename First, typename Second>
dot_product_acc_t<First, Second> dot(First a, Second b, dot_product_acc_t<First, Second> c, int from)
{
	std::uint32_t sum = static_cast<std::uint32_t>(c);

	for (int i = 0; i < Count; i++)
		sum += static_cast<std::uint32_t>(part<Bits>(a, i)) * static_cast<std::uint32_t>(part<8>(b, from + i));
	return static_cast<dot_product_acc_t<First, Second>>(sum);
}

}

template <typename First, typename Second>
dot_product_acc_t<First, Second> dp2a_lo(First a, Second b, dot_product_acc_t<First, Second> c)
{
	return detail::dot<16, 2>(a, b, c, 0);
}
template <typename First, typename Second>
dot_product_acc_t<First, Second> dp2a_hi(First a, Second b, dot_product_acc_t<First, Second> c)
{
	return detail::dot<16, 2>(a, b, c, 2);
}
template <typename First, typename Second>
dot_product_acc_t<First, Second> dp4a(First a, Second b, dot_product_acc_t<First, Second> c)
{
	return detail::dot<8, 4>(a, b, c, 0);
}

/* --- arithmetic with more bits --- */

namespace detail {

constexpr std::int64_t saturate(std::int64_t value, std::int64_t least, std::int64_t greatest)
{
	return value < least ? least : value > greatest ? greatest : value;
}
template <typename T, bool Saturate>
constexpr std::int64_t end_extended(std::int64_t value)
{
	if constexpr (Saturate)
		return saturate(value, std::int64_t(std::numeric_limits<T>::min()), std::int64_t(std::numeric_limits<T>::max()));
	else
		return value;
}

struct extended_add {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a + b; }
};
struct extended_sub {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a - b; }
};
struct extended_absdiff {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? b - a : a - b; }
};
struct extended_min {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? a : b; }
};
struct extended_max {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a < b ? b : a; }
};
/* Halves are rounded up, of negative sums down. */
struct extended_avrg {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return (a + b + (a + b >= 0)) >> 1; }
};
/* By up to 32; a value that has no place is far outside of 32 bits, and its low 32 bits are right. */
struct extended_shl_clamp {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const
	{
		const std::int64_t by = b < 0 || b > 32 ? 32 : b;

		return by == 32 && a >= std::int64_t(1) << 31 ? std::int64_t(1) << 62 : static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << by);
	}
};
struct extended_shl_wrap {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const
	{
		return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) << (b & 31));
	}
};
struct extended_shr_clamp {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a >> (b < 0 || b > 32 ? 32 : b); }
};
struct extended_shr_wrap {
	constexpr std::int64_t operator()(std::int64_t a, std::int64_t b) const { return a >> (b & 31); }
};

/* What happens to the results of a vector's elements. */
enum class merge { cut, saturated, sum };

template <typename T, int Bits, merge Merge, typename Operation, typename First, typename Second>
constexpr T extended_vector(First a, Second b, T c)
{
	constexpr std::int64_t least = std::is_signed_v<T> ? -(std::int64_t(1) << (Bits - 1)) : 0;
	std::int64_t sum = c;
	std::uint32_t lanes = 0;

	for (int i = 0; i < 32 / Bits; i++) {
		std::int64_t one = Operation()(part<Bits>(a, i), part<Bits>(b, i));

		sum += one;
		if (Merge == merge::saturated)
			one = saturate(one, least, least + (std::int64_t(1) << Bits) - 1);
		lanes |= (static_cast<std::uint32_t>(one) & ((std::uint32_t(1) << Bits) - 1)) << (Bits * i);
	}
	return Merge == merge::sum ? static_cast<T>(sum) : static_cast<T>(lanes);
}

/* A 1 in each element that fits. */
template <int Bits, typename First, typename Second, typename Compare>
constexpr unsigned compare_vectors(First a, Second b, Compare compare)
{
	unsigned lanes = 0;

	for (int i = 0; i < 32 / Bits; i++)
		lanes |= unsigned(compare(part<Bits>(a, i), part<Bits>(b, i))) << (Bits * i);
	return lanes;
}

}

/* extend_NAME(a, b), and with a second operation on its result and c. */
#define SYCL_CC_EXTEND(NAME, OPERATION, SATURATE) \
	template <typename T, typename First, typename Second> \
	constexpr T extend_##NAME(First a, Second b) \
	{ \
		return static_cast<T>(detail::end_extended<T, SATURATE>(detail::extended_##OPERATION()(std::int64_t(a), std::int64_t(b)))); \
	} \
	template <typename T, typename First, typename Second, typename Third, typename Operation> \
	constexpr T extend_##NAME(First a, Second b, Third c, Operation second_op) \
	{ \
		const std::int64_t first = detail::end_extended<T, SATURATE>(detail::extended_##OPERATION()(std::int64_t(a), std::int64_t(b))); \
		return static_cast<T>(second_op(first, std::int64_t(c))); \
	}
SYCL_CC_EXTEND(add, add, false)
SYCL_CC_EXTEND(add_sat, add, true)
SYCL_CC_EXTEND(sub, sub, false)
SYCL_CC_EXTEND(sub_sat, sub, true)
SYCL_CC_EXTEND(absdiff, absdiff, false)
SYCL_CC_EXTEND(absdiff_sat, absdiff, true)
SYCL_CC_EXTEND(min, min, false)
SYCL_CC_EXTEND(min_sat, min, true)
SYCL_CC_EXTEND(max, max, false)
SYCL_CC_EXTEND(max_sat, max, true)
SYCL_CC_EXTEND(shl_clamp, shl_clamp, false)
SYCL_CC_EXTEND(shl_sat_clamp, shl_clamp, true)
SYCL_CC_EXTEND(shl_wrap, shl_wrap, false)
SYCL_CC_EXTEND(shl_sat_wrap, shl_wrap, true)
SYCL_CC_EXTEND(shr_clamp, shr_clamp, false)
SYCL_CC_EXTEND(shr_sat_clamp, shr_clamp, true)
SYCL_CC_EXTEND(shr_wrap, shr_wrap, false)
SYCL_CC_EXTEND(shr_sat_wrap, shr_wrap, true)
#undef SYCL_CC_EXTEND

/* Elements one by one: cut, _sat: saturated, _add: their sum with c.  Without _add c has no meaning. */
#define SYCL_CC_EXTEND(NAME, BITS, OPERATION) \
	template <typename T, typename First, typename Second> \
	constexpr T extend_##NAME(First a, Second b, T c) \
	{ \
		return detail::extended_vector<T, BITS, detail::merge::cut, detail::extended_##OPERATION>(a, b, c); \
	} \
	template <typename T, typename First, typename Second> \
	constexpr T extend_##NAME##_sat(First a, Second b, T c) \
	{ \
		return detail::extended_vector<T, BITS, detail::merge::saturated, detail::extended_##OPERATION>(a, b, c); \
	} \
	template <typename T, typename First, typename Second> \
	constexpr T extend_##NAME##_add(First a, Second b, T c) \
	{ \
		return detail::extended_vector<T, BITS, detail::merge::sum, detail::extended_##OPERATION>(a, b, c); \
	}
SYCL_CC_EXTEND(vadd2, 16, add)
SYCL_CC_EXTEND(vsub2, 16, sub)
SYCL_CC_EXTEND(vabsdiff2, 16, absdiff)
SYCL_CC_EXTEND(vmin2, 16, min)
SYCL_CC_EXTEND(vmax2, 16, max)
SYCL_CC_EXTEND(vavrg2, 16, avrg)
SYCL_CC_EXTEND(vadd4, 8, add)
SYCL_CC_EXTEND(vsub4, 8, sub)
SYCL_CC_EXTEND(vabsdiff4, 8, absdiff)
SYCL_CC_EXTEND(vmin4, 8, min)
SYCL_CC_EXTEND(vmax4, 8, max)
SYCL_CC_EXTEND(vavrg4, 8, avrg)
#undef SYCL_CC_EXTEND

template <typename First, typename Second, typename Compare>
constexpr unsigned extend_vcompare2(First a, Second b, Compare compare)
{
	return detail::compare_vectors<16>(a, b, compare);
}
template <typename First, typename Second, typename Compare>
constexpr unsigned extend_vcompare2_add(First a, Second b, unsigned c, Compare compare)
{
	const unsigned lanes = detail::compare_vectors<16>(a, b, compare);

	return c + (lanes & 1) + (lanes >> 16);
}
template <typename First, typename Second, typename Compare>
constexpr unsigned extend_vcompare4(First a, Second b, Compare compare)
{
	return detail::compare_vectors<8>(a, b, compare);
}
template <typename First, typename Second, typename Compare>
constexpr unsigned extend_vcompare4_add(First a, Second b, unsigned c, Compare compare)
{
	const unsigned lanes = detail::compare_vectors<8>(a, b, compare);

	return c + (lanes & 1) + (lanes >> 8 & 1) + (lanes >> 16 & 1) + (lanes >> 24);
}

}

#endif
