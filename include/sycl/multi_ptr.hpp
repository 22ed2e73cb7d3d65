/* sycl::multi_ptr: a pointer that knows its address space. */
#ifndef SYCL_MULTI_PTR_HPP
#define SYCL_MULTI_PTR_HPP

#include <cstddef>
#include <iterator>
#include <type_traits>

#include <sycl/detail/array.hpp>
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
struct remove_decoration<T *const> {
	using type = typename detail::undecorate<T>::type *const;
};
template <typename T>
struct remove_decoration<T *volatile> {
	using type = typename detail::undecorate<T>::type *volatile;
};
template <typename T>
struct remove_decoration<T *const volatile> {
	using type = typename detail::undecorate<T>::type *const volatile;
};
template <typename T>
struct remove_decoration<T &> {
	using type = typename detail::undecorate<T>::type &;
};
template <typename T>
using remove_decoration_t = typename remove_decoration<T>::type;

template <typename T, int Dimensions, access_mode Mode, target Target, access::placeholder Placeholder, typename Properties>
class accessor;
template <typename T, int Dimensions>
class local_accessor;

namespace detail {

/* What a multi_ptr of an accessor points to. */
template <typename Accessor>
struct pointed {};
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
struct pointed<accessor<T, Dimensions, Mode, target::device, Placeholder, Properties>> {
	using type = std::conditional_t<detail::same(Mode, access_mode::read), const T, T>;
	static constexpr access::address_space space = access::address_space::global_space;
};
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
struct pointed<accessor<T, Dimensions, Mode, target::constant_buffer, Placeholder, Properties>> {
	using type = T;
	static constexpr access::address_space space = access::address_space::constant_space;
};
template <typename T, int Dimensions>
struct pointed<local_accessor<T, Dimensions>> {
	using type = T;
	static constexpr access::address_space space = access::address_space::local_space;
};
template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
struct pointed<accessor<T, Dimensions, Mode, target::local, Placeholder, Properties>> : pointed<local_accessor<T, Dimensions>> {};

template <typename Accessor, typename T, access::address_space Space>
using if_points = typename std::enable_if<std::is_convertible_v<typename pointed<Accessor>::type *, T *>
	&& (pointed<Accessor>::space == Space || (detail::same(Space, access::address_space::generic_space)
		&& !detail::same(pointed<Accessor>::space, access::address_space::constant_space))), int>::type;

/* The pointers that a multi_ptr to T is made of; those of SYCL 1.2.1 convert without a word. */
template <typename Pointer, typename T, access::decorated Decorated, bool Converts>
using if_raw = typename std::enable_if<(detail::same(Decorated, access::decorated::legacy)) == Converts
	&& std::is_convertible_v<typename remove_decoration<Pointer *>::type, T *>, int>::type;

template <typename T>
struct if_object : std::enable_if<!std::is_void_v<T>, int> {};

/* The member types of SYCL 1.2.1. */
namespace bases {
template <typename T, access::address_space Space, access::decorated Decorated>
struct legacy_types {};
}
using bases::legacy_types;
namespace bases {
template <typename T, access::address_space Space>
struct legacy_types<T, Space, access::decorated::legacy> {
	using element_type = T;
	using pointer_t = typename decorate<T, Space>::type *;
	using const_pointer_t = typename decorate<const T, Space>::type *;
	using reference_t = std::add_lvalue_reference_t<T>;
	using const_reference_t = std::add_lvalue_reference_t<const T>;
};
}

/* The conversion of Self, a multi_ptr, to the pointer in it. */
namespace bases {
template <typename Self, typename Pointer, bool Explicit>
class pointer_conversion {
public:
	SYCL_CC_INLINE operator Pointer() const { return static_cast<const Self &>(*this).get(); }
};
}
using bases::pointer_conversion;
namespace bases {
template <typename Self, typename Pointer>
class pointer_conversion<Self, Pointer, true> {
public:
	SYCL_CC_INLINE explicit operator Pointer() const { return static_cast<const Self &>(*this).get(); }
};
}

}

template <typename T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
class multi_ptr : public detail::legacy_types<T, Space, Decorated>,
	public detail::pointer_conversion<multi_ptr<T, Space, Decorated>,
		std::conditional_t<detail::same(Decorated, access::decorated::yes), typename detail::decorate<T, Space>::type *, T *>,
		std::is_void_v<T> && !detail::same(Decorated, access::decorated::legacy)> {
	using decorated_type = typename detail::decorate<T, Space>::type;

public:
	static constexpr bool is_decorated = detail::same(Decorated, access::decorated::yes);
	static constexpr access::address_space address_space = Space;
	using value_type = T;
	using pointer = std::conditional_t<is_decorated, decorated_type *, T *>;
	using reference = std::add_lvalue_reference_t<T>;
	using iterator_category = std::random_access_iterator_tag;
	using difference_type = std::ptrdiff_t;

	multi_ptr() : p_(nullptr) {}
	multi_ptr(std::nullptr_t) : p_(nullptr) {}
	multi_ptr(const multi_ptr &) = default;
	multi_ptr &operator=(const multi_ptr &) = default;
	template <typename Other, detail::if_raw<Other, T, Decorated, false> = 0>
	explicit multi_ptr(Other *p) : p_((T *)p) {}
	template <typename Other, detail::if_raw<Other, T, Decorated, true> = 0>
	multi_ptr(Other *p) : p_((T *)p) {}
	template <typename Accessor, detail::if_points<Accessor, T, Space> = 0>
	multi_ptr(const Accessor &accessor) : p_((T *)accessor.get_pointer()) {}
	/* To more constant elements, to void, and between decorations. */
	template <typename Other, access::address_space OtherSpace, access::decorated OtherDecorated, typename = typename std::enable_if<
		std::is_convertible_v<Other *, T *> && (detail::same(OtherSpace, Space) || (detail::same(Space, access::address_space::generic_space)
			&& !detail::same(OtherSpace, access::address_space::constant_space)))>::type>
	multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecorated> &other) : p_(other.get_raw()) {}
	/* From void, and from the generic address space. */
	template <typename Other, access::address_space OtherSpace, access::decorated OtherDecorated, typename std::enable_if<
		(detail::same(OtherSpace, Space) || detail::same(OtherSpace, access::address_space::generic_space))
		&& (std::is_convertible_v<Other *, T *> ? OtherSpace != Space && !detail::same(Space, access::address_space::generic_space)
			: std::is_void_v<Other> && std::is_const_v<Other> <= std::is_const_v<T>), int>::type = 0>
	explicit multi_ptr(const multi_ptr<Other, OtherSpace, OtherDecorated> &other) : p_((T *)other.get_raw()) {}
	multi_ptr &operator=(std::nullptr_t)
	{
		p_ = nullptr;
		return *this;
	}

	template <typename Other = T>
	SYCL_CC_INLINE typename std::enable_if<!std::is_void_v<Other>, Other &>::type operator*() const
	{
		return *p_;
	}
	template <typename Other = T, typename = typename std::enable_if<!std::is_void_v<Other>>::type>
	SYCL_CC_INLINE pointer operator->() const
	{
		return (pointer)p_;
	}
	template <typename Number, typename Other = T>
	SYCL_CC_INLINE typename std::enable_if<!std::is_void_v<Other> && std::is_integral_v<Number>, Other &>::type operator[](Number i) const
	{
		return p_[i];
	}
	/* That of SYCL 1.2.1 is a pointer_t. */
	SYCL_CC_INLINE std::conditional_t<detail::same(Decorated, access::decorated::no), T *, decorated_type *> get() const
	{
		return (std::conditional_t<detail::same(Decorated, access::decorated::no), T *, decorated_type *>)p_;
	}
	SYCL_CC_INLINE T *get_raw() const { return p_; }
	SYCL_CC_INLINE decorated_type *get_decorated() const { return (decorated_type *)p_; }
	template <access::address_space Own = Space, typename std::enable_if<detail::same(Own, access::address_space::global_space)
		|| detail::same(Decorated, access::decorated::legacy), int>::type = 0>
	void prefetch(std::size_t) const {}

	/* Pointers to void count nothing. */
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr &operator++()
	{
		return *this += 1;
	}
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr &operator--()
	{
		return *this -= 1;
	}
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr operator++(int)
	{
		multi_ptr old = *this;

		++*this;
		return old;
	}
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr operator--(int)
	{
		multi_ptr old = *this;

		--*this;
		return old;
	}
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr &operator+=(difference_type n)
	{
		p_ += n;
		return *this;
	}
	template <typename Own = T, typename detail::if_object<Own>::type = 0>
	multi_ptr &operator-=(difference_type n)
	{
		p_ -= n;
		return *this;
	}
	template <typename Number, typename = typename std::enable_if<!std::is_void_v<T>
		&& detail::counts_as<Number, difference_type, multi_ptr>()>::type>
	friend multi_ptr operator+(multi_ptr a, const Number &n)
	{
		return a += static_cast<difference_type>(n);
	}
	template <typename Number, typename = typename std::enable_if<!std::is_void_v<T>
		&& detail::counts_as<Number, difference_type, multi_ptr>()>::type>
	friend multi_ptr operator-(multi_ptr a, const Number &n)
	{
		return a -= static_cast<difference_type>(n);
	}

private:
	T *p_;
};

template <typename T, access::address_space Space, access::decorated Left, access::decorated Right, typename detail::if_object<T>::type = 0>
SYCL_CC_INLINE std::ptrdiff_t operator-(const multi_ptr<T, Space, Left> &a, const multi_ptr<T, Space, Right> &b)
{
	return a.get_raw() - b.get_raw();
}
/* Templates, so that a pointer as other operand is compared as one.  Pointers to const elements and to void compare with others. */
#define SYCL_CC_COMPARE_POINTERS(OP)                                                                                       \
	template <typename T, typename Other, access::address_space Space, access::decorated Left, access::decorated Right> \
	SYCL_CC_INLINE auto operator OP(const multi_ptr<T, Space, Left> &a, const multi_ptr<Other, Space, Right> &b)       \
		-> decltype(a.get_raw() OP b.get_raw())                                                                    \
	{                                                                                                                  \
		return a.get_raw() OP b.get_raw();                                                                         \
	}                                                                                                                  \
	template <typename T, access::address_space Space, access::decorated Decorated>                                    \
	SYCL_CC_INLINE bool operator OP(const multi_ptr<T, Space, Decorated> &a, std::nullptr_t)                           \
	{                                                                                                                  \
		return a.get_raw() OP static_cast<T *>(nullptr);                                                           \
	}                                                                                                                  \
	template <typename T, access::address_space Space, access::decorated Decorated>                                    \
	SYCL_CC_INLINE bool operator OP(std::nullptr_t, const multi_ptr<T, Space, Decorated> &a)                           \
	{                                                                                                                  \
		return static_cast<T *>(nullptr) OP a.get_raw();                                                           \
	}
SYCL_CC_COMPARE_POINTERS(==)
SYCL_CC_COMPARE_POINTERS(!=)
SYCL_CC_COMPARE_POINTERS(<)
SYCL_CC_COMPARE_POINTERS(>)
SYCL_CC_COMPARE_POINTERS(<=)
SYCL_CC_COMPARE_POINTERS(>=)
#undef SYCL_CC_COMPARE_POINTERS

template <typename T, int Dimensions, access_mode Mode, access::placeholder Placeholder, typename Properties>
multi_ptr(const accessor<T, Dimensions, Mode, target::device, Placeholder, Properties> &)
	-> multi_ptr<std::conditional_t<detail::same(Mode, access_mode::read), const T, T>, access::address_space::global_space, access::decorated::no>;
template <typename T, int Dimensions>
multi_ptr(const local_accessor<T, Dimensions> &) -> multi_ptr<T, access::address_space::local_space, access::decorated::no>;

template <typename T, access::decorated Decorated = access::decorated::legacy>
using global_ptr = multi_ptr<T, access::address_space::global_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using local_ptr = multi_ptr<T, access::address_space::local_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using private_ptr = multi_ptr<T, access::address_space::private_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using generic_ptr = multi_ptr<T, access::address_space::generic_space, Decorated>;
template <typename T, access::decorated Decorated = access::decorated::legacy>
using constant_ptr = multi_ptr<T, access::address_space::constant_space, Decorated>;
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

namespace detail {

#ifdef SYCL_CC_DEVICE
namespace dev {
/* The pointer if it points to that memory, else null. */
#if defined(__NVPTX__)
SYCL_CC_INLINE void *to_local(void *p) { return __nvvm_isspacep_shared(p) ? p : nullptr; }
SYCL_CC_INLINE void *to_private(void *p) { return __nvvm_isspacep_local(p) ? p : nullptr; }
SYCL_CC_INLINE void *to_global(void *p) { return __nvvm_isspacep_shared(p) || __nvvm_isspacep_local(p) ? nullptr : p; }
#elif defined(__AMDGCN__)
using flat = const __attribute__((address_space(0))) void *;	/* what the built-ins take */
SYCL_CC_INLINE void *to_local(void *p) { return __builtin_amdgcn_is_shared((flat)p) ? p : nullptr; }
SYCL_CC_INLINE void *to_private(void *p) { return __builtin_amdgcn_is_private((flat)p) ? p : nullptr; }
SYCL_CC_INLINE void *to_global(void *p) { return __builtin_amdgcn_is_shared((flat)p) || __builtin_amdgcn_is_private((flat)p) ? nullptr : p; }
#elif !defined(SYCL_CC_GPU)
SYCL_CC_BUILTIN SYCL_CC_LOCAL void *explicit_local(void *, int storage_class) __asm__("_Z40__spirv_GenericCastToPtrExplicit_ToLocalPvi");
SYCL_CC_BUILTIN SYCL_CC_GLOBAL void *explicit_global(void *, int storage_class) __asm__("_Z41__spirv_GenericCastToPtrExplicit_ToGlobalPvi");
SYCL_CC_BUILTIN SYCL_CC_PRIVATE void *explicit_private(void *, int storage_class) __asm__("_Z42__spirv_GenericCastToPtrExplicit_ToPrivatePvi");
SYCL_CC_INLINE void *to_local(void *p) { return (void *)explicit_local(p, 4); }
SYCL_CC_INLINE void *to_global(void *p) { return (void *)explicit_global(p, 5); }
SYCL_CC_INLINE void *to_private(void *p) { return (void *)explicit_private(p, 7); }
#endif
}
#endif

/*
 * Null where the pointer's memory is not of that address space.  On the CPU that is known of pointers to variables and into accessors,
 * and of those that kernels are given; others are taken for what the program says.
 */
template <access::address_space Space, typename T>
SYCL_CC_INLINE T *cast_to_space(T *p)
{
#ifdef SYCL_CC_DEVICE
	void *const any = const_cast<void *>(static_cast<const volatile void *>(p));

	if constexpr (same(Space, access::address_space::local_space))
		return (T *)dev::to_local(any);
	else if constexpr (same(Space, access::address_space::global_space))
		return (T *)dev::to_global(any);
	else if constexpr (same(Space, access::address_space::private_space))
		return (T *)dev::to_private(any);
#endif
	return p;
}

}

template <access::address_space Space, access::decorated Decorated, typename T>
multi_ptr<remove_decoration_t<T>, Space, Decorated> address_space_cast(T *p)
{
	return multi_ptr<remove_decoration_t<T>, Space, Decorated>(detail::cast_to_space<Space>((remove_decoration_t<T> *)p));
}

template <access::address_space Space, access::decorated Decorated, typename T, access::address_space OtherSpace, access::decorated OtherDecorated>
multi_ptr<T, Space, Decorated> address_space_cast(const multi_ptr<T, OtherSpace, OtherDecorated> &p)
{
	return address_space_cast<Space, Decorated>(p.get_raw());
}

template <access::address_space Space, access::decorated Decorated = access::decorated::legacy, typename T>
multi_ptr<T, Space, Decorated> make_ptr(T *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}
template <typename T, access::address_space Space, access::decorated Decorated = access::decorated::legacy>
multi_ptr<T, Space, Decorated> make_ptr(T *p)
{
	return multi_ptr<T, Space, Decorated>(p);
}

}

#endif
