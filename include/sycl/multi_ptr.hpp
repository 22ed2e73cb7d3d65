/* sycl::multi_ptr: a pointer that knows its address space. */
#ifndef SYCL_MULTI_PTR_HPP
#define SYCL_MULTI_PTR_HPP

#include <cstddef>
#include <iterator>
#include <type_traits>

#include <sycl/detail/defines.hpp>
#include <sycl/memory_enums.hpp>

namespace sycl {

namespace detail {

/* T with the address space as part of its type, in the device pass. */
template <typename T, access::address_space Space>
struct decorate {
	using type = T;
};
#ifdef SYCL_CC_DEVICE
template <typename T>
struct decorate<T, access::address_space::global_space> {
	using type = SYCL_CC_GLOBAL T;
};
template <typename T>
struct decorate<T, access::address_space::local_space> {
	using type = SYCL_CC_LOCAL T;
};
template <typename T>
struct decorate<T, access::address_space::private_space> {
	using type = SYCL_CC_PRIVATE T;
};
#endif

template <typename T>
struct undecorate {
	using type = T;
};
#ifdef SYCL_CC_DEVICE
template <typename T>
struct undecorate<SYCL_CC_GLOBAL T> {
	using type = T;
};
template <typename T>
struct undecorate<SYCL_CC_LOCAL T> {
	using type = T;
};
template <typename T>
struct undecorate<SYCL_CC_PRIVATE T> {
	using type = T;
};
#endif

}

template <typename T>
struct remove_decoration {
	using type = typename detail::undecorate<T>::type;
};
template <typename T>
struct remove_decoration<T *> {
	using type = typename detail::undecorate<T>::type *;
};
template <typename T>
struct remove_decoration<T &> {
	using type = typename detail::undecorate<T>::type &;
};
template <typename T>
using remove_decoration_t = typename remove_decoration<T>::type;

template <typename T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr {
	using element = std::conditional_t<std::is_void_v<T>, char, T>;	/* replaces void where an object type is needed */
	using decorated_type = typename detail::decorate<T, Space>::type;

public:
	static constexpr bool is_decorated = Decorated == access::decorated::yes;
	static constexpr access::address_space address_space = Space;
	using value_type = T;
	using element_type = T;
	using pointer = std::conditional_t<is_decorated, decorated_type *, T *>;
	using pointer_t = pointer;
	using reference = std::add_lvalue_reference_t<T>;
	using iterator_category = std::random_access_iterator_tag;
	using difference_type = std::ptrdiff_t;

	multi_ptr() : p_(nullptr) {}
	multi_ptr(std::nullptr_t) : p_(nullptr) {}
	multi_ptr(const multi_ptr &) = default;
	multi_ptr &operator=(const multi_ptr &) = default;
	template <typename Other, typename = std::enable_if_t<
		std::is_convertible_v<typename remove_decoration<Other *>::type, T *>>>
	explicit multi_ptr(Other *p) : p_((T *)p) {}
	/* From an accessor. */
	template <typename Accessor, typename = decltype(std::declval<const Accessor &>().get_pointer()),
		typename = std::enable_if_t<std::is_class_v<Accessor>>>
	multi_ptr(const Accessor &accessor) : p_((T *)accessor.get_pointer()) {}
	/* To more constant elements, to void, and between decorations. */
	template <typename Other, access::address_space OtherSpace, access::decorated OtherDecorated, typename = std::enable_if_t<
		std::is_convertible_v<Other *, T *> && (OtherSpace == Space || Space == access::address_space::generic_space)>>
	multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecorated> &other) : p_(other.get_raw()) {}
	/* From void, and from the generic address space. */
	template <typename Other, access::address_space OtherSpace, access::decorated OtherDecorated, std::enable_if_t<
		(OtherSpace == Space || OtherSpace == access::address_space::generic_space)
		&& (std::is_convertible_v<Other *, T *> ? OtherSpace != Space && Space != access::address_space::generic_space
			: std::is_void_v<Other> && std::is_const_v<Other> <= std::is_const_v<T>), int> = 0>
	explicit multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecorated> &other) : p_((T *)other.get_raw()) {}
	multi_ptr &operator=(std::nullptr_t)
	{
		p_ = nullptr;
		return *this;
	}

	template <typename Other = T>
	SYCL_CC_INLINE std::enable_if_t<!std::is_void_v<Other>, Other &> operator*() const
	{
		return *p_;
	}
	SYCL_CC_INLINE T *operator->() const { return p_; }
	template <typename Number, typename Other = T>
	SYCL_CC_INLINE std::enable_if_t<!std::is_void_v<Other> && std::is_integral_v<Number>, Other &> operator[](Number i) const
	{
		return p_[i];
	}
	SYCL_CC_INLINE pointer get() const { return (pointer)p_; }
	SYCL_CC_INLINE T *get_raw() const { return p_; }
	SYCL_CC_INLINE decorated_type *get_decorated() const { return (decorated_type *)p_; }
	SYCL_CC_INLINE operator T *() const { return p_; }
	template <typename Other, access::address_space OtherSpace = Space,
		typename = std::enable_if_t<OtherSpace == access::address_space::generic_space>>
	explicit operator multi_ptr<Other, OtherSpace, Decorated>() const
	{
		return multi_ptr<Other, OtherSpace, Decorated>(p_);
	}
	void prefetch(std::size_t) const {}

	multi_ptr &operator++() { return *this += 1; }
	multi_ptr &operator--() { return *this -= 1; }
	multi_ptr operator++(int) { multi_ptr old = *this; ++*this; return old; }
	multi_ptr operator--(int) { multi_ptr old = *this; --*this; return old; }
	multi_ptr &operator+=(difference_type n) { p_ = (T *)((element *)p_ + n); return *this; }
	multi_ptr &operator-=(difference_type n) { p_ = (T *)((element *)p_ - n); return *this; }
	template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
	friend multi_ptr operator+(multi_ptr a, Number n) { return a += static_cast<difference_type>(n); }
	template <typename Number, typename = std::enable_if_t<std::is_integral_v<Number>>>
	friend multi_ptr operator-(multi_ptr a, Number n) { return a -= static_cast<difference_type>(n); }
	friend difference_type operator-(const multi_ptr &a, const multi_ptr &b) { return (element *)a.p_ - (element *)b.p_; }
	friend bool operator==(const multi_ptr &a, const multi_ptr &b) { return a.p_ == b.p_; }
	friend bool operator!=(const multi_ptr &a, const multi_ptr &b) { return a.p_ != b.p_; }
	friend bool operator<(const multi_ptr &a, const multi_ptr &b) { return a.p_ < b.p_; }
	friend bool operator>(const multi_ptr &a, const multi_ptr &b) { return a.p_ > b.p_; }
	friend bool operator<=(const multi_ptr &a, const multi_ptr &b) { return a.p_ <= b.p_; }
	friend bool operator>=(const multi_ptr &a, const multi_ptr &b) { return a.p_ >= b.p_; }
	friend bool operator==(const multi_ptr &a, std::nullptr_t) { return a.p_ == nullptr; }
	friend bool operator!=(const multi_ptr &a, std::nullptr_t) { return a.p_ != nullptr; }
	friend bool operator==(std::nullptr_t, const multi_ptr &a) { return a.p_ == nullptr; }
	friend bool operator!=(std::nullptr_t, const multi_ptr &a) { return a.p_ != nullptr; }

private:
	T *p_;
};

template <typename T, access::decorated Decorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, Decorated>;
template <typename T>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, access::decorated::legacy>;
template <typename T>
using raw_global_ptr = global_ptr<T, access::decorated::no>;
template <typename T>
using raw_local_ptr = local_ptr<T, access::decorated::no>;
template <typename T>
using raw_private_ptr = private_ptr<T, access::decorated::no>;
template <typename T>
using raw_generic_ptr = generic_ptr<T, access::decorated::no>;
template <typename T>
using decorated_global_ptr = global_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_local_ptr = local_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_private_ptr = private_ptr<T, access::decorated::yes>;
template <typename T>
using decorated_generic_ptr = generic_ptr<T, access::decorated::yes>;

template <access::address_space Space, access::decorated Decorated, typename T>
multi_ptr<T, Space, Decorated> address_space_cast(T *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}

template <access::address_space Space, access::decorated Decorated, typename T, access::address_space OtherSpace, access::decorated OtherDecorated>
multi_ptr<T, Space, Decorated> address_space_cast(const multi_ptr<T, OtherSpace, OtherDecorated> &p)
{
	return multi_ptr<T, Space, Decorated>(p.get_raw());
}

template <access::address_space Space, access::decorated Decorated = access::decorated::legacy, typename T>
multi_ptr<T, Space, Decorated> make_ptr(T *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}
template <typename T, access::address_space Space, access::decorated Decorated = access::decorated::legacy, typename Other>
multi_ptr<T, Space, Decorated> make_ptr(Other *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}

}

#endif
