/* sycl::item: a work-item of a parallel_for over a range. */
#ifndef SYCL_ITEM_HPP
#define SYCL_ITEM_HPP

#include <sycl/id.hpp>

namespace sycl {

namespace detail {

struct maker;

/* The offset of an item, or nothing. */
template <int Dimensions, bool WithOffset>
class item_offset {
public:
	explicit item_offset(const id<Dimensions> &offset) : offset_(offset) {}
	id<Dimensions> get() const { return offset_; }

private:
	id<Dimensions> offset_;
};

template <int Dimensions>
class item_offset<Dimensions, false> {
public:
	explicit item_offset(const id<Dimensions> &) {}
	id<Dimensions> get() const { return id<Dimensions>(); }
};

}

template <int Dimensions = 1, bool WithOffset = true>
class item : public detail::as_number<Dimensions, item<Dimensions, WithOffset>> {
public:
	static constexpr int dimensions = Dimensions;

	item() = delete;
	/* An item without offset is one with offset 0. */
	template <bool Other, typename std::enable_if<WithOffset && !Other, int>::type = 0>
	item(const item<Dimensions, Other> &other) : item(other.get_id(), other.get_range(), other.offset_.get()) {}

	/* Names of SYCL 1.2. */
	id<Dimensions> get() const { return id_; }
	std::size_t get(int dimension) const { return id_[dimension]; }
	id<Dimensions> get_id() const { return id_; }
	std::size_t get_id(int dimension) const { return id_[dimension]; }
	std::size_t operator[](int dimension) const { return id_[dimension]; }
	range<Dimensions> get_range() const { return range_; }
	std::size_t get_range(int dimension) const { return range_[dimension]; }
	template <bool Offset = WithOffset, typename std::enable_if<Offset, int>::type = 0>
	id<Dimensions> get_offset() const
	{
		return offset_.get();
	}
	template <bool Offset = WithOffset, typename std::enable_if<Offset, int>::type = 0>
	std::size_t get_offset(int dimension) const
	{
		return get_offset()[dimension];
	}
	std::size_t get_linear_id() const { return detail::linear<Dimensions>(id_ - offset_.get(), range_); }
	std::size_t get_number() const { return id_[0]; }

	friend bool operator==(const item &a, const item &b)
	{
		return a.id_ == b.id_ && a.range_ == b.range_ && a.offset_.get() == b.offset_.get();
	}
	friend bool operator!=(const item &a, const item &b) { return !(a == b); }

private:
	friend struct detail::maker;
	template <int, bool>
	friend class item;

	item(const id<Dimensions> &i, const range<Dimensions> &r, const id<Dimensions> &offset) : id_(i), range_(r), offset_(offset) {}

	id<Dimensions> id_;
	range<Dimensions> range_;
	detail::item_offset<Dimensions, WithOffset> offset_;
};

}

#endif
