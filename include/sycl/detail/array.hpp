/* The common base of id and range: a number for each dimension, and element-wise operators. */
#ifndef SYCL_DETAIL_ARRAY_HPP
#define SYCL_DETAIL_ARRAY_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sycl/detail/defines.hpp>

namespace sycl::detail {

namespace bases {
template <int Dimensions>
class array {
public:
	static constexpr int dimensions = Dimensions;

	constexpr std::size_t get(int dimension) const { return value[dimension]; }
	constexpr std::size_t &operator[](int dimension) { return value[dimension]; }
	constexpr std::size_t operator[](int dimension) const { return value[dimension]; }

protected:
	constexpr array() : value{} {}
	template <typename... Numbers>
	constexpr explicit array(std::size_t first, Numbers... more) : value{ first, static_cast<std::size_t>(more)... } {}

	std::size_t value[Dimensions];
};
}
using bases::array;

/* id and item of one dimension are numbers too; not a template, so that p[i] finds it. */
namespace bases {
template <int Dimensions, typename Self>
class as_number {};
}
using bases::as_number;

namespace bases {
template <typename Self>
class as_number<1, Self> {
public:
	constexpr SYCL_CC_INLINE operator std::size_t() const { return static_cast<const Self *>(this)->get_number(); }
};
}

/* The position of an id in a box, last dimension fastest. */
template <int Dimensions, typename Id, typename Range>
constexpr SYCL_CC_INLINE std::size_t linear(const Id &id, const Range &range)
{
	std::size_t position = id[0];

	for (int d = 1; d < Dimensions; d++)
		position = position * range[d] + id[d];
	return position;
}

template <typename T>
struct if_integral : std::enable_if<std::is_integral_v<T>, int> {};

/*
 * Does the standard's function of an Integer take a T, which it converts: any number, an enumerator, an object?  Not an object
 * that is the function's Other argument as well.
 */
template <typename T, typename Integer, typename Other>
constexpr bool counts_as()
{
	if constexpr (std::is_arithmetic_v<T>)
		return true;
	else if constexpr (std::is_enum_v<T>)
		return std::is_convertible_v<T, Integer>;
	else if constexpr (std::is_class_v<T>)
		return std::is_convertible_v<const T &, Integer> && !std::is_convertible_v<const T &, Other>;
	else
		return false;
}

}

/*
 * Element-wise "a op b" for an array and what counts as an integer; beside the classes, so that each of them does not have its own.
 * An id of one dimension is a number as well: beside floating point, id.hpp and C++ say what its sums and comparisons are.
 */
namespace sycl::detail::bases {
template <template <int> class Type, int Dimensions, typename Number>
constexpr bool is_converted()
{
	if constexpr (std::is_base_of_v<array<Dimensions>, Type<Dimensions>> && !std::is_base_of_v<array<Dimensions>, Number>)
		return counts_as<Number, std::size_t, Type<Dimensions>>();
	else
		return false;
}
/* In arithmetic, C++ makes an integer of it. */
template <typename T, typename = void>
inline constexpr bool becomes_integer = false;
template <typename T>
inline constexpr bool becomes_integer<T, std::void_t<decltype(+std::declval<const T &>())>>
	= std::is_integral_v<decltype(+std::declval<const T &>())> && std::is_copy_constructible_v<T>;

template <template <int> class Type, int Dimensions, typename Number>
constexpr bool is_scaled()
{
	if constexpr (is_converted<Type, Dimensions, Number>() && std::is_convertible_v<const Type<Dimensions> &, std::size_t>)
		return becomes_integer<Number>;
	else
		return is_converted<Type, Dimensions, Number>();
}
template <template <int> class Type, int Dimensions, typename Number>
struct if_converted : std::enable_if<is_converted<Type, Dimensions, Number>(), int> {};
template <template <int> class Type, int Dimensions, typename Number>
struct if_scaled : std::enable_if<is_scaled<Type, Dimensions, Number>(), int> {};

#define SYCL_CC_BINARY(OP, CONDITION)                                                                             \
	template <template <int> class Type, int Dimensions, typename Number, typename CONDITION<Type, Dimensions, Number>::type = 0> \
	constexpr Type<Dimensions> operator OP(const Type<Dimensions> &a, Number b)                                       \
	{                                                                                                                 \
		Type<Dimensions> r;                                                                                       \
		for (int d = 0; d < Dimensions; d++)                                                                      \
			r[d] = a[d] OP static_cast<std::size_t>(b);                                                       \
		return r;                                                                                                 \
	}                                                                                                                 \
	template <template <int> class Type, int Dimensions, typename Number, typename CONDITION<Type, Dimensions, Number>::type = 0> \
	constexpr Type<Dimensions> operator OP(Number a, const Type<Dimensions> &b)                                       \
	{                                                                                                                 \
		Type<Dimensions> r;                                                                                       \
		for (int d = 0; d < Dimensions; d++)                                                                      \
			r[d] = static_cast<std::size_t>(a) OP b[d];                                                       \
		return r;                                                                                                 \
	}
#define SYCL_CC_OPERATOR(OP, CONDITION)                                                                           \
	SYCL_CC_BINARY(OP, CONDITION)                                                                             \
	template <template <int> class Type, int Dimensions, typename Number, typename if_converted<Type, Dimensions, Number>::type = 0> \
	constexpr Type<Dimensions> &operator OP##=(Type<Dimensions> &a, Number b)                                         \
	{                                                                                                                 \
		for (int d = 0; d < Dimensions; d++)                                                                      \
			a[d] = a[d] OP static_cast<std::size_t>(b);                                                       \
		return a;                                                                                                 \
	}
/* An assignment and what only integers have convert everything. */
SYCL_CC_OPERATOR(+, if_scaled)
SYCL_CC_OPERATOR(-, if_scaled)
SYCL_CC_OPERATOR(*, if_scaled)
SYCL_CC_OPERATOR(/, if_scaled)
SYCL_CC_OPERATOR(%, if_converted)
SYCL_CC_OPERATOR(<<, if_converted)
SYCL_CC_OPERATOR(>>, if_converted)
SYCL_CC_OPERATOR(&, if_converted)
SYCL_CC_OPERATOR(|, if_converted)
SYCL_CC_OPERATOR(^, if_converted)
SYCL_CC_BINARY(&&, if_scaled)
SYCL_CC_BINARY(||, if_scaled)
SYCL_CC_BINARY(<, if_scaled)
SYCL_CC_BINARY(>, if_scaled)
SYCL_CC_BINARY(<=, if_scaled)
SYCL_CC_BINARY(>=, if_scaled)
#undef SYCL_CC_OPERATOR
#undef SYCL_CC_BINARY
}

/* Element-wise "a op b" for two TYPEs. */
#define SYCL_CC_ARRAY_BINARY(TYPE, OP)                                                  \
	friend constexpr TYPE operator OP(const TYPE &a, const TYPE &b)                 \
	{                                                                               \
		TYPE r;                                                                 \
		for (int d = 0; d < Dimensions; d++)                                    \
			r[d] = a[d] OP b[d];                                            \
		return r;                                                               \
	}

#define SYCL_CC_ARRAY_ASSIGN(TYPE, OP)                                                  \
	friend constexpr TYPE &operator OP##=(TYPE &a, const TYPE &b)                   \
	{                                                                               \
		for (int d = 0; d < Dimensions; d++)                                    \
			a[d] = a[d] OP b[d];                                            \
		return a;                                                               \
	}

#define SYCL_CC_ARRAY_OPERATOR(TYPE, OP) SYCL_CC_ARRAY_BINARY(TYPE, OP) SYCL_CC_ARRAY_ASSIGN(TYPE, OP)

/* The operators of SYCL 2020, tables "Hidden friend functions of id" and "of range". */
#define SYCL_CC_ARRAY_OPERATORS(TYPE)                                                   \
	SYCL_CC_ARRAY_OPERATOR(TYPE, +)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, -)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, *)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, /)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, %)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, <<)                                                \
	SYCL_CC_ARRAY_OPERATOR(TYPE, >>)                                                \
	SYCL_CC_ARRAY_OPERATOR(TYPE, &)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, |)                                                 \
	SYCL_CC_ARRAY_OPERATOR(TYPE, ^)                                                 \
	SYCL_CC_ARRAY_BINARY(TYPE, &&)                                                  \
	SYCL_CC_ARRAY_BINARY(TYPE, ||)                                                  \
	SYCL_CC_ARRAY_BINARY(TYPE, <)                                                   \
	SYCL_CC_ARRAY_BINARY(TYPE, >)                                                   \
	SYCL_CC_ARRAY_BINARY(TYPE, <=)                                                  \
	SYCL_CC_ARRAY_BINARY(TYPE, >=)                                                  \
	friend constexpr TYPE operator+(const TYPE &a) { return a; }                    \
	friend constexpr TYPE operator-(const TYPE &a) { return TYPE() - a; }           \
	friend constexpr TYPE &operator++(TYPE &a) { return a += 1; }                   \
	friend constexpr TYPE &operator--(TYPE &a) { return a -= 1; }                   \
	friend constexpr TYPE operator++(TYPE &a, int) { const TYPE old = a; a += 1; return old; } \
	friend constexpr TYPE operator--(TYPE &a, int) { const TYPE old = a; a -= 1; return old; } \
	friend constexpr bool operator==(const TYPE &a, const TYPE &b)                  \
	{                                                                               \
		for (int d = 0; d < Dimensions; d++)                                    \
			if (a[d] != b[d])                                               \
				return false;                                           \
		return true;                                                            \
	}                                                                               \
	friend constexpr bool operator!=(const TYPE &a, const TYPE &b) { return !(a == b); }

#endif
