/*
 * sycl::specialization_id: names a specialization constant and holds its
 * default value; and the values that a command group or bundle has set.
 */
#ifndef SYCL_SPECIALIZATION_ID_HPP
#define SYCL_SPECIALIZATION_ID_HPP

#include <cstddef>
#include <cstring>
#include <memory>
#include <type_traits>
#include <utility>

#include <sycl-cc/runtime.h>
#include <sycl/detail/defines.hpp>
#include <sycl/detail/shared.hpp>
#include <sycl/type_traits.hpp>

namespace sycl {

namespace detail {

struct spec_access;

/* A type for each constant: its stable name is the constant's symbolic id. */
template <auto &Id>
struct spec_tag;

template <auto &Id>
using spec_type = typename std::remove_cv_t<std::remove_reference_t<decltype(Id)>>::value_type;

}

template <typename T>
class specialization_id {
public:
	using value_type = T;

	template <typename... Arguments, typename = typename std::enable_if<std::is_constructible_v<T, Arguments...>>::type>
	explicit constexpr specialization_id(Arguments &&...a) : value_(std::forward<Arguments>(a)...) {}
	specialization_id(const specialization_id &) = delete;
	specialization_id(specialization_id &&) = delete;
	specialization_id &operator=(const specialization_id &) = delete;
	specialization_id &operator=(specialization_id &&) = delete;

private:
	friend struct detail::spec_access;

	T value_;	/* post-link reads it out of the device module: the only member */
};

namespace detail {

struct spec_access {
	template <typename T>
	static constexpr const T &default_value(const specialization_id<T> &id)
	{
		return id.value_;
	}
};

#if defined(SYCL_CC_INTEGRATION)

/* Specialised by the integration footer, after which spec_name() is defined. */
template <auto &Id>
inline const char *get_spec_constant_symbolic_ID();
template <auto &Id>
const char *spec_name();

#else

/* The symbolic id, without the unit's id that is appended when the variable is local to a unit. */
template <auto &Id>
const char *spec_name()
{
#if defined(SYCL_CC_OFFLOAD_HOST)
	return __builtin_sycl_unique_stable_name(spec_tag<Id>);
#else
	return "";
#endif
}

#endif

/* Values that have been set. */
class spec_values {
public:
	template <auto &Id>
	void set(const spec_type<Id> &value)
	{
		static_assert(is_device_copyable_v<spec_type<Id>>, "the type of a specialization constant must be device copyable");
		entry &at = find_or_add(std::addressof(Id));

		/* The unit is used here, because a variable local to a unit has code of its own here. */
		at.name = spec_name<Id>();
		at.unit = SYCL_CC_UNIT;
		at.bytes = list<unsigned char>(reinterpret_cast<const unsigned char *>(std::addressof(value)), sizeof value);
	}
	/* The value, or the default one when none has been set. */
	template <auto &Id>
	spec_type<Id> get() const
	{
		union {
			unsigned char none;
			spec_type<Id> value;
		} result = { 0 };

		for (const entry &e : entries_)
			if (e.key == std::addressof(Id)) {
				std::memcpy(static_cast<void *>(std::addressof(result)), e.bytes.begin(), sizeof(spec_type<Id>));
				return result.value;
			}
		return spec_access::default_value(Id);
	}
	/* The same for the runtime. */
	list<sycl_rt_spec_value> for_runtime() const
	{
		list<sycl_rt_spec_value> values;

		for (const entry &e : entries_)
			values.add({ e.name, e.bytes.begin(), e.bytes.size(), e.unit });
		return values;
	}
	bool empty() const { return entries_.empty(); }
	/* The other's values too. */
	void add(const spec_values &other)
	{
		for (const entry &e : other.entries_)
			find_or_add(e.key) = e;
	}

private:
	struct entry {
		const void *key;	/* the variable */
		const char *name, *unit;
		list<unsigned char> bytes;
	};

	entry &find_or_add(const void *key)
	{
		for (entry &e : entries_)
			if (e.key == key)
				return e;
		return entries_.add({ key, "", "", {} });
	}

	list<entry> entries_;
};

}

}

#endif
