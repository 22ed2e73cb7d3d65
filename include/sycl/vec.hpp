/* sycl::vec: 1, 2, 3, 4, 8 or 16 numbers with element-wise operators. */
#ifndef SYCL_VEC_HPP
#define SYCL_VEC_HPP

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <sycl/half.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

using byte = std::uint8_t;
using schar = signed char;
using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;
using longlong = long long;
using ulonglong = unsigned long long;

enum class rounding_mode : int { automatic, rte, rtz, rtp, rtn };

/* Names of elements for swizzle<>(). */
struct elem {
	static constexpr int x = 0, y = 1, z = 2, w = 3, r = 0, g = 1, b = 2, a = 3;
	static constexpr int s0 = 0, s1 = 1, s2 = 2, s3 = 3, s4 = 4, s5 = 5, s6 = 6, s7 = 7;
	static constexpr int s8 = 8, s9 = 9, sA = 10, sB = 11, sC = 12, sD = 13, sE = 14, sF = 15;
};

template <typename T, int Count>
class vec;

namespace detail {

/* A choice of elements of a vec, which can be read and assigned. */
namespace bases {
template <typename T, int Count, int... Indices>
class swizzled;
}
using bases::swizzled;

/* Positions of a swizzle: of elements that there are, as many as a vec can have. */
template <int Count, int... Indices>
inline constexpr bool can_choose = ((0 <= Indices && Indices < Count) && ...)
	&& ((0 < sizeof...(Indices) && sizeof...(Indices) <= 4) || sizeof...(Indices) == 8 || sizeof...(Indices) == 16);

template <typename T>
struct elements_of {
	static constexpr int count = 0;	/* a number */
};
template <typename T, int Count>
struct elements_of<vec<T, Count>> {
	static constexpr int count = Count;
	using type = T;
};
template <typename T, int Count, int... Indices>
struct elements_of<swizzled<T, Count, Indices...>> {
	static constexpr int count = sizeof...(Indices);
	using type = std::remove_const_t<T>;
};

template <typename Operand>
inline constexpr bool is_vec = elements_of<std::decay_t<Operand>>::count > 0;
/* How many elements an argument of a constructor has. */
template <typename Operand>
inline constexpr int brings = is_vec<Operand> ? elements_of<std::decay_t<Operand>>::count : 1;

/* What is one number, or has elements of the same type (SYCL 2020, 4.14.2.1): no vec of several other numbers. */
template <typename Operand, typename T>
inline constexpr bool fills_vec = std::is_convertible_v<Operand, T>;
template <typename T, int Count>
inline constexpr bool fills_vec<vec<T, Count>, T> = true;
template <typename T, int Count, int... Indices>
inline constexpr bool fills_vec<swizzled<T, Count, Indices...>, std::remove_const_t<T>> = true;

/*
 * What is converted to the element type where elements as many as Count are wanted: a
 * number, or what is one number, but no vec of that many elements.
 */
template <typename Number, typename T, int Count>
constexpr bool is_for_all()
{
	if constexpr (is_vec<Number> && brings<Number> == Count)
		return false;
	else
		return std::is_convertible_v<Number, T>;
}

/* The element type, for a number that is one. */
template <typename Number, typename T, int Count>
struct type_for_all : std::enable_if<is_for_all<Number, T, Count>(), T> {};

/* The integer of a size, for the results of comparisons. */
template <std::size_t Size>
struct integer_of_size;
template <>
struct integer_of_size<1> {
	using type = std::int8_t;
};
template <>
struct integer_of_size<2> {
	using type = std::int16_t;
};
template <>
struct integer_of_size<4> {
	using type = std::int32_t;
};
template <>
struct integer_of_size<8> {
	using type = std::int64_t;
};
template <typename T>
using truth = typename integer_of_size<sizeof(T)>::type;

#if defined(__clang__)
/* The number that has the bits of an element in the device compiler's vectors; clang's of bool have a bit for each. */
template <typename T>
using native_element = std::conditional_t<std::is_same_v<T, half>, half_storage, std::conditional_t<
	std::is_same_v<T, bool> || std::is_same_v<T, std::byte>, std::uint8_t, std::conditional_t<
	std::is_same_v<T, ext::oneapi::bfloat16>, std::uint16_t, T>>>;
template <typename T, int Count>
struct native_vector {
	typedef native_element<T> type __attribute__((ext_vector_type(Count)));
};
template <typename T>
struct native_vector<T, 1> {
	using type = T;
};
#endif

template <typename T>
inline constexpr bool is_real = std::is_floating_point_v<T> || std::is_same_v<T, half>
	|| std::is_same_v<T, ext::oneapi::bfloat16>;

template <typename T>
inline constexpr bool is_number = std::is_arithmetic_v<T> || is_real<T>;

/* The element types of operators that not all have: conditions of templates, and the constants that they are made of. */
template <typename T>
inline constexpr bool has_bits = std::is_integral_v<T> || std::is_same_v<T, std::byte>;
template <typename T>
inline constexpr bool has_remainder = std::is_integral_v<T>;
template <typename T>
inline constexpr bool is_counter = is_number<T> && !std::is_same_v<T, bool>;
template <typename T>
struct if_any : std::enable_if<!std::is_void_v<T>, int> {};
template <typename T>
struct if_number : std::enable_if<is_number<T>, int> {};
template <typename T>
struct if_bits : std::enable_if<has_bits<T>, int> {};
template <typename T>
struct if_remainder : std::enable_if<has_remainder<T>, int> {};
template <typename T, typename Number>
struct if_byte_shift : std::enable_if<std::is_same_v<T, std::byte> && std::is_integral_v<Number>, int> {};
template <typename T>
struct if_counter : std::enable_if<is_counter<T>, int> {};
template <typename T>
struct if_not_real : std::enable_if<!is_real<T>, int> {};

/*
 * One element converts to what its type converts to.  Not by a template, which
 * would let no standard conversion follow; half and std::byte have none that could.
 */
namespace bases {
template <typename Self, typename T, std::size_t Count>
class one_element {};
template <typename Self, typename T>
class one_element<Self, T, 1> {
public:
	constexpr operator T() const { return static_cast<const Self &>(*this)[0]; }
	template <typename Number, typename std::enable_if<!std::is_same_v<Number, T>
		&& (std::is_enum_v<Number> || (!std::is_arithmetic_v<T> && (std::is_arithmetic_v<Number> || is_real<Number>))), int>::type = 0>
	constexpr explicit operator Number() const
	{
		return static_cast<Number>(static_cast<const Self &>(*this)[0]);
	}
};

/* What converts to the compiler's own vector: a base, because a conversion that is a template hides those of bases. */
template <typename Self, typename T, int Count>
class to_native {
#if defined(__clang__)
public:
	template <typename Native, typename std::enable_if<std::is_same_v<Native, typename native_vector<T, Count>::type>, int>::type = 0>
	operator Native() const
	{
		Native native;

		__builtin_memcpy(&native, static_cast<const Self *>(this), sizeof native);
		return native;
	}
#endif
};
template <typename Self, typename T>
class to_native<Self, T, 1> {};
}

/* The next value of a floating-point type: -1 down, 1 up. */
template <typename T>
T neighbour(T a, int direction)
{
	using bits = std::conditional_t<sizeof(T) == 2, std::uint16_t, std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>;
	constexpr bits sign = static_cast<bits>(bits(1) << (8 * sizeof(T) - 1));
	const bits old = bits_as<bits>(a);
	const bool negative = (old & sign) != 0;

	if ((old & static_cast<bits>(~sign)) == 0)
		return bits_as<T>(static_cast<bits>(direction < 0 ? sign | 1 : 1));
	return bits_as<T>(static_cast<bits>((direction < 0) == negative ? old + 1 : old - 1));
}

/*
 * -1, 0 or 1 for a number that is less than, equal to or greater than its nearest
 * value of a floating-point type.  The nearest value of an integer is whole.
 */
template <typename Number, typename T>
int beside(Number a, T nearest)
{
	if constexpr (std::is_integral_v<Number>) {
		using wide = std::conditional_t<sizeof(T) <= 4, float, double>;
		constexpr wide limit = static_cast<wide>((std::numeric_limits<Number>::max)() / 2 + 1) * 2;
		const wide b = static_cast<wide>(nearest);

		if (b >= limit)
			return -1;
		if (b < static_cast<wide>((std::numeric_limits<Number>::min)()))
			return 1;
		return a < static_cast<Number>(b) ? -1 : a > static_cast<Number>(b);
	} else {
		using wide = std::conditional_t<sizeof(Number) <= 4, float, double>;
		const wide b = static_cast<wide>(nearest), value = static_cast<wide>(a);

		return value < b ? -1 : value > b;
	}
}

/* A number as another type, rounded as the mode says. */
template <typename To, rounding_mode Mode, typename From>
To round_to(From value)
{
	if constexpr (is_real<From> && std::is_integral_v<To> && !std::is_same_v<To, bool>) {
		/* Casts drop the fraction; kernels that use no double must not get one here. */
		using wide = std::conditional_t<sizeof(From) <= 4, float, double>;
		const wide v = static_cast<wide>(value);

		if constexpr (detail::same(Mode, rounding_mode::rte) && sizeof(wide) == 4)
			return static_cast<To>(__builtin_rintf(v));
		else if constexpr (detail::same(Mode, rounding_mode::rtp) && sizeof(wide) == 4)
			return static_cast<To>(__builtin_ceilf(v));
		else if constexpr (detail::same(Mode, rounding_mode::rtn) && sizeof(wide) == 4)
			return static_cast<To>(__builtin_floorf(v));
		else if constexpr (detail::same(Mode, rounding_mode::rte))
			return static_cast<To>(__builtin_rint(v));
		else if constexpr (detail::same(Mode, rounding_mode::rtp))
			return static_cast<To>(__builtin_ceil(v));
		else if constexpr (detail::same(Mode, rounding_mode::rtn))
			return static_cast<To>(__builtin_floor(v));
		else
			return static_cast<To>(v);
	} else if constexpr (is_real<To> && !std::is_same_v<To, From> && !std::is_same_v<From, bool>
		&& !detail::same(Mode, rounding_mode::automatic) && !detail::same(Mode, rounding_mode::rte)) {
		const To nearest = static_cast<To>(value);
		const int side = beside(value, nearest);
		const bool down = detail::same(Mode, rounding_mode::rtn) || (detail::same(Mode, rounding_mode::rtz) && static_cast<From>(0) < value);

		return (down && side < 0) || (!down && side > 0) ? neighbour(nearest, side) : nearest;
	} else {
		return static_cast<To>(value);
	}
}

}

/*
 * Names of elements and of choices of them: base classes of vec and swizzled (Self), which have
 * operator[] and swizzle<>().
 */
#define SYCL_CC_ELEMENT(NAME, POSITION)                                                           \
	constexpr decltype(auto) NAME() { return static_cast<Self &>(*this)[POSITION]; }          \
	constexpr decltype(auto) NAME() const { return static_cast<const Self &>(*this)[POSITION]; }
#define SYCL_CC_SWIZZLE(NAME, ...)                                                                \
	constexpr auto NAME() { return static_cast<Self &>(*this).template swizzle<__VA_ARGS__>(); } \
	constexpr auto NAME() const { return static_cast<const Self &>(*this).template swizzle<__VA_ARGS__>(); }
/* The same of at most four elements, of which the last one named is there. */
#define SYCL_CC_SWIZZLE_UP_TO(NAME, LAST, ...)                                                    \
	template <int Size = Count, typename std::enable_if<(Size > LAST && Size <= 4), int>::type = 0>        \
	constexpr auto NAME()                                                                     \
	{                                                                                         \
		return static_cast<Self &>(*this).template swizzle<__VA_ARGS__>();        \
	}                                                                                         \
	template <int Size = Count, typename std::enable_if<(Size > LAST && Size <= 4), int>::type = 0>        \
	constexpr auto NAME() const                                                               \
	{                                                                                         \
		return static_cast<const Self &>(*this).template swizzle<__VA_ARGS__>();  \
	}
#ifdef SYCL_SIMPLE_SWIZZLES
/* Every choice of two, three and four of these letters. */
#define SYCL_CC_LARGER(FIRST, SECOND) ((FIRST) > (SECOND) ? (FIRST) : (SECOND))
#define SYCL_CC_SWIZZLE_2(A1, P1, A2, P2) SYCL_CC_SWIZZLE_UP_TO(A1##A2, SYCL_CC_LARGER(P1, P2), P1, P2)
#define SYCL_CC_SWIZZLE_3(A1, P1, A2, P2, A3, P3)                                                 \
	SYCL_CC_SWIZZLE_UP_TO(A1##A2##A3, SYCL_CC_LARGER(SYCL_CC_LARGER(P1, P2), P3), P1, P2, P3)
#define SYCL_CC_SWIZZLE_4(A1, P1, A2, P2, A3, P3, A4, P4)                                         \
	SYCL_CC_SWIZZLE_UP_TO(A1##A2##A3##A4, SYCL_CC_LARGER(SYCL_CC_LARGER(P1, P2), SYCL_CC_LARGER(P3, P4)), P1, P2, P3, P4)
#define SYCL_CC_XYZW_4(...)                                                                       \
	SYCL_CC_SWIZZLE_3(__VA_ARGS__)                                                    \
	SYCL_CC_SWIZZLE_4(__VA_ARGS__, x, 0) SYCL_CC_SWIZZLE_4(__VA_ARGS__, y, 1)         \
	SYCL_CC_SWIZZLE_4(__VA_ARGS__, z, 2) SYCL_CC_SWIZZLE_4(__VA_ARGS__, w, 3)
#define SYCL_CC_XYZW_3(...)                                                                       \
	SYCL_CC_SWIZZLE_2(__VA_ARGS__)                                                    \
	SYCL_CC_XYZW_4(__VA_ARGS__, x, 0) SYCL_CC_XYZW_4(__VA_ARGS__, y, 1)               \
	SYCL_CC_XYZW_4(__VA_ARGS__, z, 2) SYCL_CC_XYZW_4(__VA_ARGS__, w, 3)
#define SYCL_CC_XYZW_2(...)                                                                       \
	SYCL_CC_XYZW_3(__VA_ARGS__, x, 0) SYCL_CC_XYZW_3(__VA_ARGS__, y, 1)               \
	SYCL_CC_XYZW_3(__VA_ARGS__, z, 2) SYCL_CC_XYZW_3(__VA_ARGS__, w, 3)
/* Colors are of four elements. */
#define SYCL_CC_COLORS_2(A1, P1, A2, P2) SYCL_CC_SWIZZLE_UP_TO(A1##A2, 3, P1, P2)
#define SYCL_CC_COLORS_3(A1, P1, A2, P2, A3, P3) SYCL_CC_SWIZZLE_UP_TO(A1##A2##A3, 3, P1, P2, P3)
#define SYCL_CC_COLORS_4(A1, P1, A2, P2, A3, P3, A4, P4) SYCL_CC_SWIZZLE_UP_TO(A1##A2##A3##A4, 3, P1, P2, P3, P4)
#define SYCL_CC_RGBA_4(...)                                                                       \
	SYCL_CC_COLORS_3(__VA_ARGS__)                                                     \
	SYCL_CC_COLORS_4(__VA_ARGS__, r, 0) SYCL_CC_COLORS_4(__VA_ARGS__, g, 1)           \
	SYCL_CC_COLORS_4(__VA_ARGS__, b, 2) SYCL_CC_COLORS_4(__VA_ARGS__, a, 3)
#define SYCL_CC_RGBA_3(...)                                                                       \
	SYCL_CC_COLORS_2(__VA_ARGS__)                                                     \
	SYCL_CC_RGBA_4(__VA_ARGS__, r, 0) SYCL_CC_RGBA_4(__VA_ARGS__, g, 1)               \
	SYCL_CC_RGBA_4(__VA_ARGS__, b, 2) SYCL_CC_RGBA_4(__VA_ARGS__, a, 3)
#define SYCL_CC_RGBA_2(...)                                                                       \
	SYCL_CC_RGBA_3(__VA_ARGS__, r, 0) SYCL_CC_RGBA_3(__VA_ARGS__, g, 1)               \
	SYCL_CC_RGBA_3(__VA_ARGS__, b, 2) SYCL_CC_RGBA_3(__VA_ARGS__, a, 3)
#define SYCL_CC_SWIZZLES                                                                          \
	SYCL_CC_XYZW_2(x, 0) SYCL_CC_XYZW_2(y, 1) SYCL_CC_XYZW_2(z, 2) SYCL_CC_XYZW_2(w, 3)       \
	SYCL_CC_RGBA_2(r, 0) SYCL_CC_RGBA_2(g, 1) SYCL_CC_RGBA_2(b, 2) SYCL_CC_RGBA_2(a, 3)
#endif

namespace detail::bases {

/* Up to three elements have letters, four also colors, and more numbers only. One element more has a name of each kind. */
enum class names { numbers, letters, colors };
template <typename Self, int Count, names Kind>
class named_elements : public named_elements<Self, Count - 1, Kind> {};
template <typename Self, names Kind>
class named_elements<Self, 0, Kind> {};
#define SYCL_CC_ELEMENT_4(COUNT, POSITION, LETTER, COLOR, NUMBER)                                 \
	SYCL_CC_ELEMENT_16(COUNT, POSITION, NUMBER)                                               \
	template <typename Self>                                                                  \
	class named_elements<Self, COUNT, names::letters> : public named_elements<Self, POSITION, names::letters> { \
	public:                                                                                   \
		SYCL_CC_ELEMENT(LETTER, POSITION)                                                 \
		SYCL_CC_ELEMENT(NUMBER, POSITION)                                                 \
	};                                                                                        \
	template <typename Self>                                                                  \
	class named_elements<Self, COUNT, names::colors> : public named_elements<Self, POSITION, names::colors> { \
	public:                                                                                   \
		SYCL_CC_ELEMENT(LETTER, POSITION)                                                 \
		SYCL_CC_ELEMENT(COLOR, POSITION)                                                  \
		SYCL_CC_ELEMENT(NUMBER, POSITION)                                                 \
	};
#define SYCL_CC_ELEMENT_16(COUNT, POSITION, NUMBER)                                               \
	template <typename Self>                                                                  \
	class named_elements<Self, COUNT, names::numbers> : public named_elements<Self, POSITION, names::numbers> { \
	public:                                                                                   \
		SYCL_CC_ELEMENT(NUMBER, POSITION)                                                 \
	};
SYCL_CC_ELEMENT_4(1, 0, x, r, s0)
SYCL_CC_ELEMENT_4(2, 1, y, g, s1)
SYCL_CC_ELEMENT_4(3, 2, z, b, s2)
SYCL_CC_ELEMENT_4(4, 3, w, a, s3)
SYCL_CC_ELEMENT_16(5, 4, s4)
SYCL_CC_ELEMENT_16(6, 5, s5)
SYCL_CC_ELEMENT_16(7, 6, s6)
SYCL_CC_ELEMENT_16(8, 7, s7)
SYCL_CC_ELEMENT_16(9, 8, s8)
SYCL_CC_ELEMENT_16(10, 9, s9)
SYCL_CC_ELEMENT_16(11, 10, sA)
SYCL_CC_ELEMENT_16(12, 11, sB)
SYCL_CC_ELEMENT_16(13, 12, sC)
SYCL_CC_ELEMENT_16(14, 13, sD)
SYCL_CC_ELEMENT_16(15, 14, sE)
SYCL_CC_ELEMENT_16(16, 15, sF)
#undef SYCL_CC_ELEMENT_16
#undef SYCL_CC_ELEMENT_4

/* Choices of at most four elements. */
template <typename Self, int Count>
class named_choices {
#ifdef SYCL_SIMPLE_SWIZZLES
public:
	SYCL_CC_SWIZZLES
};
#else
};
/* The usual ones; SYCL_SIMPLE_SWIZZLES gives them all. */
template <typename Self>
class named_choices<Self, 1> {
public:
	SYCL_CC_SWIZZLE(xx, 0, 0) SYCL_CC_SWIZZLE(xxx, 0, 0, 0) SYCL_CC_SWIZZLE(xxxx, 0, 0, 0, 0)
};
template <typename Self>
class named_choices<Self, 2> : public named_choices<Self, 1> {
public:
	SYCL_CC_SWIZZLE(xy, 0, 1) SYCL_CC_SWIZZLE(yx, 1, 0) SYCL_CC_SWIZZLE(yy, 1, 1) SYCL_CC_SWIZZLE(yyy, 1, 1, 1)
};
template <typename Self>
class named_choices<Self, 3> : public named_choices<Self, 2> {
public:
	SYCL_CC_SWIZZLE(xz, 0, 2) SYCL_CC_SWIZZLE(yz, 1, 2) SYCL_CC_SWIZZLE(zx, 2, 0) SYCL_CC_SWIZZLE(zy, 2, 1)
	SYCL_CC_SWIZZLE(zz, 2, 2) SYCL_CC_SWIZZLE(xyz, 0, 1, 2) SYCL_CC_SWIZZLE(yzx, 1, 2, 0)
	SYCL_CC_SWIZZLE(zxy, 2, 0, 1) SYCL_CC_SWIZZLE(zyx, 2, 1, 0) SYCL_CC_SWIZZLE(zzz, 2, 2, 2)
};
template <typename Self>
class named_choices<Self, 4> : public named_choices<Self, 3> {
public:
	SYCL_CC_SWIZZLE(zw, 2, 3) SYCL_CC_SWIZZLE(xw, 0, 3) SYCL_CC_SWIZZLE(yw, 1, 3) SYCL_CC_SWIZZLE(ww, 3, 3)
	SYCL_CC_SWIZZLE(wz, 3, 2) SYCL_CC_SWIZZLE(www, 3, 3, 3) SYCL_CC_SWIZZLE(yzw, 1, 2, 3)
	SYCL_CC_SWIZZLE(xyzw, 0, 1, 2, 3) SYCL_CC_SWIZZLE(wzyx, 3, 2, 1, 0) SYCL_CC_SWIZZLE(rgba, 0, 1, 2, 3)
	SYCL_CC_SWIZZLE(bgra, 2, 1, 0, 3) SYCL_CC_SWIZZLE(rgb, 0, 1, 2) SYCL_CC_SWIZZLE(bgr, 2, 1, 0)
};
#endif

template <typename Self, int Count>
class with_names : public named_elements<Self, Count, (Count > 4 ? names::numbers : Count == 4 ? names::colors : names::letters)>,
	public named_choices<Self, Count> {};

}

template <typename T, int Count>
class alignas(sizeof(T) * (Count == 3 ? 4 : Count)) vec : public detail::bases::one_element<vec<T, Count>, T, Count>,
	public detail::bases::to_native<vec<T, Count>, T, Count>, public detail::bases::with_names<vec<T, Count>, Count> {
	static_assert(Count == 1 || Count == 2 || Count == 3 || Count == 4 || Count == 8 || Count == 16, "a vec has 1, 2, 3, 4, 8 or 16 elements");
	static constexpr int room = Count == 3 ? 4 : Count, half_count = Count == 1 ? 1 : (Count + 1) / 2;

public:
	using element_type = T;
	using value_type = T;

	vec() = default;	/* its elements are as variables of their type: a member of a union, an array in local memory */
	constexpr vec(const vec &) = default;
	constexpr vec &operator=(const vec &) = default;
	/* One number for all elements; it converts by itself only to a vec of one (SYCL 2020, 4.14.2.1). */
	template <typename Number, typename std::enable_if<(Count > 1) && detail::is_for_all<Number, T, Count>(), int>::type = 0>
	constexpr explicit vec(const Number &all) : data_{}
	{
		for (int i = 0; i < Count; i++)
			data_[i] = static_cast<T>(all);
	}
	template <typename Number, typename std::enable_if<Count == 1 && std::is_convertible_v<Number, T>, int>::type = 0>
	constexpr vec(const Number &one) : data_{ static_cast<T>(one) } {}
	template <typename First, typename Second, typename... Rest, typename std::enable_if<
		((detail::brings<First> + detail::brings<Second>) + ... + detail::brings<Rest>) == Count
		&& detail::fills_vec<First, T> && detail::fills_vec<Second, T> && (detail::fills_vec<Rest, T> && ...), int>::type = 0>
	constexpr vec(const First &a, const Second &b, const Rest &...c) : data_{}
	{
		int at = 0;

		put(at, a);
		put(at, b);
		(put(at, c), ...);
	}
#if defined(__clang__)
	/* The compiler's own vector.  Templates, so that its operators do not take part where a vec has some. */
	using vector_t = typename detail::native_vector<T, Count>::type;

	template <typename Native, typename std::enable_if<(Count > 1) && std::is_same_v<Native, vector_t>, long>::type = 0>
	vec(const Native &native)
	{
		__builtin_memcpy(data_, &native, sizeof data_);
	}
#endif
	template <typename Number, typename std::enable_if<detail::is_for_all<Number, T, Count>(), int>::type = 0>
	constexpr vec &operator=(const Number &all)
	{
		return *this = vec(all);
	}

	static constexpr std::size_t size() noexcept { return Count; }
	static constexpr std::size_t byte_size() noexcept { return sizeof(T) * room; }
	static constexpr std::size_t get_count() { return Count; }
	static constexpr std::size_t get_size() { return byte_size(); }
	constexpr T &operator[](int i) { return data_[i]; }
	constexpr const T &operator[](int i) const { return data_[i]; }

	template <typename Other, rounding_mode Mode = rounding_mode::automatic>
	vec<Other, Count> convert() const
	{
		vec<Other, Count> result;

		for (int i = 0; i < Count; i++)
			result[i] = detail::round_to<Other, Mode>(data_[i]);
		return result;
	}
	template <typename Wanted>
	Wanted as() const
	{
		static_assert(sizeof(Wanted) == sizeof(vec), "as() wants a vec of the same size");
		Wanted result;

		__builtin_memcpy(static_cast<void *>(&result), this, sizeof result);
		return result;
	}
	template <access::address_space Space, access::decorated Decorated>
	void load(std::size_t at, multi_ptr<const T, Space, Decorated> from)
	{
		load(at, from.get_raw());
	}
	template <access::address_space Space, access::decorated Decorated>
	void load(std::size_t at, multi_ptr<T, Space, Decorated> from)
	{
		load(at, from.get_raw());
	}
	void load(std::size_t at, const T *from)
	{
		for (int i = 0; i < Count; i++)
			data_[i] = from[at * Count + static_cast<std::size_t>(i)];
	}
	template <access::address_space Space, access::decorated Decorated>
	void store(std::size_t at, multi_ptr<T, Space, Decorated> to) const
	{
		store(at, to.get_raw());
	}
	void store(std::size_t at, T *to) const
	{
		for (int i = 0; i < Count; i++)
			to[at * Count + static_cast<std::size_t>(i)] = data_[i];
	}

	/* --- choices of elements --- */

	template <int... Indices, typename std::enable_if<detail::can_choose<Count, Indices...>, int>::type = 0>
	constexpr detail::swizzled<T, Count, Indices...> swizzle()
	{
		return detail::swizzled<T, Count, Indices...>(*this);
	}
	template <int... Indices, typename std::enable_if<detail::can_choose<Count, Indices...>, int>::type = 0>
	constexpr detail::swizzled<const T, Count, Indices...> swizzle() const
	{
		return detail::swizzled<const T, Count, Indices...>(*this);
	}
	/* Halves; the fourth one of three elements is the room behind them. */
	constexpr auto lo() { return part<0, 1>(*this, halves{}); }
	constexpr auto lo() const { return part<0, 1>(*this, halves{}); }
	constexpr auto hi() { return part<(Count == 1 ? 0 : half_count), 1>(*this, halves{}); }
	constexpr auto hi() const { return part<(Count == 1 ? 0 : half_count), 1>(*this, halves{}); }
	constexpr auto even() { return part<0, 2>(*this, halves{}); }
	constexpr auto even() const { return part<0, 2>(*this, halves{}); }
	constexpr auto odd() { return part<(Count == 1 ? 0 : 1), 2>(*this, halves{}); }
	constexpr auto odd() const { return part<(Count == 1 ? 0 : 1), 2>(*this, halves{}); }

	/* --- operators --- */

	/* With a vec, or with a number on either side. */
#define SYCL_CC_VEC_CONDITION(CONDITION) \
	template <typename Number = T, typename detail::CONDITION<Number>::type = 0>
#define SYCL_CC_VEC_NUMBER(CONDITION) \
	template <typename Number, typename detail::CONDITION<typename detail::type_for_all<Number, T, Count>::type>::type = 0>
#define SYCL_CC_VEC_NUMBERS(OP, RESULT, CONDITION)                                                \
	SYCL_CC_VEC_NUMBER(CONDITION)                                                             \
	friend constexpr vec<RESULT, Count> operator OP(const vec &a, const Number &b)            \
	{                                                                                         \
		return a OP vec(static_cast<T>(b));                                               \
	}                                                                                         \
	SYCL_CC_VEC_NUMBER(CONDITION)                                                             \
	friend constexpr vec<RESULT, Count> operator OP(const Number &a, const vec &b)            \
	{                                                                                         \
		return vec(static_cast<T>(a)) OP b;                                               \
	}
#define SYCL_CC_VEC_BINARY(OP, CONDITION)                                                         \
	SYCL_CC_VEC_CONDITION(CONDITION)                                                          \
	friend constexpr vec operator OP(const vec &a, const vec &b)                              \
	{                                                                                         \
		vec result{};                                                                     \
		for (int i = 0; i < Count; i++)                                                   \
			result.data_[i] = static_cast<T>(a.data_[i] OP b.data_[i]);               \
		return result;                                                                    \
	}                                                                                         \
	SYCL_CC_VEC_NUMBERS(OP, T, CONDITION)                                                     \
	SYCL_CC_VEC_CONDITION(CONDITION)                                                          \
	friend constexpr vec &operator OP##=(vec &a, const vec &b)                                \
	{                                                                                         \
		return a = a OP b;                                                                \
	}                                                                                         \
	SYCL_CC_VEC_NUMBER(CONDITION)                                                             \
	friend constexpr vec &operator OP##=(vec &a, const Number &b)                             \
	{                                                                                         \
		return a = a OP vec(static_cast<T>(b));                                           \
	}
	SYCL_CC_VEC_BINARY(+, if_number)
	SYCL_CC_VEC_BINARY(-, if_number)
	SYCL_CC_VEC_BINARY(*, if_number)
	SYCL_CC_VEC_BINARY(/, if_number)
	SYCL_CC_VEC_BINARY(%, if_remainder)
	SYCL_CC_VEC_BINARY(&, if_bits)
	SYCL_CC_VEC_BINARY(|, if_bits)
	SYCL_CC_VEC_BINARY(^, if_bits)
	SYCL_CC_VEC_BINARY(<<, if_remainder)
	SYCL_CC_VEC_BINARY(>>, if_remainder)
#undef SYCL_CC_VEC_BINARY

	/* A std::byte is shifted by integers only. */
#define SYCL_CC_VEC_SHIFT(OP)                                                                     \
	template <typename Number, typename detail::if_byte_shift<T, Number>::type = 0>           \
	friend constexpr vec operator OP(const vec &a, Number shift)                              \
	{                                                                                         \
		vec result{};                                                                     \
		for (int i = 0; i < Count; i++)                                                   \
			result.data_[i] = a.data_[i] OP shift;                                    \
		return result;                                                                    \
	}                                                                                         \
	template <typename Number, typename detail::if_byte_shift<T, Number>::type = 0>           \
	friend constexpr vec &operator OP##=(vec &a, Number shift)                                \
	{                                                                                         \
		return a = a OP shift;                                                            \
	}
	SYCL_CC_VEC_SHIFT(<<)
	SYCL_CC_VEC_SHIFT(>>)
#undef SYCL_CC_VEC_SHIFT

#define SYCL_CC_VEC_COMPARE(OP, CONDITION)                                                        \
	SYCL_CC_VEC_CONDITION(CONDITION)                                                          \
	friend constexpr vec<detail::truth<T>, Count> operator OP(const vec &a, const vec &b)     \
	{                                                                                         \
		vec<detail::truth<T>, Count> result{};                                            \
		for (int i = 0; i < Count; i++)                                                   \
			result[i] = static_cast<detail::truth<T>>((a.data_[i] OP b.data_[i]) ? -1 : 0); \
		return result;                                                                    \
	}                                                                                         \
	SYCL_CC_VEC_NUMBERS(OP, detail::truth<T>, CONDITION)
	SYCL_CC_VEC_COMPARE(==, if_any)
	SYCL_CC_VEC_COMPARE(!=, if_any)
	SYCL_CC_VEC_COMPARE(<, if_any)
	SYCL_CC_VEC_COMPARE(>, if_any)
	SYCL_CC_VEC_COMPARE(<=, if_any)
	SYCL_CC_VEC_COMPARE(>=, if_any)
	SYCL_CC_VEC_COMPARE(&&, if_number)
	SYCL_CC_VEC_COMPARE(||, if_number)
#undef SYCL_CC_VEC_COMPARE
#undef SYCL_CC_VEC_NUMBERS
#undef SYCL_CC_VEC_NUMBER

	SYCL_CC_VEC_CONDITION(if_number)
	friend constexpr vec operator+(const vec &a) { return a; }
	SYCL_CC_VEC_CONDITION(if_number)
	friend constexpr vec operator-(const vec &a)
	{
		vec result{};

		for (int i = 0; i < Count; i++)
			result.data_[i] = static_cast<T>(-a.data_[i]);
		return result;
	}
	SYCL_CC_VEC_CONDITION(if_bits)
	friend constexpr vec operator~(const vec &a)
	{
		vec result{};

		for (int i = 0; i < Count; i++)
			result.data_[i] = static_cast<T>(~a.data_[i]);
		return result;
	}
	SYCL_CC_VEC_CONDITION(if_counter)
	friend constexpr vec &operator++(vec &a) { return a += vec(static_cast<T>(1)); }
	SYCL_CC_VEC_CONDITION(if_counter)
	friend constexpr vec &operator--(vec &a) { return a -= vec(static_cast<T>(1)); }
	SYCL_CC_VEC_CONDITION(if_counter)
	friend constexpr vec operator++(vec &a, int)
	{
		vec old = a;

		++a;
		return old;
	}
	SYCL_CC_VEC_CONDITION(if_counter)
	friend constexpr vec operator--(vec &a, int)
	{
		vec old = a;

		--a;
		return old;
	}
#undef SYCL_CC_VEC_CONDITION

private:
	template <typename Operand>
	constexpr void put(int &at, const Operand &a)
	{
		if constexpr (detail::is_vec<Operand>) {
			const vec<typename detail::elements_of<Operand>::type, detail::elements_of<Operand>::count> from = a;

			for (int i = 0; i < detail::elements_of<Operand>::count; i++)
				data_[at++] = static_cast<T>(from[i]);
		} else {
			data_[at++] = static_cast<T>(a);
		}
	}
	/* Elements First, First + Step, ... */
	using halves = std::make_integer_sequence<int, half_count>;
	template <int First, int Step, typename Vec, int... Indices>
	static constexpr auto part(Vec &of, std::integer_sequence<int, Indices...>)
	{
		return detail::swizzled<std::conditional_t<std::is_const_v<Vec>, const T, T>, Count, (First + Indices * Step)...>(of);
	}

	T data_[room];
};

/* No friend: types of which a vec of one element is an argument, as std::is_same, would be converted to it. */
template <typename T, int Count>
constexpr vec<detail::truth<T>, Count> operator!(const vec<T, Count> &a)
{
	return a == vec<T, Count>();
}

template <typename T, typename... Others, typename std::enable_if<(std::is_same_v<T, Others> && ...), int>::type = 0>
vec(T, Others...) -> vec<T, static_cast<int>(sizeof...(Others)) + 1>;

namespace detail {

/* In a namespace without functions of the headers' own, which unqualified calls with a swizzle would find. */
namespace bases {
/* A view of a vec, of const T of a const one.  Only distinct elements can be written. */
template <typename T, int Count, int... Indices>
class swizzled : public one_element<swizzled<T, Count, Indices...>, std::remove_const_t<T>, sizeof...(Indices)>,
	public with_names<swizzled<T, Count, Indices...>, sizeof...(Indices)> {
	static constexpr int elements = sizeof...(Indices), half_count = elements == 1 ? 1 : (elements + 1) / 2;
	static constexpr int positions[] = { Indices... };
	using number = std::remove_const_t<T>;
	using value = vec<number, elements>;
	using whole = std::conditional_t<std::is_const_v<T>, const vec<number, Count>, vec<number, Count>>;

	static constexpr bool are_distinct()
	{
		unsigned long named = 0;
		bool twice = false;

		((twice = twice || (named >> Indices & 1) != 0, named |= 1UL << Indices), ...);
		return !twice;
	}
	static constexpr bool can_write = !std::is_const_v<T> && are_distinct();
	struct unassignable {};

#define SYCL_CC_SWIZZLED_WRITE(CONDITION) \
	template <bool Writes = can_write, typename std::enable_if<Writes && (CONDITION), int>::type = 0>
#define SYCL_CC_SWIZZLED_NUMBER(CONDITION) \
	template <typename Number, typename std::enable_if<can_write && is_for_all<Number, number, elements>() && (CONDITION), int>::type = 0>

public:
	using element_type = number;
	using value_type = number;

	constexpr explicit swizzled(whole &of) : of_(&of) {}
	swizzled(const swizzled &) = default;

	constexpr operator value() const
	{
		value result{};
		int at = 0;

		((result[at++] = static_cast<const vec<number, Count> &>(*of_)[Indices]), ...);
		return result;
	}
	SYCL_CC_SWIZZLED_WRITE(true)
	constexpr const swizzled &operator=(const value &from) const
	{
		const value all = from;	/* it may be what is written */
		int at = 0;

		(((*of_)[Indices] = all[at++]), ...);
		return *this;
	}
	/* For others the compiler's own is left, which the const member deletes. */
	constexpr const swizzled &operator=(const std::conditional_t<can_write, swizzled, unassignable> &from) const
	{
		return *this = static_cast<value>(from);
	}
	template <typename Other, int OfCount, int... OfIndices, typename std::enable_if<can_write
		&& std::is_same_v<std::remove_const_t<Other>, number> && sizeof...(OfIndices) == elements, int>::type = 0>
	constexpr const swizzled &operator=(const swizzled<Other, OfCount, OfIndices...> &from) const
	{
		return *this = static_cast<value>(from);
	}
	SYCL_CC_SWIZZLED_NUMBER(true)
	constexpr const swizzled &operator=(const Number &all) const { return *this = value(static_cast<number>(all)); }
	constexpr T &operator[](int i) const
	{
		const int position[] = { Indices... };

		return (*of_)[position[i]];
	}
	static constexpr std::size_t size() noexcept { return elements; }
	static constexpr std::size_t byte_size() noexcept { return value::byte_size(); }
	static constexpr std::size_t get_count() { return elements; }
	static constexpr std::size_t get_size() { return byte_size(); }

	template <int... Choice, typename std::enable_if<can_choose<elements, Choice...>, int>::type = 0>
	constexpr auto swizzle() const
	{
		return swizzled<T, Count, positions[Choice]...>(*of_);
	}
	constexpr auto lo() const { return part<0, 1>(halves()); }
	constexpr auto hi() const { return part<(elements == 1 ? 0 : half_count), 1>(halves()); }
	constexpr auto even() const { return part<0, 2>(halves()); }
	constexpr auto odd() const { return part<(elements == 1 ? 0 : 1), 2>(halves()); }

	template <typename Other, rounding_mode Mode = rounding_mode::automatic>
	auto convert() const
	{
		return static_cast<value>(*this).template convert<Other, Mode>();
	}
	template <typename Wanted>
	Wanted as() const
	{
		return static_cast<value>(*this).template as<Wanted>();
	}
	template <typename Pointer, bool Writes = can_write, typename std::enable_if<Writes, int>::type = 0>
	void load(std::size_t at, Pointer from) const
	{
		value loaded;

		loaded.load(at, from);
		*this = loaded;
	}
	template <typename Pointer>
	void store(std::size_t at, Pointer to) const
	{
		static_cast<value>(*this).store(at, to);
	}

#define SYCL_CC_SWIZZLED_ASSIGN(OP, CONDITION) \
	SYCL_CC_SWIZZLED_WRITE(CONDITION<number>) \
	constexpr const swizzled &operator OP##=(const value &b) const { return *this = static_cast<value>(*this) OP b; } \
	SYCL_CC_SWIZZLED_NUMBER(CONDITION<number>) \
	constexpr const swizzled &operator OP##=(const Number &b) const { return *this OP##= value(static_cast<number>(b)); }
	SYCL_CC_SWIZZLED_ASSIGN(+, is_number)
	SYCL_CC_SWIZZLED_ASSIGN(-, is_number)
	SYCL_CC_SWIZZLED_ASSIGN(*, is_number)
	SYCL_CC_SWIZZLED_ASSIGN(/, is_number)
	SYCL_CC_SWIZZLED_ASSIGN(%, has_remainder)
	SYCL_CC_SWIZZLED_ASSIGN(&, has_bits)
	SYCL_CC_SWIZZLED_ASSIGN(|, has_bits)
	SYCL_CC_SWIZZLED_ASSIGN(^, has_bits)
	SYCL_CC_SWIZZLED_ASSIGN(<<, has_remainder)
	SYCL_CC_SWIZZLED_ASSIGN(>>, has_remainder)
#undef SYCL_CC_SWIZZLED_ASSIGN

	SYCL_CC_SWIZZLED_WRITE(is_counter<number>)
	constexpr const swizzled &operator++() const { return *this += value(static_cast<number>(1)); }
	SYCL_CC_SWIZZLED_WRITE(is_counter<number>)
	constexpr const swizzled &operator--() const { return *this -= value(static_cast<number>(1)); }
	SYCL_CC_SWIZZLED_WRITE(is_counter<number>)
	constexpr value operator++(int) const
	{
		const value old = *this;

		++*this;
		return old;
	}
	SYCL_CC_SWIZZLED_WRITE(is_counter<number>)
	constexpr value operator--(int) const
	{
		const value old = *this;

		--*this;
		return old;
	}
#undef SYCL_CC_SWIZZLED_NUMBER
#undef SYCL_CC_SWIZZLED_WRITE

private:
	/* Three elements have no fourth one to refer to: a copy, in which it is 0. */
	using halves = std::make_integer_sequence<int, half_count>;
	template <int First, int Step, int... Choice>
	constexpr auto part(std::integer_sequence<int, Choice...>) const
	{
		if constexpr (((First + Choice * Step < elements) && ...))
			return swizzle<(First + Choice * Step)...>();
		else
			return value_of<(First + Choice * Step)...>();
	}
	template <int... Choice>
	constexpr auto value_of() const
	{
		const value from = *this;

		return vec<number, sizeof...(Choice)>((Choice < elements ? from[Choice] : number())...);
	}

	whole *const of_;
};
}

template <typename Operand>
struct is_swizzled : std::false_type {};
template <typename T, int Count, int... Indices>
struct is_swizzled<swizzled<T, Count, Indices...>> : std::true_type {};

/* The vec with the value of a swizzle's operand; numbers stay numbers. */
template <typename Operand>
constexpr auto settle(const Operand &a)
{
	if constexpr (is_swizzled<Operand>::value)
		return static_cast<vec<typename elements_of<Operand>::type, elements_of<Operand>::count>>(a);
	else
		return a;
}

/* What converts to a number or to the vec of these elements. */
template <typename Operand, typename Elements>
inline constexpr bool is_operand_of = std::is_convertible_v<Operand, typename Elements::type>
	|| (std::is_class_v<Operand> && !is_vec<Operand> && std::is_convertible_v<const Operand &, vec<typename Elements::type, Elements::count>>);
/* The element type of a swizzle with a swizzle or vec of as many elements, or what is one number or such a vec, on either side; void for others. */
template <typename Left, typename Right>
constexpr auto swizzle_operands()
{
	using left = elements_of<Left>;
	using right = elements_of<Right>;

	if constexpr (!is_swizzled<Left>::value && !is_swizzled<Right>::value) {
		return;
	} else if constexpr (is_vec<Left> && is_vec<Right> && left::count == right::count) {
		if constexpr (std::is_same_v<typename left::type, typename right::type>)
			return static_cast<typename left::type>(0);
	} else if constexpr (is_swizzled<Left>::value && (!is_swizzled<Right>::value || right::count == 1)) {
		if constexpr (is_operand_of<Right, left>)
			return static_cast<typename left::type>(0);
	} else if constexpr (is_operand_of<Left, right>) {
		return static_cast<typename right::type>(0);
	}
}

namespace bases {
#define SYCL_CC_SWIZZLED_BINARY(OP, CONDITION) \
	template <typename Left, typename Right, typename CONDITION<decltype(swizzle_operands<Left, Right>())>::type = 0> \
	constexpr auto operator OP(const Left &a, const Right &b) \
	{ \
		return settle(a) OP settle(b); \
	}
SYCL_CC_SWIZZLED_BINARY(+, if_number)
SYCL_CC_SWIZZLED_BINARY(-, if_number)
SYCL_CC_SWIZZLED_BINARY(*, if_number)
SYCL_CC_SWIZZLED_BINARY(/, if_number)
SYCL_CC_SWIZZLED_BINARY(%, if_remainder)
SYCL_CC_SWIZZLED_BINARY(&, if_bits)
SYCL_CC_SWIZZLED_BINARY(|, if_bits)
SYCL_CC_SWIZZLED_BINARY(^, if_bits)
SYCL_CC_SWIZZLED_BINARY(<<, if_remainder)
SYCL_CC_SWIZZLED_BINARY(>>, if_remainder)
SYCL_CC_SWIZZLED_BINARY(&&, if_number)
SYCL_CC_SWIZZLED_BINARY(||, if_number)
SYCL_CC_SWIZZLED_BINARY(==, if_any)
SYCL_CC_SWIZZLED_BINARY(!=, if_any)
SYCL_CC_SWIZZLED_BINARY(<, if_any)
SYCL_CC_SWIZZLED_BINARY(>, if_any)
SYCL_CC_SWIZZLED_BINARY(<=, if_any)
SYCL_CC_SWIZZLED_BINARY(>=, if_any)
#undef SYCL_CC_SWIZZLED_BINARY

#define SYCL_CC_SWIZZLED_UNARY(OP, CONDITION) \
	template <typename T, int Count, int... Indices, typename CONDITION<std::remove_const_t<T>>::type = 0> \
	constexpr auto operator OP(const swizzled<T, Count, Indices...> &a) \
	{ \
		return OP settle(a); \
	}
SYCL_CC_SWIZZLED_UNARY(+, if_number)
SYCL_CC_SWIZZLED_UNARY(-, if_number)
SYCL_CC_SWIZZLED_UNARY(~, if_bits)
SYCL_CC_SWIZZLED_UNARY(!, if_any)
#undef SYCL_CC_SWIZZLED_UNARY

#define SYCL_CC_SWIZZLED_SHIFT(OP) \
	template <typename T, int Count, int... Indices, typename Number, typename if_byte_shift<std::remove_const_t<T>, Number>::type = 0> \
	constexpr auto operator OP(const swizzled<T, Count, Indices...> &a, Number shift) \
	{ \
		return settle(a) OP shift; \
	}
SYCL_CC_SWIZZLED_SHIFT(<<)
SYCL_CC_SWIZZLED_SHIFT(>>)
#undef SYCL_CC_SWIZZLED_SHIFT
}

}

#undef SYCL_CC_ELEMENT
#undef SYCL_CC_SWIZZLE
#undef SYCL_CC_SWIZZLE_UP_TO
#ifdef SYCL_SIMPLE_SWIZZLES
#undef SYCL_CC_SWIZZLES
#undef SYCL_CC_LARGER
#undef SYCL_CC_SWIZZLE_2
#undef SYCL_CC_SWIZZLE_3
#undef SYCL_CC_SWIZZLE_4
#undef SYCL_CC_COLORS_2
#undef SYCL_CC_COLORS_3
#undef SYCL_CC_COLORS_4
#undef SYCL_CC_XYZW_2
#undef SYCL_CC_XYZW_3
#undef SYCL_CC_XYZW_4
#undef SYCL_CC_RGBA_2
#undef SYCL_CC_RGBA_3
#undef SYCL_CC_RGBA_4
#endif

#define SYCL_CC_VEC_NAMES(NAME, T)      \
	using NAME##2 = vec<T, 2>;      \
	using NAME##3 = vec<T, 3>;      \
	using NAME##4 = vec<T, 4>;      \
	using NAME##8 = vec<T, 8>;      \
	using NAME##16 = vec<T, 16>;
SYCL_CC_VEC_NAMES(char, std::int8_t)
SYCL_CC_VEC_NAMES(schar, std::int8_t)
SYCL_CC_VEC_NAMES(uchar, std::uint8_t)
SYCL_CC_VEC_NAMES(short, std::int16_t)
SYCL_CC_VEC_NAMES(ushort, std::uint16_t)
SYCL_CC_VEC_NAMES(int, std::int32_t)
SYCL_CC_VEC_NAMES(uint, std::uint32_t)
SYCL_CC_VEC_NAMES(long, std::int64_t)
SYCL_CC_VEC_NAMES(ulong, std::uint64_t)
SYCL_CC_VEC_NAMES(longlong, long long)
SYCL_CC_VEC_NAMES(ulonglong, unsigned long long)
SYCL_CC_VEC_NAMES(half, half)
SYCL_CC_VEC_NAMES(float, float)
SYCL_CC_VEC_NAMES(double, double)
#undef SYCL_CC_VEC_NAMES

/* --- marray: any number of elements, without swizzles --- */

template <typename T, std::size_t Count>
class marray;

namespace detail {

/* How many elements of an marray an argument of its constructor gives. */
template <typename Argument>
inline constexpr std::size_t marray_size = 1;
template <typename T, std::size_t Count>
inline constexpr std::size_t marray_size<marray<T, Count>> = Count;
template <typename Argument>
inline constexpr bool is_marray = false;
template <typename T, std::size_t Count>
inline constexpr bool is_marray<marray<T, Count>> = true;
/* What is one number, or has elements of the same type (SYCL 2020, 4.14.3.1). */
template <typename Argument, typename T>
inline constexpr bool fills_marray = std::is_constructible_v<T, Argument>;
template <typename T, std::size_t Count>
inline constexpr bool fills_marray<marray<T, Count>, T> = true;

}

template <typename T, std::size_t Count>
class marray : public detail::bases::one_element<marray<T, Count>, T, Count> {
public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;
	using iterator = T *;
	using const_iterator = const T *;

	constexpr marray() : data_{} {}
	/* The elements need no default constructor. */
	explicit constexpr marray(const T &all) : marray(places{}, all) {}
	/* From numbers and marrays that have as many elements together. */
	template <typename First, typename Second, typename... Rest, typename std::enable_if<
		detail::marray_size<First> + detail::marray_size<Second> + (detail::marray_size<Rest> + ... + 0) == Count
		&& detail::fills_marray<First, T> && detail::fills_marray<Second, T> && (detail::fills_marray<Rest, T> && ...), int>::type = 0>
	constexpr marray(const First &a, const Second &b, const Rest &...c) : marray(places{}, a, b, c...) {}
	constexpr marray(const marray &) = default;
	constexpr marray &operator=(const marray &) = default;
	constexpr marray &operator=(const T &all) { return *this = marray(all); }

	static constexpr std::size_t size() noexcept { return Count; }
	constexpr T &operator[](std::size_t i) { return data_[i]; }
	constexpr const T &operator[](std::size_t i) const { return data_[i]; }
	constexpr iterator begin() { return data_; }
	constexpr const_iterator begin() const { return data_; }
	constexpr iterator end() { return data_ + Count; }
	constexpr const_iterator end() const { return data_ + Count; }

/* Conditions of operators: none, or the element type is not floating point. */
#define SYCL_CC_MARRAY_any
#define SYCL_CC_MARRAY_not_real template <typename Number = T, typename detail::if_not_real<Number>::type = 0>
#define SYCL_CC_MARRAY_BINARY(OP, RESULT, CONDITION)                                              \
	SYCL_CC_MARRAY_##CONDITION                                                                \
	friend constexpr marray<RESULT, Count> operator OP(const marray &a, const marray &b)      \
	{                                                                                         \
		marray<RESULT, Count> result;                                                     \
		for (std::size_t i = 0; i < Count; i++)                                           \
			result[i] = static_cast<RESULT>(a[i] OP b[i]);                            \
		return result;                                                                    \
	}                                                                                         \
	SYCL_CC_MARRAY_##CONDITION                                                                \
	friend constexpr marray<RESULT, Count> operator OP(const marray &a, const T &b) { return a OP marray(b); } \
	SYCL_CC_MARRAY_##CONDITION                                                                \
	friend constexpr marray<RESULT, Count> operator OP(const T &a, const marray &b) { return marray(a) OP b; }
#define SYCL_CC_MARRAY_ARITHMETIC(OP, CONDITION)                                                  \
	SYCL_CC_MARRAY_BINARY(OP, T, CONDITION)                                                   \
	SYCL_CC_MARRAY_##CONDITION                                                                \
	friend constexpr marray &operator OP##=(marray &a, const marray &b) { return a = a OP b; } \
	SYCL_CC_MARRAY_##CONDITION                                                                \
	friend constexpr marray &operator OP##=(marray &a, const T &b) { return a = a OP b; }
	SYCL_CC_MARRAY_ARITHMETIC(+, any)
	SYCL_CC_MARRAY_ARITHMETIC(-, any)
	SYCL_CC_MARRAY_ARITHMETIC(*, any)
	SYCL_CC_MARRAY_ARITHMETIC(/, any)
	SYCL_CC_MARRAY_ARITHMETIC(%, not_real)
	SYCL_CC_MARRAY_ARITHMETIC(&, not_real)
	SYCL_CC_MARRAY_ARITHMETIC(|, not_real)
	SYCL_CC_MARRAY_ARITHMETIC(^, not_real)
	SYCL_CC_MARRAY_ARITHMETIC(<<, not_real)
	SYCL_CC_MARRAY_ARITHMETIC(>>, not_real)
	SYCL_CC_MARRAY_BINARY(==, bool, any)
	SYCL_CC_MARRAY_BINARY(!=, bool, any)
	SYCL_CC_MARRAY_BINARY(<, bool, any)
	SYCL_CC_MARRAY_BINARY(>, bool, any)
	SYCL_CC_MARRAY_BINARY(<=, bool, any)
	SYCL_CC_MARRAY_BINARY(>=, bool, any)
	SYCL_CC_MARRAY_BINARY(&&, bool, any)
	SYCL_CC_MARRAY_BINARY(||, bool, any)
#undef SYCL_CC_MARRAY_ARITHMETIC
#undef SYCL_CC_MARRAY_BINARY

	friend constexpr marray operator+(const marray &a) { return a; }
	friend constexpr marray operator-(const marray &a)
	{
		marray result;

		for (std::size_t i = 0; i < Count; i++)
			result[i] = static_cast<T>(-a[i]);
		return result;
	}
	SYCL_CC_MARRAY_not_real
	friend constexpr marray operator~(const marray &a)
	{
		marray result;

		for (std::size_t i = 0; i < Count; i++)
			result[i] = static_cast<T>(~a[i]);
		return result;
	}
#undef SYCL_CC_MARRAY_any
#undef SYCL_CC_MARRAY_not_real
	friend constexpr marray<bool, Count> operator!(const marray &a) { return a == marray(); }
	friend constexpr marray &operator++(marray &a) { return a += marray(static_cast<T>(1)); }
	friend constexpr marray &operator--(marray &a) { return a -= marray(static_cast<T>(1)); }
	friend constexpr marray operator++(marray &a, int)
	{
		marray old = a;

		++a;
		return old;
	}
	friend constexpr marray operator--(marray &a, int)
	{
		marray old = a;

		--a;
		return old;
	}

private:
	using places = std::make_index_sequence<Count>;

	template <std::size_t... Places>
	constexpr marray(std::index_sequence<Places...>, const T &all) : data_{ same<Places>(all)... } {}
	template <std::size_t... Places, typename First, typename Second, typename... Rest>
	constexpr marray(std::index_sequence<Places...>, const First &a, const Second &b, const Rest &...c)
		: data_{ pick<Places>(a, b, c...)... } {}

	template <std::size_t>
	static constexpr const T &same(const T &all)
	{
		return all;
	}
	/* The element at a place of what all arguments have together. */
	template <std::size_t Place, typename First, typename... Rest>
	static constexpr T pick(const First &a, const Rest &...b)
	{
		if constexpr (Place >= detail::marray_size<First>)
			return pick<Place - detail::marray_size<First>>(b...);
		else if constexpr (detail::is_marray<First>)
			return static_cast<T>(a[Place]);
		else
			return static_cast<T>(a);
	}

	T data_[Count];
};

template <typename T, typename... Others, typename std::enable_if<(std::is_same_v<T, Others> && ...), int>::type = 0>
marray(T, Others...) -> marray<T, sizeof...(Others) + 1>;

#define SYCL_CC_MARRAY_NAMES(NAME, T)       \
	using m##NAME##2 = marray<T, 2>;    \
	using m##NAME##3 = marray<T, 3>;    \
	using m##NAME##4 = marray<T, 4>;    \
	using m##NAME##8 = marray<T, 8>;    \
	using m##NAME##16 = marray<T, 16>;
SYCL_CC_MARRAY_NAMES(bool, bool)
SYCL_CC_MARRAY_NAMES(char, std::int8_t)
SYCL_CC_MARRAY_NAMES(schar, std::int8_t)
SYCL_CC_MARRAY_NAMES(uchar, std::uint8_t)
SYCL_CC_MARRAY_NAMES(short, std::int16_t)
SYCL_CC_MARRAY_NAMES(ushort, std::uint16_t)
SYCL_CC_MARRAY_NAMES(int, std::int32_t)
SYCL_CC_MARRAY_NAMES(uint, std::uint32_t)
SYCL_CC_MARRAY_NAMES(long, std::int64_t)
SYCL_CC_MARRAY_NAMES(ulong, std::uint64_t)
SYCL_CC_MARRAY_NAMES(longlong, long long)
SYCL_CC_MARRAY_NAMES(ulonglong, unsigned long long)
SYCL_CC_MARRAY_NAMES(half, half)
SYCL_CC_MARRAY_NAMES(float, float)
SYCL_CC_MARRAY_NAMES(double, double)
#undef SYCL_CC_MARRAY_NAMES

}

#endif
