/* sycl::id: the place of a work-item or element. */
#ifndef SYCL_ID_HPP
#define SYCL_ID_HPP

#include <functional>

#include <sycl/range.hpp>

namespace sycl {

template <int D, bool WithOffset>
class item;

template <int D = 1>
class id : public detail::array<D>, public detail::as_number<D, id<D>> {
	static_assert(D >= 1 && D <= 3, "an id has 1, 2 or 3 dimensions");

public:
	constexpr id() = default;
	template <int E = D, std::enable_if_t<E == 1, int> = 0>
	constexpr id(std::size_t dim0) : detail::array<D>(dim0) {}
	template <int E = D, std::enable_if_t<E == 2, int> = 0>
	constexpr id(std::size_t dim0, std::size_t dim1) : detail::array<D>(dim0, dim1) {}
	template <int E = D, std::enable_if_t<E == 3, int> = 0>
	constexpr id(std::size_t dim0, std::size_t dim1, std::size_t dim2) : detail::array<D>(dim0, dim1, dim2) {}
	constexpr id(const range<D> &range)
	{
		for (int d = 0; d < D; d++)
			this->value[d] = range[d];
	}
	template <bool WithOffset>
	constexpr id(const item<D, WithOffset> &item)
	{
		for (int d = 0; d < D; d++)
			this->value[d] = item.get_id(d);
	}

	constexpr std::size_t get_number() const { return this->value[0]; }

	SYCL_CC_ARRAY_OPERATORS(id)

	/* Without these "i == 0" could convert either side. */
	template <typename N, int E = D, std::enable_if_t<E == 1 && std::is_integral_v<N>, int> = 0>
	friend constexpr bool operator==(const id &a, N b)
	{
		return a[0] == static_cast<std::size_t>(b);
	}
	template <typename N, int E = D, std::enable_if_t<E == 1 && std::is_integral_v<N>, int> = 0>
	friend constexpr bool operator==(N a, const id &b)
	{
		return static_cast<std::size_t>(a) == b[0];
	}
	template <typename N, int E = D, std::enable_if_t<E == 1 && std::is_integral_v<N>, int> = 0>
	friend constexpr bool operator!=(const id &a, N b)
	{
		return a[0] != static_cast<std::size_t>(b);
	}
	template <typename N, int E = D, std::enable_if_t<E == 1 && std::is_integral_v<N>, int> = 0>
	friend constexpr bool operator!=(N a, const id &b)
	{
		return static_cast<std::size_t>(a) != b[0];
	}
};

id(std::size_t) -> id<1>;
id(std::size_t, std::size_t) -> id<2>;
id(std::size_t, std::size_t, std::size_t) -> id<3>;

}

template <int D>
struct std::hash<sycl::id<D>> {
	std::size_t operator()(const sycl::id<D> &id) const
	{
		std::size_t h = 0;

		for (int d = 0; d < D; d++)
			h = h * 1000003 + id[d];
		return h;
	}
};

template <int D>
struct std::hash<sycl::range<D>> {
	std::size_t operator()(const sycl::range<D> &range) const { return std::hash<sycl::id<D>>()(sycl::id<D>(range)); }
};

#endif
