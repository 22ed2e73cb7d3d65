/* sycl::nd_range: a range cut into work-groups of equal size. */
#ifndef SYCL_ND_RANGE_HPP
#define SYCL_ND_RANGE_HPP

#include <sycl/id.hpp>

namespace sycl {

template <int D = 1>
class nd_range {
public:
	static constexpr int dimensions = D;

	constexpr nd_range(range<D> global, range<D> local, id<D> offset = id<D>())
		: global_(global), local_(local), offset_(offset) {}

	constexpr range<D> get_global_range() const { return global_; }
	constexpr range<D> get_local_range() const { return local_; }
	constexpr range<D> get_group_range() const { return global_ / local_; }
	constexpr id<D> get_offset() const { return offset_; }

	friend constexpr bool operator==(const nd_range &a, const nd_range &b)
	{
		return a.global_ == b.global_ && a.local_ == b.local_ && a.offset_ == b.offset_;
	}
	friend constexpr bool operator!=(const nd_range &a, const nd_range &b) { return !(a == b); }

private:
	range<D> global_, local_;
	id<D> offset_;
};

}

#endif
