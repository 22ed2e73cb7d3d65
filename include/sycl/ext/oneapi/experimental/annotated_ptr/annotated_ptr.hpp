/* annotated_ptr: a pointer with properties, whose elements are read and assigned through annotated_ref. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_PTR_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ANNOTATED_PTR_HPP

#include <cstddef>
#include <type_traits>

#include <sycl/ext/oneapi/experimental/annotated_arg/properties.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename T, typename List = empty_properties_t>
class annotated_ptr;

template <typename T, typename List = empty_properties_t>
class annotated_ref {
public:
	annotated_ref(const annotated_ref &) = default;

	operator T() const { return *element_; }
	template <typename Other, typename std::enable_if<std::is_assignable_v<T &, Other>, int>::type = 0>
	T operator=(const Other &value) const
	{
		return *element_ = value;
	}
	T operator=(const annotated_ref &other) const { return *element_ = static_cast<T>(other); }
/* As the operator without assignment computes, which is all that T must have. */
#define SYCL_CC_ASSIGN(OP)                                                                                                             \
	template <typename Other, typename Result = decltype(std::declval<T &>() OP std::declval<const Other &>())>                       \
	T operator OP##=(const Other &value) const                                                                                        \
	{                                                                                                                                   \
		return *element_ = static_cast<T>(*element_ OP value);                                                                     \
	}                                                                                                                                   \
	T operator OP##=(const annotated_ref &other) const { return *this OP##= static_cast<T>(other); }
	SYCL_CC_ASSIGN(+)
	SYCL_CC_ASSIGN(-)
	SYCL_CC_ASSIGN(*)
	SYCL_CC_ASSIGN(/)
	SYCL_CC_ASSIGN(%)
	SYCL_CC_ASSIGN(&)
	SYCL_CC_ASSIGN(|)
	SYCL_CC_ASSIGN(^)
	SYCL_CC_ASSIGN(<<)
	SYCL_CC_ASSIGN(>>)
#undef SYCL_CC_ASSIGN
	T operator++() const { return ++*element_; }
	T operator++(int) const { return (*element_)++; }
	T operator--() const { return --*element_; }
	T operator--(int) const { return (*element_)--; }
	annotated_ptr<T, List> operator&() const { return annotated_ptr<T, List>(element_); }

private:
	friend class annotated_ptr<T, List>;

	explicit annotated_ref(T *element) : element_(element) {}

	T *element_;
};

template <typename T, typename List>
class annotated_ptr : public detail::annotated<List> {
public:
	using reference = annotated_ref<T, List>;
	using value_type = T;
	using pointer = T *;
	using difference_type = std::ptrdiff_t;

	annotated_ptr() noexcept : p_(nullptr) {}
	/* Nothing is deduced from the list. */
	explicit annotated_ptr(T *p, const std::enable_if_t<true, List> & = {}) noexcept : p_(p) {}
	template <typename... Values, typename detail::if_values<Values...>::type = 0>
	explicit annotated_ptr(T *p, Values...) noexcept : p_(p)
	{
		static_assert(std::is_same_v<detail::list_of<Values...>, List>, "the properties are those of the type");
	}
	template <typename Other, typename OtherList, typename std::enable_if<std::is_convertible_v<Other *, T *>, int>::type = 0>
	explicit annotated_ptr(const annotated_ptr<Other, OtherList> &other) noexcept : p_(other.get()) {}
	template <typename Other, typename OtherList, typename... Values, typename detail::if_values<Values...>::type = 0>
	explicit annotated_ptr(const annotated_ptr<Other, OtherList> &other, Values...) noexcept : p_(other.get())
	{
	}
	/* The properties are those of both. */
	template <typename Other, typename OtherList, typename... Values, typename std::enable_if<std::is_convertible_v<Other *, T *>, int>::type = 0>
	explicit annotated_ptr(const annotated_ptr<Other, OtherList> &other, const properties<detail::property_values<Values...>> &) noexcept : p_(other.get())
	{
		static_assert(std::is_same_v<List, detail::joined_lists<OtherList, properties<detail::property_values<Values...>>>>, "the properties are those of both");
	}
	annotated_ptr(const annotated_ptr &) = default;
	annotated_ptr &operator=(const annotated_ptr &) = default;
	template <typename Other, typename OtherList>
	annotated_ptr &operator=(const annotated_ptr<Other, OtherList> &other) noexcept
	{
		p_ = other.get();
		return *this;
	}
	annotated_ptr &operator=(T *p) noexcept
	{
		p_ = p;
		return *this;
	}

	reference operator*() const noexcept { return reference(p_); }
	reference operator[](std::ptrdiff_t i) const noexcept { return reference(p_ + i); }
	T *operator->() const noexcept { return p_; }
	T *get() const noexcept { return p_; }
	explicit operator T *() const noexcept { return p_; }
	explicit operator bool() const noexcept { return p_ != nullptr; }
	bool operator!() const noexcept { return !p_; }

	annotated_ptr operator+(std::size_t n) const noexcept { return annotated_ptr(p_ + n); }
	annotated_ptr operator-(std::size_t n) const noexcept { return annotated_ptr(p_ - n); }
	std::ptrdiff_t operator-(const annotated_ptr &from) const noexcept { return p_ - from.p_; }
	annotated_ptr &operator++() noexcept
	{
		++p_;
		return *this;
	}
	annotated_ptr operator++(int) noexcept { return annotated_ptr(p_++); }
	annotated_ptr &operator--() noexcept
	{
		--p_;
		return *this;
	}
	annotated_ptr operator--(int) noexcept { return annotated_ptr(p_--); }

private:
	T *p_;
};

template <typename T, typename... Values, typename detail::if_values<Values...>::type = 0>
annotated_ptr(T *, Values...) -> annotated_ptr<T, detail::list_of<Values...>>;
template <typename T, typename... Values>
annotated_ptr(T *, properties<detail::property_values<Values...>>) -> annotated_ptr<T, properties<detail::property_values<Values...>>>;
template <typename T>
annotated_ptr(T *) -> annotated_ptr<T>;
template <typename T, typename List, typename... Values>
annotated_ptr(annotated_ptr<T, List>, properties<detail::property_values<Values...>>)
	-> annotated_ptr<T, detail::joined_lists<List, properties<detail::property_values<Values...>>>>;

}

#endif
