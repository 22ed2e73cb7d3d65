/*
 * device_global, an extension: a variable of which each device has one object, for
 * all its kernels.  The place of the declaration is its name in both passes
 * (sycl-cc/device-global.h): host code cannot name the variable of the device pass.
 */
#ifndef SYCL_EXT_ONEAPI_DEVICE_GLOBAL_DEVICE_GLOBAL_HPP
#define SYCL_EXT_ONEAPI_DEVICE_GLOBAL_DEVICE_GLOBAL_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sycl-cc/device-global.h>
#include <sycl-cc/runtime.h>
#include <sycl/detail/defines.hpp>
#include <sycl/exception.hpp>
#include <sycl/ext/oneapi/device_global/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/multi_ptr.hpp>

namespace sycl {

namespace detail {

#if __has_builtin(__builtin_COLUMN)
#define SYCL_CC_COLUMN __builtin_COLUMN()
#else
#define SYCL_CC_COLUMN 0
#endif

constexpr std::uint64_t hash_byte(std::uint64_t hash, unsigned char byte)
{
	return (hash ^ byte) * 1099511628211u;
}
constexpr std::uint64_t hash_text(std::uint64_t hash, const char *text)
{
	for (; *text; text++)
		hash = hash_byte(hash, static_cast<unsigned char>(*text));
	return hash;
}

#if !defined(__SYCL_TU_ID__) && defined(__SYCL_CC_PCH__)
#define SYCL_CC_UNIT_PLACE (&detail::precompiled_unit)
#else
#define SYCL_CC_UNIT_PLACE (&detail::unit_of_globals)
namespace {
[[maybe_unused]] constexpr const char *unit_of_globals = SYCL_CC_UNIT;
}
#endif

/* Where a variable is declared; the folder of the file does not matter. */
struct declared_at {
	static constexpr declared_at here(const char *file, unsigned line, unsigned column, const char *const *unit)
	{
		const char *name = file;

		for (const char *c = file; *c; c++)
			if (*c == '/')
				name = c + 1;
		return { hash_text(14695981039346656037u, name) + line * 65536ull + column, unit };
	}

	std::uint64_t hash;
	const char *const *unit;
};

#define SYCL_CC_DECLARED_AT \
	detail::declared_at at = detail::declared_at::here(__builtin_FILE(), __builtin_LINE(), SYCL_CC_COLUMN, SYCL_CC_UNIT_PLACE)

struct device_global_access;

template <typename T>
inline constexpr bool is_device_global = false;
template <typename T, typename List>
inline constexpr bool is_device_global<ext::oneapi::experimental::device_global<T, List>> = true;

/* What the type's own operators give. */
template <typename T>
using element_of = std::remove_reference_t<decltype(std::declval<T &>()[std::ptrdiff_t()])>;
template <typename T>
using member_access = decltype(std::declval<T &>().operator->());

/* Numbers are converted, as in the initializer of a variable. */
template <typename T, typename Value>
constexpr decltype(auto) initial_value(Value &&value)
{
	using element = std::remove_cv_t<std::remove_all_extents_t<T>>;

	if constexpr (std::is_arithmetic_v<element> && std::is_convertible_v<Value, element>)
		return static_cast<element>(value);
	else
		return std::forward<Value>(value);
}

/* The first of several values, which knows where it is written. */
template <typename T>
struct placed_value {
	template <typename Value, typename std::enable_if<std::is_convertible_v<Value, T>, int>::type = 0>
	constexpr placed_value(const Value &v, SYCL_CC_DECLARED_AT) : value(static_cast<T>(v)), place(at) {}

	T value;
	declared_at place;
};

}

namespace ext::oneapi::experimental {

template <typename T, typename List = empty_properties_t>
class device_global {
	static_assert(std::is_trivially_destructible_v<T>, "the type of a device_global has a trivial destructor");
	static_assert(is_property_list_v<List>, "the second argument of device_global is a list of properties");

public:
	using element_type = std::remove_extent_t<T>;

	constexpr device_global(SYCL_CC_DECLARED_AT) : head_(head(at)), initial_() {}
#if __cplusplus >= 202002L
	/* Elements of an array; other objects have up to four arguments. */
	template <typename... Rest, typename Same = T, typename std::enable_if<std::is_array_v<Same>, int>::type = 0>
	consteval explicit device_global(detail::placed_value<std::remove_all_extents_t<T>> first, Rest &&...rest)
		: head_(head(first.place)), initial_{ first.value, detail::initial_value<T>(std::forward<Rest>(rest))... }
	{
	}
	template <typename One, typename std::enable_if<!detail::is_device_global<std::decay_t<One>> && !std::is_array_v<T>, int>::type = 0>
	consteval explicit device_global(One &&v1, SYCL_CC_DECLARED_AT)
		: head_(head(at)), initial_{ detail::initial_value<T>(std::forward<One>(v1)) }
	{
	}
	template <typename One, typename Two, typename Same = T, typename std::enable_if<!std::is_array_v<Same>, int>::type = 0>
	consteval explicit device_global(One &&v1, Two &&v2, SYCL_CC_DECLARED_AT)
		: head_(head(at)), initial_{ std::forward<One>(v1), std::forward<Two>(v2) }
	{
	}
	template <typename One, typename Two, typename Three, typename Same = T, typename std::enable_if<!std::is_array_v<Same>, int>::type = 0>
	consteval explicit device_global(One &&v1, Two &&v2, Three &&v3, SYCL_CC_DECLARED_AT)
		: head_(head(at)), initial_{ std::forward<One>(v1), std::forward<Two>(v2), std::forward<Three>(v3) }
	{
	}
	template <typename One, typename Two, typename Three, typename Four, typename Same = T, typename std::enable_if<!std::is_array_v<Same>, int>::type = 0>
	consteval explicit device_global(One &&v1, Two &&v2, Three &&v3, Four &&v4, SYCL_CC_DECLARED_AT)
		: head_(head(at)),
		  initial_{ std::forward<One>(v1), std::forward<Two>(v2), std::forward<Three>(v3), std::forward<Four>(v4) }
	{
	}
#endif
	device_global(const device_global &) = delete;
	device_global(const device_global &&) = delete;
	device_global &operator=(const device_global &) = delete;
	device_global &operator=(const device_global &&) = delete;

	T &get() noexcept { return *object(); }
	const T &get() const noexcept { return *object(); }
	operator T &() noexcept { return get(); }
	operator const T &() const noexcept { return get(); }
	template <access::decorated Decorated = access::decorated::no>
	multi_ptr<T, access::address_space::global_space, Decorated> get_multi_ptr() noexcept
	{
		return multi_ptr<T, access::address_space::global_space, Decorated>(object());
	}
	template <access::decorated Decorated = access::decorated::no>
	multi_ptr<const T, access::address_space::global_space, Decorated> get_multi_ptr() const noexcept
	{
		return multi_ptr<const T, access::address_space::global_space, Decorated>(static_cast<const T *>(object()));
	}
	device_global &operator=(const T &value) noexcept
	{
		get() = value;
		return *this;
	}
	template <typename Same = T>
	detail::element_of<Same> &operator[](std::ptrdiff_t i) noexcept
	{
		return get()[i];
	}
	template <typename Same = T>
	const detail::element_of<Same> &operator[](std::ptrdiff_t i) const noexcept
	{
		return get()[i];
	}
	template <typename Same = T, typename = typename std::enable_if<std::is_pointer_v<Same>>::type>
	Same &operator->() noexcept
	{
		return get();
	}
	template <typename Same = T, typename = typename std::enable_if<std::is_pointer_v<Same>>::type>
	const Same &operator->() const noexcept
	{
		return get();
	}
	template <typename Same = T, typename = detail::member_access<Same>, int = 0>
	Same &operator->() noexcept
	{
		return get();
	}
	template <typename Same = T, typename = detail::member_access<const Same>, int = 0>
	const Same &operator->() const noexcept
	{
		return get();
	}

	template <typename Key>
	static constexpr bool has_property()
	{
		return List::template has_property<Key>();
	}
	template <typename Key>
	static constexpr auto get_property()
	{
		return List::template get_property<Key>();
	}

private:
	friend struct detail::device_global_access;

	/* The type counts, too: instances of a template are declared at one place. */
	static constexpr std::uint64_t id(const detail::declared_at &at)
	{
		return detail::hash_text(at.hash, detail::name_of_type<device_global>());
	}

#ifdef SYCL_CC_DEVICE
	static constexpr sycl_device_global head(const detail::declared_at &at)
	{
		constexpr std::size_t align = alignof(T), size = sizeof(sycl_device_global);

		return { nullptr, SYCL_DEVICE_GLOBAL_MAGIC, id(at), sizeof(T), (size + align - 1) / align * align,
			has_property<device_image_scope_key>(), 0 };
	}
	T *object() const { return static_cast<T *>(head_.object); }

	sycl_device_global head_;
#else
	/* Of code on the host alone. */
	static constexpr detail::declared_at head(const detail::declared_at &at) { return { id(at), at.unit }; }
	T *object() const { return const_cast<T *>(&initial_); }

	detail::declared_at head_;
#endif
	std::remove_const_t<T> initial_;
};

}

namespace detail {

/* Its properties do not say that the host will not read it, or write it. */
template <typename List>
constexpr bool allows_host_access(ext::oneapi::experimental::host_access_enum access)
{
	using namespace ext::oneapi::experimental;

	if constexpr (List::template has_property<host_access_key>()) {
		constexpr host_access_enum all = decltype(List::template get_property<host_access_key>())::value;

		return detail::same(all, access) || detail::same(all, host_access_enum::read_write);
	} else {
		return true;
	}
}

/* Memory of the device for all its kernels, which is zero at first and cannot be named by the host. */
template <typename T>
class device_memory {
public:
#ifdef SYCL_CC_DEVICE
	T &get() const { return *static_cast<T *>(head_.object); }

private:
	sycl_device_global head_{ nullptr, SYCL_DEVICE_GLOBAL_MAGIC, hash_text(14695981039346656037u, name_of_type<T>()),
		sizeof(T), 0, 0, 0 };
#else
	/* Of code on the host alone. */
	T &get() const
	{
		static T *const object = new T();

		return *object;
	}
#endif
};

struct device_global_access {
	/* The address of bytes of the device's object. */
	template <typename T, typename List>
	static void *address(const sycl_rt_device *device, const ext::oneapi::experimental::device_global<T, List> &global,
		std::size_t offset, std::size_t size)
	{
		if (offset > sizeof(T) || size > sizeof(T) - offset)
			refuse(errc::invalid, "the copy goes past the end of the device_global");
#ifdef SYCL_CC_INTEGRATION
		refuse(errc::feature_not_supported, "copies of a device_global need clang as the compiler of host code");
#elif !defined(SYCL_CC_OFFLOAD_HOST)
		(void)device;
		return reinterpret_cast<unsigned char *>(&const_cast<T &>(global.get())) + offset;
#else
		const sycl_rt_global asked = { global.head_.hash, *global.head_.unit, &global.initial_, sizeof(T) };
		void *address = nullptr;

		check_status(sycl_rt_global_address(device, &asked, &address));
		return static_cast<unsigned char *>(address) + offset;
#endif
	}
};

}

#undef SYCL_CC_DECLARED_AT
#undef SYCL_CC_COLUMN

}

#endif
