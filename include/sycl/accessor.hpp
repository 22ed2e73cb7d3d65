/*
 * Accessors: how commands and the host reach the elements of a buffer, and
 * local_accessor.  An accessor holds a plain pointer, its ranges and nothing
 * that needs a destructor: kernels receive it as bytes.
 */
#ifndef SYCL_ACCESSOR_HPP
#define SYCL_ACCESSOR_HPP

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <sycl/buffer.hpp>
#include <sycl/detail/local_memory.hpp>
#include <sycl/ext/oneapi/accessor_property_list.hpp>
#include <sycl/id.hpp>
#include <sycl/memory_enums.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

class handler;

template <typename T, int Dimensions = 1,
	access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write,
	target Target = target::device, access::placeholder Placeholder = access::placeholder::false_t,
	typename Properties = ext::oneapi::accessor_property_list<>>
class accessor;

/* --- tags --- */

template <access_mode Mode, target Target>
struct mode_target_tag_t {
	explicit mode_target_tag_t() = default;
};
template <access_mode Mode>
struct mode_tag_t {
	explicit mode_tag_t() = default;
};

inline constexpr mode_tag_t<access_mode::read> read_only{};
inline constexpr mode_tag_t<access_mode::read_write> read_write{};
inline constexpr mode_tag_t<access_mode::write> write_only{};
inline constexpr mode_target_tag_t<access_mode::read, target::constant_buffer> read_constant{};
inline constexpr mode_target_tag_t<access_mode::read, target::host_task> read_only_host_task{};
inline constexpr mode_target_tag_t<access_mode::read_write, target::host_task> read_write_host_task{};
inline constexpr mode_target_tag_t<access_mode::write, target::host_task> write_only_host_task{};

namespace detail {

/* group.hpp */
template <int Dimensions>
constexpr id<Dimensions> delinear(std::size_t i, const range<Dimensions> &box);

/* Reserves local memory in a command group: the offset of size bytes. */
inline std::uint32_t reserve_local(handler &handler, std::size_t size, std::size_t alignment);

/* The access after its first subscripts: a[i] of a[i][j]. */
template <typename T, int Left>
class row {
public:
	SYCL_CC_INLINE row(T *data, const std::size_t *size) : data_(data), size_(size) {}

	SYCL_CC_INLINE decltype(auto) operator[](std::size_t i) const
	{
		if constexpr (Left == 1)
			return (data_[i]);
		else
			return row<T, Left - 1>(data_ + i * size_[0], size_ + 1);
	}

private:
	T *data_;
	const std::size_t *size_;	/* of the dimensions after the next one */
};

/* Rows of an atomic accessor: the last subscript gives an atomic. */
template <typename Atomic, typename Pointer, typename Row>
class rows_of_atomics {
public:
	SYCL_CC_INLINE explicit rows_of_atomics(Row row) : row_(row) {}

	SYCL_CC_INLINE auto operator[](std::size_t i) const
	{
		if constexpr (std::is_lvalue_reference_v<decltype(row_[i])>)
			return Atomic(Pointer(&row_[i]));
		else
			return rows_of_atomics<Atomic, Pointer, decltype(row_[i])>(row_[i]);
	}

private:
	Row row_;
};

/*
 * What an accessor is: a bit for no_init, its serial number in the bits above, and over them what is 0 but for placeholders,
 * which handler finds by it in a function object: also bits of the address, so that what is left of another accessor
 * between two members of the object is none.
 */
inline constexpr std::uint64_t mark_no_init = 1, mark_serial = 1 << 25, mark_placeholder = 0xacce550000000000;
inline std::uint64_t placeholder_mark(const void *start)
{
	return mark_placeholder | ((reinterpret_cast<std::uintptr_t>(start) * std::uint64_t(0x9e3779b97f4a7c15)) >> 49) * mark_serial;
}
inline std::uint64_t serial_mark() { return next_serial() * std::uint64_t(2) % mark_serial; }
constexpr bool marks_placeholder(std::uint64_t marks) { return marks >> 40 == mark_placeholder >> 40; }
inline bool marks_placeholder_at(std::uint64_t marks, const void *start) { return marks - marks % mark_serial == placeholder_mark(start); }
/* The same of a local accessor, behind its offset. */
inline constexpr std::uint32_t mark_local = 0x10ca1acc;
/* The same behind the number of local memory of a graph. */
inline constexpr std::uint32_t mark_graph_local = 0x10ca16af;
struct local_place {
	std::uint32_t offset = 0, mark = mark_local;
};
/* The program has made a placeholder, or local memory of a graph.  Other threads may ask meanwhile. */
inline bool placeholders_made = false;
inline void note_placeholder() { __atomic_store_n(&placeholders_made, true, __ATOMIC_RELAXED); }
inline bool placeholders_exist() { return __atomic_load_n(&placeholders_made, __ATOMIC_RELAXED); }

template <access_mode Mode>
std::uint64_t no_init_mark(const property_list &properties)
{
	const bool given = properties.has_property<property::no_init>();

	if (given && detail::same(Mode, access_mode::read))
		detail::refuse(errc::invalid, "an accessor that only reads cannot have property::no_init");
	return given ? mark_no_init : 0;
}

/* Elements in a box of memory, and the subscripts that reach them. */
template <typename T, int Dimensions>
class box {
public:
	box() : data_(nullptr), size_{} {}
	box(T *data, const range<Dimensions> &size) : data_(data)
	{
		for (int d = 0; d < Dimensions; d++)
			size_[d] = size[d];
	}

	template <typename Other>
	box(const box<Other, Dimensions> &other) : data_(other.data_)
	{
		for (int d = 0; d < Dimensions; d++)
			size_[d] = other.size_[d];
	}

	SYCL_CC_INLINE T &at(const id<Dimensions> &i) const { return data_[linear<Dimensions>(i, size_)]; }
	SYCL_CC_INLINE decltype(auto) sub(std::size_t i) const
	{
		if constexpr (Dimensions == 2)
			return row<T, 1>(data_ + i * size_[1], size_ + 2);
		else
			return row<T, Dimensions - 1>(data_ + i * size_[1] * size_[2], size_ + 2);
	}
	SYCL_CC_INLINE T *data() const { return data_; }
	/* The elements of such a box at this one's origin lie behind each other. */
	bool holds_whole_rows(const range<Dimensions> &size) const
	{
		for (int d = 1; d < Dimensions; d++)
			if (size_[d] != size[d])
				return false;
		return true;
	}
	/* The same box elsewhere. */
	void move(T *data) { data_ = data; }
	/* No element's place depends on the first size: accessors keep there what they are. */
	void set_marks(std::uint64_t marks) { size_[0] = marks; }
	std::uint64_t marks() const { return size_[0]; }
	/* The element at the origin of a box of which this one starts there. */
	T *origin(const id<Dimensions> &offset) const { return data_ - linear<Dimensions>(offset, size_); }

private:
	template <typename, int>
	friend class box;

	T *data_;
	std::size_t size_[Dimensions];
};

/* No accessor refers to more: differences of its iterators fit. */
template <typename T>
inline constexpr std::size_t max_elements = std::size_t(PTRDIFF_MAX) / sizeof(T);

/* An iterator over the elements of an accessor, in order of their linear ids. */
template <typename T, int Dimensions>
class box_iterator {
public:
	using iterator_category = std::random_access_iterator_tag;
	using value_type = std::remove_cv_t<T>;
	using difference_type = std::ptrdiff_t;
	using pointer = T *;
	using reference = T &;

	box_iterator() : box_(), range_(), at_(0) {}
	box_iterator(const box<T, Dimensions> &box, const range<Dimensions> &range, std::size_t at)
		: box_(box), range_(range), at_(difference_type(at)) {}
	/* To one whose elements are constant. */
	template <typename Other, typename = typename std::enable_if<std::is_same_v<const Other, T> && !std::is_const_v<Other>>::type>
	box_iterator(const box_iterator<Other, Dimensions> &other) : box_(other.box_), range_(other.range_), at_(other.at_) {}

	reference operator*() const { return (*this)[0]; }
	pointer operator->() const { return &**this; }
	reference operator[](difference_type n) const
	{
		return box_.holds_whole_rows(range_) ? box_.data()[at_ + n] : box_.at(delinear(std::size_t(at_ + n), range_));
	}
	/* How many elements from here on lie behind each other in memory: those of the row, or all. */
	std::size_t detail_in_row() const
	{
		return box_.holds_whole_rows(range_) ? range_.size() - std::size_t(at_) : range_[Dimensions - 1] - std::size_t(at_) % range_[Dimensions - 1];
	}
	box_iterator &operator++() { return *this += 1; }
	box_iterator &operator--() { return *this -= 1; }
	box_iterator operator++(int) { box_iterator old = *this; ++*this; return old; }
	box_iterator operator--(int) { box_iterator old = *this; --*this; return old; }
	box_iterator &operator+=(difference_type n) { at_ += n; return *this; }
	box_iterator &operator-=(difference_type n) { at_ -= n; return *this; }
	friend box_iterator operator+(box_iterator a, difference_type n) { return a += n; }
	friend box_iterator operator+(difference_type n, box_iterator a) { return a += n; }
	friend box_iterator operator-(box_iterator a, difference_type n) { return a -= n; }
	friend difference_type operator-(const box_iterator &a, const box_iterator &b) { return a.at_ - b.at_; }
	friend bool operator==(const box_iterator &a, const box_iterator &b) { return a.at_ == b.at_; }
	friend bool operator!=(const box_iterator &a, const box_iterator &b) { return a.at_ != b.at_; }
	friend bool operator<(const box_iterator &a, const box_iterator &b) { return a.at_ < b.at_; }
	friend bool operator>(const box_iterator &a, const box_iterator &b) { return a.at_ > b.at_; }
	friend bool operator<=(const box_iterator &a, const box_iterator &b) { return a.at_ <= b.at_; }
	friend bool operator>=(const box_iterator &a, const box_iterator &b) { return a.at_ >= b.at_; }

private:
	template <typename, int>
	friend class box_iterator;

	box<T, Dimensions> box_;
	range<Dimensions> range_;
	difference_type at_;
};

template <access_mode Mode, typename T>
using accessed = std::conditional_t<detail::same(Mode, access_mode::read), const T, T>;

/* Buffers of T and const T have accessors of both, except that const elements cannot be written. */
template <typename Element, typename T, access_mode Mode>
struct if_element : std::enable_if<std::is_same_v<std::remove_const_t<Element>, std::remove_const_t<T>>
	&& (!std::is_const_v<Element> || std::is_const_v<T> || detail::same(Mode, access_mode::read)), int> {};
/*
 * Accessors that may read convert to read-only ones, and these between T and
 * const T; whether a type says placeholder::true_t makes no difference.
 */
template <typename From, access_mode FromMode, typename To, access_mode ToMode>
struct if_reads : std::enable_if<std::is_same_v<std::remove_const_t<From>, std::remove_const_t<To>>
	&& ((detail::same(ToMode, access_mode::read) && (detail::same(FromMode, access_mode::read) || detail::same(FromMode, access_mode::read_write)))
		|| (detail::same(ToMode, FromMode) && std::is_same_v<From, To>)), int> {};
/* The result of a subscript. */
template <access_mode Mode, typename T, access::address_space Space>
using accessed_reference = std::conditional_t<detail::same(Mode, access_mode::atomic), atomic<T, Space>, accessed<Mode, T> &>;

/*
 * The part of an accessor that kernels use, for accessor and host_accessor.
 * The box starts at the first accessible element.
 */
namespace bases {
template <typename T, int Dimensions, access_mode Mode>
class buffer_view {
	static_assert(!std::is_const_v<T> || detail::same(Mode, access_mode::read), "an accessor of const elements only reads (SYCL 2020, 4.7.6)");
	using element = accessed<Mode, T>;

public:
	using value_type = element;
	using reference = accessed_reference<Mode, T, access::address_space::global_space>;
	using const_reference = const T &;
	template <access::decorated Decorated>
	using accessor_ptr = multi_ptr<element, access::address_space::global_space, Decorated>;
	using difference_type = std::ptrdiff_t;
	using size_type = std::size_t;
	using iterator = box_iterator<element, Dimensions>;
	using const_iterator = box_iterator<const T, Dimensions>;
	using reverse_iterator = std::reverse_iterator<iterator>;
	using const_reverse_iterator = std::reverse_iterator<const_iterator>;
	static constexpr int dimensions = Dimensions;

	buffer_view() = default;
	template <typename Element, typename Allocator>
	buffer_view(buffer<Element, Dimensions, Allocator> &buffer, const range<Dimensions> &range, const id<Dimensions> &offset,
		const property_list &properties = {})
		: whole_(buffer.detail_data() + linear<Dimensions>(offset, buffer.get_range()), buffer.get_range()), range_(range), offset_(offset)
	{
		if (!is_inside(offset, range, buffer.get_range()))
			detail::refuse(errc::invalid, "the accessor's range lies outside of its buffer");
		detail_note(properties);
	}
	/* To elements that are more constant. */
	template <typename Element, access_mode OtherMode>
	buffer_view(const buffer_view<Element, Dimensions, OtherMode> &other)
		: whole_(other.detail_box()), range_(other.get_range()), offset_(other.get_offset()) {}

	SYCL_CC_INLINE reference operator[](id<Dimensions> i) const { return reach(whole_.at(i)); }
	template <int Rank = Dimensions, typename = typename std::enable_if<(Rank > 1)>::type>
	SYCL_CC_INLINE auto operator[](std::size_t i) const
	{
		if constexpr (detail::same(Mode, access_mode::atomic))
			return detail::rows_of_atomics<reference, global_ptr<T>, decltype(whole_.sub(i))>(whole_.sub(i));
		else
			return whole_.sub(i);
	}
	template <typename Number, int Rank = Dimensions, typename std::enable_if<Rank == 1 && std::is_integral_v<Number>, int>::type = 0>
	SYCL_CC_INLINE reference operator[](Number i) const
	{
		return reach(whole_.data()[i]);
	}
	/* An object that converts to a number. */
	template <typename Number, int Rank = Dimensions,
		typename std::enable_if<Rank == 1 && std::is_class_v<Number> && detail::counts_as<Number, std::size_t, id<1>>(), int>::type = 0>
	SYCL_CC_INLINE reference operator[](const Number &i) const
	{
		return (*this)[static_cast<std::size_t>(i)];
	}

	std::size_t byte_size() const noexcept { return size() * sizeof(T); }
	std::size_t size() const noexcept { return range_.size(); }
	std::size_t max_size() const noexcept { return empty() ? 0 : detail::max_elements<T>; }
	std::size_t get_size() const noexcept { return byte_size(); }
	std::size_t get_count() const noexcept { return size(); }
	bool empty() const noexcept { return size() == 0; }
	range<Dimensions> get_range() const { return range_; }
	id<Dimensions> get_offset() const { return offset_; }
	iterator begin() const noexcept { return iterator(whole_, range_, 0); }
	iterator end() const noexcept { return iterator(whole_, range_, size()); }
	const_iterator cbegin() const noexcept { return const_box(0); }
	const_iterator cend() const noexcept { return const_box(size()); }
	reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
	reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
	const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
	const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

	template <typename Property>
	bool has_property() const noexcept
	{
		return std::is_same_v<Property, property::no_init> && (whole_.marks() & mark_no_init) != 0;
	}
	template <typename Property>
	Property get_property() const
	{
		if (!has_property<Property>())
			lack_property();
		return Property();
	}

	const box<element, Dimensions> &detail_box() const { return whole_; }
	/* Where the buffer starts, of which this may be a part. */
	element *detail_start() const noexcept { return whole_.origin(offset_); }
	void detail_note(const property_list &properties, std::uint64_t marks = 0) { whole_.set_marks(no_init_mark<Mode>(properties) | marks); }
	std::uint64_t detail_marks() const { return whole_.marks(); }
	const void *detail_address() const { return whole_.data(); }
	void detail_move(void *data) { whole_.move(static_cast<element *>(data)); }
	/* From the first accessible element to one past the last. */
	sycl_rt_region detail_region() const
	{
		id<Dimensions> last;

		for (int d = 0; d < Dimensions; d++)
			last[d] = range_[d] - 1;
		return { whole_.data(), empty() ? whole_.data() : &whole_.at(last) + 1, !detail::same(Mode, access_mode::read) };
	}

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const buffer_view &a, const buffer_view &b)
	{
		return a.whole_.data() == b.whole_.data() && a.range_ == b.range_ && a.offset_ == b.offset_ && a.detail_marks() == b.detail_marks();
	}
	friend bool operator!=(const buffer_view &a, const buffer_view &b) { return !(a == b); }

private:
	static SYCL_CC_INLINE reference reach(element &found)
	{
		if constexpr (detail::same(Mode, access_mode::atomic))
			return reference(global_ptr<T>(&found));
		else
			return found;
	}
	const_iterator const_box(std::size_t at) const
	{
		return const_iterator(box<const T, Dimensions>(whole_), range_, at);
	}

	box<element, Dimensions> whole_;
	range<Dimensions> range_;
	id<Dimensions> offset_;
};
}
using bases::buffer_view;

/* The host uses a region of a buffer: commands that are before have ended, later ones wait until this is gone. */
struct host_hold : counted {
	explicit host_hold(const sycl_rt_region &region) : hold(sycl_rt_region_hold(&region)) {}
	~host_hold() { sycl_rt_region_release(hold); }

	sycl_rt_task *hold;
};

/* Of graphs, once there are any.  Any thread may begin the first recording. */
using host_use = void (*)(const sycl_rt_region &);
inline host_use host_use_check = nullptr;

struct held_region {
	void set(const sycl_rt_region &region)
	{
		if (const host_use of_graphs = __atomic_load_n(&host_use_check, __ATOMIC_RELAXED))
			of_graphs(region);
		hold = shared<host_hold>(new host_hold(region));
	}

	shared<host_hold> hold;
};

/* A view with that. */
namespace bases {
template <typename View>
class held_view : public View {
public:
	using View::View;
	held_view() = default;

protected:
	friend struct detail::weak_access;

	held_region held_;
};
}
using bases::held_view;

/* The same for the host. */
namespace bases {
template <typename T, int Dimensions, access_mode Mode>
class host_view : public buffer_view<T, Dimensions, Mode> {
public:
	host_view() = default;
	template <typename Buffer>
	host_view(Buffer &buffer, const range<Dimensions> &range, const id<Dimensions> &offset, const property_list &properties = {})
		: buffer_view<T, Dimensions, Mode>(buffer, range, offset, properties)
	{
		if constexpr (!detail::same(Mode, access_mode::read))
			buffer.detail_will_write();
		this->detail_note(properties, serial_mark());
		held_.set(this->detail_region());
	}
	template <typename Element, access_mode OtherMode>
	host_view(const host_view<Element, Dimensions, OtherMode> &other)
		: buffer_view<T, Dimensions, Mode>(other), held_(other.detail_held()) {}

	const held_region &detail_held() const { return held_; }

private:
	held_region held_;
};
}
using bases::host_view;


/* The same for accessors of one element. */
namespace bases {
template <typename T, access_mode Mode>
class element_view {
	static_assert(!std::is_const_v<T> || detail::same(Mode, access_mode::read), "an accessor of const elements only reads (SYCL 2020, 4.7.6)");
	using element = accessed<Mode, T>;

public:
	using value_type = element;
	using reference = accessed_reference<Mode, T, access::address_space::global_space>;
	using const_reference = const T &;
	template <access::decorated Decorated>
	using accessor_ptr = multi_ptr<element, access::address_space::global_space, Decorated>;
	using difference_type = std::ptrdiff_t;
	using size_type = std::size_t;
	using iterator = element *;
	using const_iterator = const T *;
	using reverse_iterator = std::reverse_iterator<iterator>;
	using const_reverse_iterator = std::reverse_iterator<const_iterator>;
	static constexpr int dimensions = 0;

	element_view() = default;
	template <typename Element, typename Allocator>
	explicit element_view(buffer<Element, 1, Allocator> &buffer, const property_list &properties = {})
		: data_(buffer.detail_data()), marks_(no_init_mark<Mode>(properties))
	{
		if (buffer.size() == 0)
			detail::refuse(errc::invalid, "an accessor of one element has no place in an empty buffer");
	}
	template <typename Element, access_mode OtherMode>
	element_view(const element_view<Element, OtherMode> &other)
		: data_(other.begin()), marks_(other.detail_marks()) {}

	SYCL_CC_INLINE operator reference() const
	{
		if constexpr (detail::same(Mode, access_mode::atomic))
			return reference(global_ptr<T>(data_));
		else
			return *data_;
	}

	std::size_t byte_size() const noexcept { return size() * sizeof(T); }
	std::size_t size() const noexcept { return data_ != nullptr; }
	std::size_t max_size() const noexcept { return size(); }
	std::size_t get_size() const noexcept { return byte_size(); }
	std::size_t get_count() const noexcept { return size(); }
	bool empty() const noexcept { return size() == 0; }
	iterator begin() const noexcept { return data_; }
	iterator end() const noexcept { return data_ + size(); }
	const_iterator cbegin() const noexcept { return begin(); }
	const_iterator cend() const noexcept { return end(); }
	reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
	reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
	const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
	const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }

	template <typename Property>
	bool has_property() const noexcept
	{
		return std::is_same_v<Property, property::no_init> && (marks_ & mark_no_init) != 0;
	}
	template <typename Property>
	Property get_property() const
	{
		if (!has_property<Property>())
			lack_property();
		return Property();
	}

	SYCL_CC_INLINE element *detail_start() const noexcept { return data_; }
	void detail_note(const property_list &properties, std::uint64_t marks = 0) { marks_ = no_init_mark<Mode>(properties) | marks; }
	std::uint64_t detail_marks() const { return marks_; }
	const void *detail_address() const { return data_; }
	void detail_move(void *data) { data_ = static_cast<element *>(data); }
	sycl_rt_region detail_region() const { return { data_, data_ + 1, !detail::same(Mode, access_mode::read) }; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const element_view &a, const element_view &b) { return a.data_ == b.data_ && a.marks_ == b.marks_; }
	friend bool operator!=(const element_view &a, const element_view &b) { return !(a == b); }

private:
	element *data_ = nullptr;
	std::uint64_t marks_ = 0;
};
}
using bases::element_view;

/* The elements of a view as the program wrote them. */
template <typename View>
struct data_of;
template <template <typename, int, access_mode> class View, typename T, int Dimensions, access_mode Mode>
struct data_of<View<T, Dimensions, Mode>> {
	using type = T;
};
template <template <typename, access_mode> class View, typename T, access_mode Mode>
struct data_of<View<T, Mode>> {
	using type = T;
};

/* What accessors of commands add to a view: the group's command uses the memory, and the view is of the device's copy. */
namespace bases {
template <typename View, sycl::access_mode Mode, target Target>
class command_view : public std::conditional_t<detail::same(Target, target::host_buffer), held_view<View>, View> {
	using base = std::conditional_t<detail::same(Target, target::host_buffer), held_view<View>, View>;
	using element = typename View::value_type;

public:
	static constexpr sycl::access_mode access_mode = Mode;
	static constexpr sycl::target access_target = Target;

	using base::base;
	command_view() = default;

	bool is_placeholder() const { return marks_placeholder(this->detail_marks()); }
	/* Deprecated.  To the elements as the accessor's type has them, on devices, also where it only reads: programs count on it. */
	auto get_pointer() const noexcept
	{
		using data = typename data_of<View>::type;

		if constexpr (detail::same(Target, target::device))
			return global_ptr<data>(const_cast<std::remove_const_t<element> *>(this->detail_start()));
		else if constexpr (detail::same(Target, target::constant_buffer))
			return constant_ptr<data>(const_cast<std::remove_const_t<element> *>(this->detail_start()));
		else
			return this->detail_start();
	}
	template <access::decorated Decorated, target Own = Target, typename std::enable_if<detail::same(Own, target::device), int>::type = 0>
	multi_ptr<element, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept
	{
		return multi_ptr<element, access::address_space::global_space, Decorated>(this->detail_start());
	}

protected:
	template <typename Buffer>
	void detail_use(handler &group, const Buffer &buffer, const property_list &properties)
	{
		sycl_rt_region region = this->detail_region();

		if constexpr (!detail::same(Mode, sycl::access_mode::read))
			buffer.detail_will_write();
		if (detail::same(Mode, sycl::access_mode::discard_write) || detail::same(Mode, sycl::access_mode::discard_read_write)
		    || (region.writes && properties.has_property<property::no_init>()))
			region.writes = SYCL_RT_DISCARDS;
		this->detail_note(properties, serial_mark());
		this->detail_move(uses_memory(group, region, buffer.detail_whole(), detail::same(Target, target::host_task),
			buffer.detail_writes_back()));
	}
	/* A command will come that requires it; an accessor of the host is there at once. */
	template <typename Buffer>
	void detail_wait(const Buffer &buffer, const property_list &properties)
	{
		if constexpr (!detail::same(Mode, sycl::access_mode::read))
			buffer.detail_will_write();
		if constexpr (detail::same(Target, target::host_buffer)) {
			this->detail_note(properties, serial_mark());
			this->held_.set(this->detail_region());
		} else {
			const sycl_rt_region whole = buffer.detail_whole();

			this->detail_note(properties, placeholder_mark(this->detail_region().begin) | serial_mark());
			note_placeholder();
			sycl_rt_buffer_note(&whole);
		}
	}
};
}
using bases::command_view;

template <typename Tag>
struct tag_of {};
template <access_mode Mode>
struct tag_of<mode_tag_t<Mode>> {
	static constexpr access_mode mode = Mode;
	static constexpr target where = target::device;
};
template <access_mode Mode, target Target>
struct tag_of<mode_target_tag_t<Mode, Target>> {
	static constexpr access_mode mode = Mode;
	static constexpr target where = Target;
};
template <typename Tag>
using if_tag = decltype(tag_of<Tag>::mode);

/* Whether an accessor of one element takes values. */
template <access_mode Mode>
struct if_assigned : std::enable_if<!same(Mode, access_mode::read) && !same(Mode, access_mode::atomic), int> {};

}

/* --- accessor --- */

namespace detail {

/* A view whose type has the constant properties; the others are in the object. */
namespace bases {
template <typename View, typename Properties>
class with_constants : public View {
public:
	using View::View;
	with_constants() = default;
	with_constants(const View &view) : View(view) {}

	template <typename Property, typename if_constant_property<Property>::type = 0>
	static constexpr bool has_property()
	{
		return Properties::template has_property<Property>();
	}
	template <typename Property, typename if_changing_property<Property>::type = 0>
	bool has_property() const noexcept
	{
		return View::template has_property<Property>();
	}
	template <typename Property, typename if_constant_property<Property>::type = 0>
	static constexpr auto get_property()
	{
		return Properties::template get_property<Property>();
	}
	template <typename Property, typename if_changing_property<Property>::type = 0>
	Property get_property() const
	{
		return View::template get_property<Property>();
	}
};
}
using bases::with_constants;

}

template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
class accessor : public detail::with_constants<detail::command_view<detail::buffer_view<T, Dimensions, Mode>, Mode, Target>, Properties> {
	using view = detail::with_constants<detail::command_view<detail::buffer_view<T, Dimensions, Mode>, Mode, Target>, Properties>;

public:
	accessor() = default;
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>(), properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, Tag, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>(), properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>())
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, Tag, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>())
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>(), properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, Tag, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>(), properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, id<Dimensions> offset, const property_list &properties = {})
		: view(buffer, range, offset, properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, id<Dimensions> offset, Tag, const property_list &properties = {})
		: view(buffer, range, offset, properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, range<Dimensions> range, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>())
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, range<Dimensions> range, Tag, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>())
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, range<Dimensions> range, id<Dimensions> offset, const property_list &properties = {})
		: view(buffer, range, offset)
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, Dimensions, Allocator> &buffer, handler &group, range<Dimensions> range, id<Dimensions> offset, Tag, const property_list &properties = {})
		: view(buffer, range, offset)
	{
		this->detail_use(group, buffer, properties);
	}

	template <typename Element, access_mode OtherMode, access::placeholder Other, typename OtherProperties,
		typename detail::if_reads<Element, OtherMode, T, Mode>::type = 0, detail::if_same_constants<Properties, OtherProperties> = 0>
	accessor(const accessor<Element, Dimensions, OtherMode, Target, Other, OtherProperties> &other) : view(other) {}

	void swap(accessor &other) { std::swap(*this, other); }
};

/* What is assigned to an accessor of one element goes into that. */
#define SYCL_CC_ASSIGN_ELEMENT(CLASS)                                                                                \
	template <sycl::access_mode Own = Mode, typename detail::if_assigned<Own>::type = 0>                                        \
	SYCL_CC_INLINE const CLASS &operator=(const T &value) const                                                  \
	{                                                                                                            \
		*this->detail_start() = value;                                                                       \
		return *this;                                                                                        \
	}                                                                                                            \
	template <sycl::access_mode Own = Mode, typename detail::if_assigned<Own>::type = 0>                                        \
	SYCL_CC_INLINE const CLASS &operator=(T &&value) const                                                       \
	{                                                                                                            \
		*this->detail_start() = std::move(value);                                                            \
		return *this;                                                                                        \
	}

/* One element: the first one of a buffer of one dimension. */
template <typename T, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
class accessor<T, 0, Mode, Target, Placeholder, Properties> : public detail::with_constants<detail::command_view<detail::element_view<T, Mode>, Mode, Target>, Properties> {
	using view = detail::with_constants<detail::command_view<detail::element_view<T, Mode>, Mode, Target>, Properties>;

public:
	accessor() = default;
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, 1, Allocator> &buffer, const property_list &properties = {}) : view(buffer, properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, 1, Allocator> &buffer, Tag, const property_list &properties = {}) : view(buffer, properties)
	{
		this->detail_wait(buffer, properties);
	}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, 1, Allocator> &buffer, handler &group, const property_list &properties = {}) : view(buffer)
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	accessor(buffer<Element, 1, Allocator> &buffer, handler &group, Tag, const property_list &properties = {}) : view(buffer)
	{
		this->detail_use(group, buffer, properties);
	}
	template <typename Element, access_mode OtherMode, access::placeholder Other, typename OtherProperties,
		typename detail::if_reads<Element, OtherMode, T, Mode>::type = 0, detail::if_same_constants<Properties, OtherProperties> = 0>
	accessor(const accessor<Element, 0, OtherMode, Target, Other, OtherProperties> &other) : view(other) {}

	SYCL_CC_ASSIGN_ELEMENT(accessor)
	void swap(accessor &other) { std::swap(*this, other); }
};

namespace detail {

/* The type of an accessor, deduced from its arguments. */
template <typename T, typename... Arguments>
struct deduced {
	static constexpr access_mode mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write;
	static constexpr target where = target::device;
	static constexpr bool in_group = false;
	using properties = ext::oneapi::accessor_property_list<>;
};
template <typename T, typename First, typename... Arguments>
struct deduced<T, First, Arguments...> : deduced<T, Arguments...> {};
template <typename T, access_mode Mode, typename... Arguments>
struct deduced<T, mode_tag_t<Mode>, Arguments...> : deduced<T, Arguments...> {
	static constexpr access_mode mode = Mode;
};
template <typename T, access_mode Mode, target Target, typename... Arguments>
struct deduced<T, mode_target_tag_t<Mode, Target>, Arguments...> : deduced<T, Arguments...> {
	static constexpr access_mode mode = Mode;
	static constexpr target where = Target;
};
template <typename T, typename... Arguments>
struct deduced<T, handler, Arguments...> : deduced<T, Arguments...> {
	static constexpr bool in_group = true;
};
template <typename T, typename... Properties, typename... Arguments>
struct deduced<T, ext::oneapi::accessor_property_list<Properties...>, Arguments...> : deduced<T, Arguments...> {
	using properties = constants_of<Properties...>;
};

}

template <typename T, int Dimensions, typename Allocator, typename... Arguments>
accessor(buffer<T, Dimensions, Allocator> &, Arguments &&...) -> accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode, detail::deduced<T, std::decay_t<Arguments>...>::where,
	detail::deduced<T, std::decay_t<Arguments>...>::in_group ? access::placeholder::false_t : access::placeholder::true_t,
	typename detail::deduced<T, std::decay_t<Arguments>...>::properties>;

/* Properties in braces. */
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
accessor(buffer<T, Dimensions, Allocator> &, handler &, Tag, const property_list &) -> accessor<T, Dimensions,
	detail::tag_of<Tag>::mode, detail::tag_of<Tag>::where>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
accessor(buffer<T, Dimensions, Allocator> &, handler &, range<Dimensions>, Tag, const property_list &) -> accessor<T, Dimensions,
	detail::tag_of<Tag>::mode, detail::tag_of<Tag>::where>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
accessor(buffer<T, Dimensions, Allocator> &, handler &, range<Dimensions>, id<Dimensions>, Tag, const property_list &)
	-> accessor<T, Dimensions, detail::tag_of<Tag>::mode, detail::tag_of<Tag>::where>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
accessor(buffer<T, Dimensions, Allocator> &, Tag, const property_list &) -> accessor<T, Dimensions,
	detail::tag_of<Tag>::mode, detail::tag_of<Tag>::where, access::placeholder::true_t>;

/* Sizes and places in braces. */
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
accessor(buffer<T, Dimensions, Allocator> &, handler &, range<Dimensions>, Arguments &&...) -> accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode, detail::deduced<T, std::decay_t<Arguments>...>::where,
	access::placeholder::false_t, typename detail::deduced<T, std::decay_t<Arguments>...>::properties>;
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
accessor(buffer<T, Dimensions, Allocator> &, handler &, range<Dimensions>, id<Dimensions>, Arguments &&...) -> accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode, detail::deduced<T, std::decay_t<Arguments>...>::where,
	access::placeholder::false_t, typename detail::deduced<T, std::decay_t<Arguments>...>::properties>;
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, Arguments &&...) -> accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode, detail::deduced<T, std::decay_t<Arguments>...>::where,
	access::placeholder::true_t, typename detail::deduced<T, std::decay_t<Arguments>...>::properties>;
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, id<Dimensions>, Arguments &&...) -> accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode, detail::deduced<T, std::decay_t<Arguments>...>::where,
	access::placeholder::true_t, typename detail::deduced<T, std::decay_t<Arguments>...>::properties>;

/* --- host_accessor --- */

template <typename T, int Dimensions = 1, access_mode Mode = std::is_const_v<T> ? access_mode::read : access_mode::read_write>
class host_accessor : public detail::host_view<T, Dimensions, Mode> {
	using view = detail::host_view<T, Dimensions, Mode>;

public:
	host_accessor() = default;
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>(), properties) {}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, Tag, const property_list &properties = {})
		: view(buffer, buffer.get_range(), id<Dimensions>(), properties) {}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>(), properties) {}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, Tag, const property_list &properties = {})
		: view(buffer, range, id<Dimensions>(), properties) {}
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, id<Dimensions> offset, const property_list &properties = {})
		: view(buffer, range, offset, properties) {}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, Dimensions, Allocator> &buffer, range<Dimensions> range, id<Dimensions> offset, Tag, const property_list &properties = {})
		: view(buffer, range, offset, properties) {}

	template <typename Element, access_mode OtherMode, typename detail::if_reads<Element, OtherMode, T, Mode>::type = 0>
	host_accessor(const host_accessor<Element, Dimensions, OtherMode> &other) : view(other) {}
	void swap(host_accessor &other) { std::swap(*this, other); }
	typename view::value_type *get_pointer() const noexcept { return this->detail_start(); }
};

template <typename T, access_mode Mode>
class host_accessor<T, 0, Mode> : public detail::element_view<T, Mode> {
	using view = detail::element_view<T, Mode>;

public:
	host_accessor() = default;
	template <typename Element, typename Allocator, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, 1, Allocator> &buffer, const property_list &properties = {}) : view(buffer, properties)
	{
		if constexpr (!detail::same(Mode, access_mode::read))
			buffer.detail_will_write();
		this->detail_note(properties, detail::serial_mark());
		held_.set(this->detail_region());
	}
	template <typename Element, typename Allocator, typename Tag, detail::if_tag<Tag> = Mode, typename detail::if_element<Element, T, Mode>::type = 0>
	host_accessor(buffer<Element, 1, Allocator> &buffer, Tag, const property_list &properties = {}) : view(buffer, properties)
	{
		if constexpr (!detail::same(Mode, access_mode::read))
			buffer.detail_will_write();
		this->detail_note(properties, detail::serial_mark());
		held_.set(this->detail_region());
	}
	template <typename Element, access_mode OtherMode, typename detail::if_reads<Element, OtherMode, T, Mode>::type = 0>
	host_accessor(const host_accessor<Element, 0, OtherMode> &other) : view(other), held_(other.held_) {}

	SYCL_CC_ASSIGN_ELEMENT(host_accessor)
	void swap(host_accessor &other) { std::swap(*this, other); }
	typename view::value_type *get_pointer() const noexcept { return this->detail_start(); }

private:
	template <typename, int, sycl::access_mode>
	friend class host_accessor;

	detail::held_region held_;
};

#undef SYCL_CC_ASSIGN_ELEMENT

template <typename T, int Dimensions, typename Allocator, typename... Arguments>
host_accessor(buffer<T, Dimensions, Allocator> &, Arguments &&...) -> host_accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode>;
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
host_accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, Arguments &&...) -> host_accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode>;
template <typename T, int Dimensions, typename Allocator, typename... Arguments>
host_accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, id<Dimensions>, Arguments &&...) -> host_accessor<T, Dimensions,
	detail::deduced<T, std::decay_t<Arguments>...>::mode>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
host_accessor(buffer<T, Dimensions, Allocator> &, Tag, const property_list &) -> host_accessor<T, Dimensions, detail::tag_of<Tag>::mode>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
host_accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, Tag, const property_list &)
	-> host_accessor<T, Dimensions, detail::tag_of<Tag>::mode>;
template <typename T, int Dimensions, typename Allocator, typename Tag, detail::if_tag<Tag> = detail::tag_of<Tag>::mode>
host_accessor(buffer<T, Dimensions, Allocator> &, range<Dimensions>, id<Dimensions>, Tag, const property_list &)
	-> host_accessor<T, Dimensions, detail::tag_of<Tag>::mode>;

/* --- local_accessor --- */

namespace detail {

template <typename T>
inline constexpr std::size_t local_alignment = alignof(T) < 16 ? 16 : alignof(T);
/* The offset of accessors that have been made by default. */
inline constexpr std::uint32_t no_local_memory = UINT32_MAX;

/* What local accessors of all dimensions have.  Self is the accessor, whose size() says how many elements there are. */
namespace bases {
template <typename Self, typename T>
class local_members : public without_properties {
public:
	using value_type = T;
	using reference = T &;
	using const_reference = const T &;
	using difference_type = std::ptrdiff_t;
	using size_type = std::size_t;
	using iterator = T *;
	using const_iterator = const T *;
	using reverse_iterator = std::reverse_iterator<iterator>;
	using const_reverse_iterator = std::reverse_iterator<const_iterator>;
	template <access::decorated Decorated>
	using accessor_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;

	std::size_t byte_size() const noexcept { return elements() * sizeof(T); }
	std::size_t get_size() const noexcept { return byte_size(); }
	std::size_t get_count() const noexcept { return elements(); }
	std::size_t max_size() const noexcept { return empty() ? 0 : detail::max_elements<T>; }
	bool empty() const noexcept { return elements() == 0; }
	iterator begin() const noexcept { return data(); }
	iterator end() const noexcept { return data() + elements(); }
	const_iterator cbegin() const noexcept { return begin(); }
	const_iterator cend() const noexcept { return end(); }
	reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
	reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
	const_reverse_iterator crbegin() const noexcept { return const_reverse_iterator(cend()); }
	const_reverse_iterator crend() const noexcept { return const_reverse_iterator(cbegin()); }
	void swap(Self &other) { std::swap(static_cast<Self &>(*this), other); }
	local_ptr<T> get_pointer() const noexcept { return local_ptr<T>(data()); }
	template <access::decorated Decorated>
	multi_ptr<T, access::address_space::local_space, Decorated> get_multi_ptr() const noexcept
	{
		return multi_ptr<T, access::address_space::local_space, Decorated>(data());
	}

private:
	SYCL_CC_INLINE T *data() const noexcept
	{
		return (T *)local_pointer<std::remove_cv_t<T>>(static_cast<const Self &>(*this).detail_offset());
	}
	std::size_t elements() const noexcept { return static_cast<const Self &>(*this).size(); }
};
}
using bases::local_members;

}

template <typename T, int Dimensions = 1>
class local_accessor : public detail::local_members<local_accessor<T, Dimensions>, T> {
public:
	using reference = T &;
	static constexpr int dimensions = Dimensions;

	local_accessor() : offset_(detail::no_local_memory), size_{} {}
	/* To elements that are more constant. */
	template <typename Other, typename = typename std::enable_if<std::is_same_v<const Other, T> && !std::is_const_v<Other>>::type>
	local_accessor(const local_accessor<Other, Dimensions> &other) : offset_(other.offset_)
	{
		for (int d = 0; d < Dimensions; d++)
			size_[d] = other.size_[d];
	}
	local_accessor(range<Dimensions> size, handler &handler, const property_list & = {})
		: local_accessor(detail::local_place{ detail::reserve_local(handler, detail::bytes_of(size, sizeof(T)), detail::local_alignment<T>) }, size)
	{
	}
	/* For these headers only. */
	local_accessor(detail::local_place place, range<Dimensions> size) : offset_(place.offset), mark_(place.mark)
	{
		for (int d = 0; d < Dimensions; d++)
			size_[d] = size[d];
	}

	SYCL_CC_INLINE reference operator[](id<Dimensions> i) const { return data()[detail::linear<Dimensions>(i, size_)]; }
	template <int Rank = Dimensions, typename = typename std::enable_if<(Rank > 1)>::type>
	SYCL_CC_INLINE auto operator[](std::size_t i) const
	{
		if constexpr (Dimensions == 2)
			return detail::row<T, 1>(data() + i * size_[1], size_ + 2);
		else
			return detail::row<T, Dimensions - 1>(data() + i * size_[1] * size_[2], size_ + 2);
	}
	template <typename Number, int Rank = Dimensions, typename std::enable_if<Rank == 1 && std::is_integral_v<Number>, int>::type = 0>
	SYCL_CC_INLINE reference operator[](Number i) const
	{
		return data()[i];
	}
	/* An object that converts to a number. */
	template <typename Number, int Rank = Dimensions,
		typename std::enable_if<Rank == 1 && std::is_class_v<Number> && detail::counts_as<Number, std::size_t, id<1>>(), int>::type = 0>
	SYCL_CC_INLINE reference operator[](const Number &i) const
	{
		return (*this)[static_cast<std::size_t>(i)];
	}

	std::size_t size() const noexcept { return get_range().size(); }
	range<Dimensions> get_range() const
	{
		range<Dimensions> result;

		for (int d = 0; d < Dimensions; d++)
			result[d] = size_[d];
		return result;
	}
	std::size_t detail_offset() const noexcept { return offset_; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const local_accessor &a, const local_accessor &b)
	{
		return a.offset_ == b.offset_ && a.get_range() == b.get_range();
	}
	friend bool operator!=(const local_accessor &a, const local_accessor &b) { return !(a == b); }

private:
	template <typename, int>
	friend class local_accessor;

	SYCL_CC_INLINE T *data() const { return (T *)detail::local_pointer<std::remove_cv_t<T>>(offset_); }

	std::uint32_t offset_, mark_ = detail::mark_local;
	std::size_t size_[Dimensions];
};

/* One element. */
template <typename T>
class local_accessor<T, 0> : public detail::local_members<local_accessor<T, 0>, T> {
public:
	using reference = T &;
	static constexpr int dimensions = 0;

	local_accessor() : offset_(detail::no_local_memory) {}
	explicit local_accessor(handler &handler, const property_list & = {})
		: offset_(detail::reserve_local(handler, sizeof(T), detail::local_alignment<T>)) {}
	template <typename Other, typename = typename std::enable_if<std::is_same_v<const Other, T> && !std::is_const_v<Other>>::type>
	local_accessor(const local_accessor<Other, 0> &other) : offset_(other.offset_) {}

	SYCL_CC_INLINE operator reference() const { return *data(); }
	template <typename Own = T, typename std::enable_if<!std::is_const_v<Own>, int>::type = 0>
	SYCL_CC_INLINE const local_accessor &operator=(const T &value) const
	{
		*data() = value;
		return *this;
	}
	template <typename Own = T, typename std::enable_if<!std::is_const_v<Own>, int>::type = 0>
	SYCL_CC_INLINE const local_accessor &operator=(T &&value) const
	{
		*data() = std::move(value);
		return *this;
	}
	std::size_t size() const noexcept { return offset_ != detail::no_local_memory; }
	std::size_t max_size() const noexcept { return size(); }
	std::size_t detail_offset() const noexcept { return offset_; }

	SYCL_CC_OWNER_BEFORE
	friend bool operator==(const local_accessor &a, const local_accessor &b) { return a.offset_ == b.offset_; }
	friend bool operator!=(const local_accessor &a, const local_accessor &b) { return a.offset_ != b.offset_; }

private:
	template <typename, int>
	friend class local_accessor;

	SYCL_CC_INLINE T *data() const { return (T *)detail::local_pointer<std::remove_cv_t<T>>(offset_); }

	std::uint32_t offset_, mark_ = detail::mark_local;
};

namespace detail {

/* What handler::set_arg() may give a kernel as its first 8 bytes alone. */
template <typename T>
inline constexpr bool starts_with_address = false;
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
inline constexpr bool starts_with_address<accessor<T, Dimensions, Mode, target::device, Placeholder, Properties>> = true;
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
inline constexpr bool starts_with_address<accessor<T, Dimensions, Mode, target::local, Placeholder, Properties>> = true;
template <typename T, int Dimensions>
inline constexpr bool starts_with_address<local_accessor<T, Dimensions>> = true;

}

/* SYCL 1.2.1's spelling. */
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
class accessor<T, Dimensions, Mode, target::local, Placeholder, Properties> : public local_accessor<T, Dimensions> {
public:
	static constexpr sycl::access_mode access_mode = Mode;
	static constexpr target access_target = target::local;

	using local_accessor<T, Dimensions>::local_accessor;
};
template <typename T, access_mode Mode, access::placeholder Placeholder, typename Properties>
class accessor<T, 0, Mode, target::local, Placeholder, Properties> : public local_accessor<T, 0> {
public:
	static constexpr sycl::access_mode access_mode = Mode;
	static constexpr target access_target = target::local;

	using local_accessor<T, 0>::local_accessor;
	using local_accessor<T, 0>::operator=;
};
/* A subscript of an atomic accessor gives an atomic. */
template <typename T, int Dimensions, access::placeholder Placeholder, typename Properties>
class accessor<T, Dimensions, access_mode::atomic, target::local, Placeholder, Properties> : public local_accessor<T, Dimensions> {
public:
	static constexpr sycl::access_mode access_mode = sycl::access_mode::atomic;
	static constexpr target access_target = target::local;

	using local_accessor<T, Dimensions>::local_accessor;

	SYCL_CC_INLINE atomic<T, access::address_space::local_space> operator[](id<Dimensions> i) const
	{
		return atomic<T, access::address_space::local_space>(local_ptr<T>(&local_accessor<T, Dimensions>::operator[](i)));
	}
	template <int Rank = Dimensions, typename = typename std::enable_if<(Rank > 1)>::type>
	SYCL_CC_INLINE auto operator[](std::size_t i) const
	{
		using rows = decltype(local_accessor<T, Dimensions>::operator[](i));

		return detail::rows_of_atomics<atomic<T, access::address_space::local_space>, local_ptr<T>, rows>(local_accessor<T, Dimensions>::operator[](i));
	}
};
template <typename T, access::placeholder Placeholder, typename Properties>
class accessor<T, 0, access_mode::atomic, target::local, Placeholder, Properties> : public local_accessor<T, 0> {
public:
	static constexpr sycl::access_mode access_mode = sycl::access_mode::atomic;
	static constexpr target access_target = target::local;

	using local_accessor<T, 0>::local_accessor;

	SYCL_CC_INLINE operator atomic<T, access::address_space::local_space>() const
	{
		return atomic<T, access::address_space::local_space>(this->get_pointer());
	}
};

template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
struct is_property_of<property::no_init, accessor<T, Dimensions, Mode, Target, Placeholder, Properties>> : std::true_type {};
template <typename T, int Dimensions, access_mode Mode>
struct is_property_of<property::no_init, host_accessor<T, Dimensions, Mode>> : std::true_type {};

/* --- buffer's functions that make accessors --- */

template <typename T, int Dimensions, typename Allocator>
template <access_mode Mode, target Target>
auto buffer<T, Dimensions, Allocator>::get_access(handler &group)
{
	return accessor<T, Dimensions, Mode, Target>(*this, group);
}

template <typename T, int Dimensions, typename Allocator>
template <access_mode Mode, target Target>
auto buffer<T, Dimensions, Allocator>::get_access(handler &group, range<Dimensions> size, id<Dimensions> offset)
{
	return accessor<T, Dimensions, Mode, Target>(*this, group, size, offset);
}

template <typename T, int Dimensions, typename Allocator>
template <access_mode Mode>
auto buffer<T, Dimensions, Allocator>::get_access()
{
	return accessor<T, Dimensions, Mode, target::host_buffer>(*this);
}

template <typename T, int Dimensions, typename Allocator>
template <access_mode Mode>
auto buffer<T, Dimensions, Allocator>::get_access(range<Dimensions> size, id<Dimensions> offset)
{
	return accessor<T, Dimensions, Mode, target::host_buffer>(*this, size, offset);
}

template <typename T, int Dimensions, typename Allocator>
template <typename... Arguments>
auto buffer<T, Dimensions, Allocator>::get_access(Arguments &&...p)
{
	return accessor(*this, p...);
}

template <typename T, int Dimensions, typename Allocator>
template <typename... Arguments>
auto buffer<T, Dimensions, Allocator>::get_host_access(const Arguments &...p)
{
	return host_accessor(*this, p...);
}

}

template <typename T, int Dimensions, sycl::access_mode Mode, sycl::target Target, sycl::access::placeholder Placeholder, typename Properties>
struct std::hash<sycl::accessor<T, Dimensions, Mode, Target, Placeholder, Properties>> {
	std::size_t operator()(const sycl::accessor<T, Dimensions, Mode, Target, Placeholder, Properties> &accessor) const
	{
		return std::hash<const void *>()(accessor.detail_address());
	}
};
template <typename T, int Dimensions, sycl::access_mode Mode>
struct std::hash<sycl::host_accessor<T, Dimensions, Mode>> {
	std::size_t operator()(const sycl::host_accessor<T, Dimensions, Mode> &accessor) const
	{
		return std::hash<const void *>()(accessor.detail_address());
	}
};
template <typename T, int Dimensions>
struct std::hash<sycl::local_accessor<T, Dimensions>> {
	std::size_t operator()(const sycl::local_accessor<T, Dimensions> &accessor) const { return accessor.detail_offset(); }
};

#endif
