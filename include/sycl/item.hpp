/* sycl::item: a work-item of a parallel_for over a range. */
#ifndef SYCL_ITEM_HPP
#define SYCL_ITEM_HPP

#include <sycl/id.hpp>

namespace sycl {

namespace detail {

struct maker;

/* The offset of an item, or nothing. */
template <int D, bool WithOffset>
class item_offset {
public:
	explicit item_offset(const id<D> &offset) : offset_(offset) {}
	id<D> get() const { return offset_; }

private:
	id<D> offset_;
};

template <int D>
class item_offset<D, false> {
public:
	explicit item_offset(const id<D> &) {}
	id<D> get() const { return id<D>(); }
};

}

template <int D = 1, bool WithOffset = true>
class item : public detail::as_number<D, item<D, WithOffset>> {
public:
	static constexpr int dimensions = D;

	item() = delete;
	/* An item without offset is one with offset 0. */
	template <bool Other, std::enable_if_t<WithOffset && !Other, int> = 0>
	item(const item<D, Other> &other) : item(other.get_id(), other.get_range(), other.get_offset()) {}

	id<D> get_id() const { return id_; }
	std::size_t get_id(int dimension) const { return id_[dimension]; }
	std::size_t operator[](int dimension) const { return id_[dimension]; }
	range<D> get_range() const { return range_; }
	std::size_t get_range(int dimension) const { return range_[dimension]; }
	id<D> get_offset() const { return offset_.get(); }
	std::size_t get_offset(int dimension) const { return get_offset()[dimension]; }
	std::size_t get_linear_id() const { return detail::linear<D>(id_ - get_offset(), range_); }
	std::size_t get_number() const { return id_[0]; }

	friend bool operator==(const item &a, const item &b)
	{
		return a.id_ == b.id_ && a.range_ == b.range_ && a.get_offset() == b.get_offset();
	}
	friend bool operator!=(const item &a, const item &b) { return !(a == b); }

private:
	friend struct detail::maker;
	template <int, bool>
	friend class item;

	item(const id<D> &i, const range<D> &r, const id<D> &offset) : id_(i), range_(r), offset_(offset) {}

	id<D> id_;
	range<D> range_;
	detail::item_offset<D, WithOffset> offset_;
};

}

#endif
