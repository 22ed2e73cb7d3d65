/*
 * work_group_static: a static variable of which each work-group has one, in its local
 * memory.  The object itself is empty: each declaration has a type of its own, as calls
 * of group_local_memory have, and the type has the storage.
 */
#ifndef SYCL_EXT_ONEAPI_WORK_GROUP_STATIC_HPP
#define SYCL_EXT_ONEAPI_WORK_GROUP_STATIC_HPP

#include <sycl/ext/oneapi/group_local_memory.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace detail {

template <typename T>
struct of_work_group_static {
	T object;
};

#ifdef SYCL_CC_DEVICE
#define SYCL_CC_DECLARATION(T) \
	int Number = detail::last_place(0, detail::place<detail::of_work_group_static<T>, detail::max_places>()) + 1, \
	int = detail::used_place<detail::of_work_group_static<T>, Number>::number
#else
#define SYCL_CC_DECLARATION(T) int Number = 0, int = 0
#endif

}

namespace ext::oneapi::experimental {

template <typename T, SYCL_CC_DECLARATION(T)>
class work_group_static final {
	static_assert(std::is_trivially_destructible_v<T> && std::is_trivially_constructible_v<T>,
		"the type of a work_group_static has a trivial constructor and destructor");
	using value_type = std::remove_all_extents_t<T>;

public:
	constexpr work_group_static() = default;
	work_group_static(const work_group_static &) = delete;
	work_group_static &operator=(const work_group_static &) = delete;

	operator T &() const noexcept { return *data(); }
	template <typename Own = T, typename std::enable_if<!std::is_array_v<Own>, int>::type = 0>
	const work_group_static &operator=(const Own &value) const noexcept
	{
		*data() = value;
		return *this;
	}
	T *operator&() const noexcept { return data(); }
	template <access::decorated Decorated = access::decorated::no>
	multi_ptr<value_type, access::address_space::local_space, Decorated> get_multi_ptr() const
	{
		return multi_ptr<value_type, access::address_space::local_space, Decorated>(reinterpret_cast<value_type *>(data()));
	}

private:
	SYCL_CC_INLINE T *data() const
	{
#ifdef SYCL_CC_DEVICE
		return reinterpret_cast<T *>(detail::place_address<detail::of_work_group_static<T>, Number>());
#else
		static thread_local detail::of_work_group_static<T> own;

		return &own.object;
#endif
	}
};

}

#undef SYCL_CC_DECLARATION

}

#endif
