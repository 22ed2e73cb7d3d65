/* sycl::id: the index of a work-item or element. */
#ifndef SYCL_ID_HPP
#define SYCL_ID_HPP

#include <memory>

#include <sycl/range.hpp>

namespace sycl {

template <int Dimensions, bool WithOffset>
class item;

template <int Dimensions = 1>
class id : public detail::array<Dimensions>, public detail::as_number<Dimensions, id<Dimensions>> {
	static_assert(Dimensions >= 1 && Dimensions <= 3, "an id has 1, 2 or 3 dimensions");

public:
	constexpr id() = default;
	template <int Rank = Dimensions, typename std::enable_if<Rank == 1, int>::type = 0>
	constexpr id(std::size_t dim0) : detail::array<Dimensions>(dim0) {}
	template <int Rank = Dimensions, typename std::enable_if<Rank == 2, int>::type = 0>
	constexpr id(std::size_t dim0, std::size_t dim1) : detail::array<Dimensions>(dim0, dim1) {}
	template <int Rank = Dimensions, typename std::enable_if<Rank == 3, int>::type = 0>
	constexpr id(std::size_t dim0, std::size_t dim1, std::size_t dim2) : detail::array<Dimensions>(dim0, dim1, dim2) {}
	constexpr id(const range<Dimensions> &range)
	{
		for (int d = 0; d < Dimensions; d++)
			this->value[d] = range[d];
	}
	template <bool WithOffset>
	constexpr id(const item<Dimensions, WithOffset> &item)
	{
		for (int d = 0; d < Dimensions; d++)
			this->value[d] = item.get_id(d);
	}

	constexpr std::size_t get_number() const { return this->value[0]; }

	SYCL_CC_ARRAY_OPERATORS(id)
};

/* Without these "i == 0" could convert either side. */
namespace detail::bases {
#define SYCL_CC_EQUAL(OP)                                                                                                 \
	template <int Dimensions, typename Number, typename std::enable_if<Dimensions == 1 && (std::is_integral_v<Number> || std::is_enum_v<Number>), int>::type = 0> \
	constexpr bool operator OP(const id<Dimensions> &a, Number b)                                                     \
	{                                                                                                                 \
		return a[0] OP static_cast<std::size_t>(b);                                                               \
	}                                                                                                                 \
	template <int Dimensions, typename Number, typename std::enable_if<Dimensions == 1 && (std::is_integral_v<Number> || std::is_enum_v<Number>), int>::type = 0> \
	constexpr bool operator OP(Number a, const id<Dimensions> &b)                                                     \
	{                                                                                                                 \
		return static_cast<std::size_t>(a) OP b[0];                                                               \
	}
SYCL_CC_EQUAL(==)
SYCL_CC_EQUAL(!=)
#undef SYCL_CC_EQUAL

/* Beside floating point an id of one dimension is a number: as an id, "0.5 * i" would lose its fraction. */
#define SYCL_CC_NUMBER(OP)                                                                                                \
	template <int Dimensions, typename Number, typename std::enable_if<Dimensions == 1 && std::is_floating_point_v<Number>, int>::type = 0> \
	constexpr auto operator OP(const id<Dimensions> &a, Number b)                                                     \
	{                                                                                                                 \
		return a[0] OP b;                                                                                         \
	}                                                                                                                 \
	template <int Dimensions, typename Number, typename std::enable_if<Dimensions == 1 && std::is_floating_point_v<Number>, int>::type = 0> \
	constexpr auto operator OP(Number a, const id<Dimensions> &b)                                                     \
	{                                                                                                                 \
		return a OP b[0];                                                                                         \
	}
SYCL_CC_NUMBER(+)
SYCL_CC_NUMBER(-)
SYCL_CC_NUMBER(*)
SYCL_CC_NUMBER(/)
SYCL_CC_NUMBER(&&)
SYCL_CC_NUMBER(||)
SYCL_CC_NUMBER(<)
SYCL_CC_NUMBER(>)
SYCL_CC_NUMBER(<=)
SYCL_CC_NUMBER(>=)
SYCL_CC_NUMBER(==)
SYCL_CC_NUMBER(!=)
#undef SYCL_CC_NUMBER
}

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

}

template <int Dimensions>
struct std::hash<sycl::id<Dimensions>> {
	std::size_t operator()(const sycl::id<Dimensions> &id) const
	{
		std::size_t h = 0;

		for (int d = 0; d < Dimensions; d++)
			h = h * 1000003 + id[d];
		return h;
	}
};

template <int Dimensions>
struct std::hash<sycl::range<Dimensions>> {
	std::size_t operator()(const sycl::range<Dimensions> &range) const
	{
		return std::hash<sycl::id<Dimensions>>()(sycl::id<Dimensions>(range));
	}
};

#endif
