/* sycl::range: how many work-items or elements in each dimension. */
#ifndef SYCL_RANGE_HPP
#define SYCL_RANGE_HPP

#include <sycl/detail/array.hpp>

namespace sycl {

template <int Dimensions = 1>
class range : public detail::array<Dimensions> {
	static_assert(Dimensions >= 1 && Dimensions <= 3, "a range has 1, 2 or 3 dimensions");

public:
	constexpr range() = default;
	template <int Rank = Dimensions, typename std::enable_if<Rank == 1, int>::type = 0>
	constexpr range(std::size_t dim0) : detail::array<Dimensions>(dim0) {}
	template <int Rank = Dimensions, typename std::enable_if<Rank == 2, int>::type = 0>
	constexpr range(std::size_t dim0, std::size_t dim1) : detail::array<Dimensions>(dim0, dim1) {}
	template <int Rank = Dimensions, typename std::enable_if<Rank == 3, int>::type = 0>
	constexpr range(std::size_t dim0, std::size_t dim1, std::size_t dim2) : detail::array<Dimensions>(dim0, dim1, dim2) {}

	constexpr std::size_t size() const
	{
		std::size_t n = 1;

		for (int d = 0; d < Dimensions; d++)
			n *= this->value[d];
		return n;
	}

	SYCL_CC_ARRAY_OPERATORS(range)
};

range(std::size_t) -> range<1>;
range(std::size_t, std::size_t) -> range<2>;
range(std::size_t, std::size_t, std::size_t) -> range<3>;

}

#endif
