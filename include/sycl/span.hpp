/* sycl::span: a view of elements that lie one after another. */
#ifndef SYCL_SPAN_HPP
#define SYCL_SPAN_HPP

#include <array>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace sycl {

inline constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <typename T, std::size_t Extent = dynamic_extent>
class span;

namespace detail {

template <typename Element, typename T>
using if_spans = typename std::enable_if<std::is_convertible_v<Element (*)[], T (*)[]>, int>::type;

/* The first of n elements; there need be none. */
template <typename T>
constexpr T *first_of(T *p, std::size_t)
{
	return p;
}
template <typename It>
constexpr auto first_of(It it, std::size_t n) -> std::remove_reference_t<decltype(*it)> *
{
	return n ? &*it : nullptr;
}

template <typename Container>
struct is_span_or_array : std::is_array<Container> {};
template <typename T, std::size_t Extent>
struct is_span_or_array<span<T, Extent>> : std::true_type {};
template <typename T, std::size_t Count>
struct is_span_or_array<std::array<T, Count>> : std::true_type {};

template <typename Container, typename T>
using if_spanned = typename std::enable_if<!is_span_or_array<std::remove_cv_t<Container>>::value
	&& std::is_convertible_v<std::remove_pointer_t<decltype(std::declval<Container &>().data())> (*)[], T (*)[]>
	&& (sizeof(std::declval<Container &>().size()) != 0), int>::type;

}

template <typename T, std::size_t Extent>
class span {
	static constexpr bool is_dynamic = Extent == dynamic_extent;

public:
	using element_type = T;
	using value_type = std::remove_cv_t<T>;
	using size_type = std::size_t;
	using difference_type = std::ptrdiff_t;
	using pointer = T *;
	using const_pointer = const T *;
	using reference = T &;
	using const_reference = const T &;
	using iterator = T *;
	using const_iterator = const T *;
	using reverse_iterator = std::reverse_iterator<iterator>;
	using const_reverse_iterator = std::reverse_iterator<const_iterator>;
	static constexpr size_type extent = Extent;

	template <std::size_t Own = Extent, typename std::enable_if<Own == dynamic_extent || Own == 0, int>::type = 0>
	constexpr span() noexcept {}
	template <typename It, detail::if_spans<std::remove_reference_t<decltype(*std::declval<It &>())>, T> = 0>
	constexpr span(It first, size_type n) : data_(detail::first_of(first, n)), size_(n) {}
	template <typename It, typename End, typename std::enable_if<!std::is_convertible_v<End, size_type>, int>::type = 0,
		detail::if_spans<std::remove_reference_t<decltype(*std::declval<It &>())>, T> = 0>
	constexpr span(It first, End last)
		: data_(detail::first_of(first, static_cast<size_type>(last - first))), size_(static_cast<size_type>(last - first)) {}
	template <typename Element, std::size_t Count, typename std::enable_if<is_dynamic || Count == Extent, int>::type = 0, detail::if_spans<Element, T> = 0>
	constexpr span(Element (&array)[Count]) noexcept : data_(array), size_(Count) {}
	template <typename Element, std::size_t Count, typename std::enable_if<is_dynamic || Count == Extent, int>::type = 0, detail::if_spans<Element, T> = 0>
	constexpr span(std::array<Element, Count> &array) noexcept : data_(array.data()), size_(Count) {}
	template <typename Element, std::size_t Count, typename std::enable_if<is_dynamic || Count == Extent, int>::type = 0,
		detail::if_spans<const Element, T> = 0>
	constexpr span(const std::array<Element, Count> &array) noexcept : data_(array.data()), size_(Count) {}
	template <typename Container, detail::if_spanned<Container, T> = 0>
	constexpr span(Container &container) : data_(container.data()), size_(container.size()) {}
	template <typename Container, detail::if_spanned<const Container, T> = 0>
	constexpr span(const Container &container) : data_(container.data()), size_(container.size()) {}
	template <typename Element, std::size_t Count,
		typename std::enable_if<is_dynamic || Count == dynamic_extent || Count == Extent, int>::type = 0, detail::if_spans<Element, T> = 0>
	constexpr span(const span<Element, Count> &other) : data_(other.data()), size_(other.size()) {}

	template <std::size_t Count>
	constexpr span<T, Count> first() const
	{
		return { data_, Count };
	}
	template <std::size_t Count>
	constexpr span<T, Count> last() const
	{
		return { data_ + (size() - Count), Count };
	}
	template <std::size_t Offset, std::size_t Count = dynamic_extent>
	constexpr auto subspan() const
	{
		constexpr std::size_t left = Count != dynamic_extent ? Count : is_dynamic ? dynamic_extent : Extent - Offset;

		return span<T, left>(data_ + Offset, Count != dynamic_extent ? Count : size() - Offset);
	}
	constexpr span<T> first(size_type n) const { return { data_, n }; }
	constexpr span<T> last(size_type n) const { return { data_ + (size() - n), n }; }
	constexpr span<T> subspan(size_type offset, size_type n = dynamic_extent) const
	{
		return { data_ + offset, n != dynamic_extent ? n : size() - offset };
	}

	constexpr size_type size() const noexcept { return is_dynamic ? size_ : Extent; }
	constexpr size_type size_bytes() const noexcept { return size() * sizeof(T); }
	[[nodiscard]] constexpr bool empty() const noexcept { return size() == 0; }
	constexpr reference operator[](size_type i) const { return data_[i]; }
	constexpr reference front() const { return data_[0]; }
	constexpr reference back() const { return data_[size() - 1]; }
	constexpr pointer data() const noexcept { return data_; }
	constexpr iterator begin() const noexcept { return data_; }
	constexpr iterator end() const noexcept { return data_ + size(); }
	constexpr reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
	constexpr reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

private:
	T *data_ = nullptr;
	size_type size_ = 0;
};

template <typename T, std::size_t Count>
span(T (&)[Count]) -> span<T, Count>;
template <typename T, std::size_t Count>
span(std::array<T, Count> &) -> span<T, Count>;
template <typename T, std::size_t Count>
span(const std::array<T, Count> &) -> span<const T, Count>;
template <typename It, typename End>
span(It, End) -> span<std::remove_reference_t<decltype(*std::declval<It &>())>>;
template <typename Container>
span(Container &) -> span<std::remove_pointer_t<decltype(std::declval<Container &>().data())>>;
template <typename Container>
span(const Container &) -> span<std::remove_pointer_t<decltype(std::declval<const Container &>().data())>>;

template <typename T, std::size_t Extent>
auto as_bytes(span<T, Extent> s) noexcept
{
	return span<const std::byte, Extent == dynamic_extent ? dynamic_extent : Extent * sizeof(T)>(
		reinterpret_cast<const std::byte *>(s.data()), s.size_bytes());
}
template <typename T, std::size_t Extent>
auto as_writable_bytes(span<T, Extent> s) noexcept
{
	return span<std::byte, Extent == dynamic_extent ? dynamic_extent : Extent * sizeof(T)>(
		reinterpret_cast<std::byte *>(s.data()), s.size_bytes());
}

}

#endif
