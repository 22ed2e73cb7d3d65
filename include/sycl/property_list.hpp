/* Properties of queues, buffers, accessors, reductions and memory. */
#ifndef SYCL_PROPERTY_LIST_HPP
#define SYCL_PROPERTY_LIST_HPP

#include <type_traits>

#include <sycl/detail/shared.hpp>
#include <sycl/detail/std_mutex.hpp>
#include <sycl/exception.hpp>

namespace sycl {

namespace detail {

/* The base class of all properties. */
/*
 * Base classes of the standard's classes are in a namespace of their own: a call with
 * such an object also looks for functions where its bases are, and must not find ours.
 */
namespace bases {
class property_base {};
}
using bases::property_base;

/* Thrown for a property that an object has not. */
[[noreturn]] inline void lack_property()
{
	detail::refuse(errc::invalid, "the object does not have this property");
}

/* A class that takes no property. */
namespace bases {
class without_properties {
public:
	template <typename Property>
	bool has_property() const noexcept
	{
		return false;
	}
	template <typename Property>
	Property get_property() const
	{
		lack_property();
	}
};
}
using bases::without_properties;

/* Each property type is known by an address. */
template <typename Property>
struct property_key {
	static inline const char key = 0;
};

/* A property of a list, and those before it. */
struct listed_property : counted {
	listed_property(const void *property_key, const shared<listed_property> &others) : key(property_key), before(others) {}
	virtual ~listed_property() = default;
	virtual const void *get() const = 0;

	const void *key;
	shared<listed_property> before;
};

template <typename Property>
struct property_value final : listed_property {
	property_value(const Property &property, const shared<listed_property> &others)
		: listed_property(&property_key<Property>::key, others), value(property) {}
	const void *get() const override { return &value; }

	Property value;
};

}

class property_list {
public:
	/* The default argument of most constructors is the empty list, which is no template: none is deduced for each of them. */
	property_list() = default;
	template <typename First, typename... Rest, typename = typename std::enable_if<std::is_base_of_v<detail::property_base, First>
		&& (std::is_base_of_v<detail::property_base, Rest> && ...)>::type>
	property_list(First first, Rest... rest)
	{
		add(first);
		(add(rest), ...);
	}

	template <typename Property>
	bool has_property() const noexcept
	{
		return find(&detail::property_key<Property>::key) != nullptr;
	}
	template <typename Property>
	Property get_property() const
	{
		const void *found = find(&detail::property_key<Property>::key);

		if (!found)
			detail::lack_property();
		return *static_cast<const Property *>(found);
	}

private:
	friend struct detail::weak_access;

	template <typename Property>
	void add(const Property &property)
	{
		last_ = detail::shared<detail::listed_property>(new detail::property_value<Property>(property, last_));
	}

	const void *find(const void *key) const noexcept
	{
		for (const detail::listed_property *entry = last_.get(); entry; entry = entry->before.get())
			if (entry->key == key)
				return entry->get();
		return nullptr;
	}

	detail::shared<detail::listed_property> last_;
};

namespace detail {

/* The members of all classes with properties. */
namespace bases {
class with_properties {
public:
	template <typename Property>
	bool has_property() const noexcept
	{
		return properties_.template has_property<Property>();
	}
	template <typename Property>
	Property get_property() const
	{
		return properties_.template get_property<Property>();
	}

protected:
	friend struct detail::weak_access;

	with_properties() = default;
	explicit with_properties(const property_list &properties) : properties_(properties) {}

	property_list properties_;
};
}
using bases::with_properties;

}

namespace property {

struct no_init : detail::property_base {};

namespace queue {
class in_order : public detail::property_base {};
class enable_profiling : public detail::property_base {};
}

namespace buffer {
class context_bound;	/* device.hpp */
class use_host_ptr : public detail::property_base {};
class use_mutex : public detail::property_base {
public:
	use_mutex(std::mutex &mutex) : mutex_(&mutex) {}
	std::mutex *get_mutex_ptr() const { return mutex_; }

private:
	std::mutex *mutex_;
};
}

namespace reduction {
class initialize_to_identity : public detail::property_base {};
}

}

inline const property::no_init no_init{};
/* The names of SYCL 2020's first edition. */
namespace property {
using noinit = no_init;
}
inline const property::noinit noinit{};

template <typename Property>
struct is_property : std::is_base_of<detail::property_base, Property> {};
template <typename Property>
inline constexpr bool is_property_v = is_property<Property>::value;

/* Specialized where the classes are defined. */
template <typename Property, typename Object>
struct is_property_of : std::false_type {};
template <typename Property, typename Object>
inline constexpr bool is_property_of_v = is_property_of<Property, Object>::value;

}

#endif
