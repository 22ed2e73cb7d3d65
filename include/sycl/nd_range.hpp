/* sycl::nd_range: a range cut into work-groups of equal size. */
#ifndef SYCL_ND_RANGE_HPP
#define SYCL_ND_RANGE_HPP

#include <sycl/id.hpp>

namespace sycl {

namespace detail {

/* What auto_range() returns, in each dimension. */
inline constexpr std::size_t chosen_size = ~std::size_t(0);

/* Sizes that divide the global ones, with 256 work-items at most; the last dimension is first to get some. */
template <int Dimensions>
constexpr range<Dimensions> choose_local(const range<Dimensions> &global, range<Dimensions> local)
{
	std::size_t most = 256;

	for (int d = Dimensions - 1; d >= 0; d--) {
		if (local[d] != chosen_size)
			return local;
		local[d] = most < global[d] ? most : global[d] ? global[d] : 1;
		while (global[d] % local[d])
			local[d]--;
		most /= local[d];
	}
	return local;
}

}

template <int Dimensions = 1>
class nd_range {
public:
	static constexpr int dimensions = Dimensions;

	constexpr nd_range() : nd_range(range<Dimensions>(), range<Dimensions>()) {}	/* DPC++ has it: dpct keeps one in a variable */
	constexpr nd_range(range<Dimensions> global, range<Dimensions> local, id<Dimensions> offset = id<Dimensions>())
		: global_(global), local_(local[Dimensions - 1] == detail::chosen_size ? detail::choose_local(global, local) : local), offset_(offset) {}

	constexpr range<Dimensions> get_global_range() const { return global_; }
	constexpr range<Dimensions> get_local_range() const { return local_; }
	constexpr range<Dimensions> get_group_range() const { return global_ / local_; }
	constexpr id<Dimensions> get_offset() const { return offset_; }

	friend constexpr bool operator==(const nd_range &a, const nd_range &b)
	{
		return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
	}
	friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }

private:
	range<Dimensions> global_, local_;
	id<Dimensions> offset_;
};

namespace ext::oneapi::experimental {

/* The local range of an nd_range whose work-groups have a size that suits its global range. */
template <int Dimensions>
range<Dimensions> auto_range()
{
	range<Dimensions> local;

	for (int d = 0; d < Dimensions; d++)
		local[d] = detail::chosen_size;
	return local;
}

}

}

#endif
