/*
 * group_local_memory: an object in the local memory of a work-group, made where the
 * kernel asks for it.  Each call in the text has an object of its own, so the
 * compiler numbers the calls for one type.
 */
#ifndef SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP
#define SYCL_EXT_ONEAPI_GROUP_LOCAL_MEMORY_HPP

#include <new>
#include <type_traits>
#include <utility>

#include <sycl/group_algorithms.hpp>
#include <sycl/multi_ptr.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace detail {

#ifdef SYCL_CC_DEVICE

/* Number Number of the calls for T.  taken_place() can be called once used_place defines it: so the compiler counts. */
template <typename T, int Number>
struct place {
	friend constexpr auto taken_place(place);
};
template <typename T, int Number>
struct used_place {
	friend constexpr auto taken_place(place<T, Number>) { return true; }
	static constexpr int number = Number;
};

/* The greatest number up to Number that is taken, else 0. */
template <typename T>
constexpr int last_place(float, place<T, 0>)
{
	return 0;
}
template <typename T, int Number, typename = decltype(taken_place(place<T, Number>()))>
constexpr int last_place(int, place<T, Number>)
{
	return Number;
}
template <typename T, int Number, typename std::enable_if<(Number > 0), int>::type = 0, int Found = last_place(0, place<T, Number - 1>())>
constexpr int last_place(float, place<T, Number>)
{
	return Found;
}

inline constexpr int max_places = 50;

namespace {

/* The storage of a call: for this translation unit, because the numbers are. */
template <typename T, int Number>
struct place_storage {
	struct bytes {
		alignas(T) unsigned char byte[sizeof(T)];
	};
	[[clang::loader_uninitialized]] static inline SYCL_CC_LOCAL bytes memory;
};

}

template <typename T, int Number>
SYCL_CC_INLINE T *place_address()
{
	static_assert(Number <= max_places, "a source file has up to 50 calls of group_local_memory for one type");
	return (T *)(SYCL_CC_LOCAL T *)place_storage<T, Number>::memory.byte;
}

/* The number of a call, a template parameter of the function that is called. */
#define SYCL_CC_PLACE(T) \
	int Number = detail::last_place(0, detail::place<T, detail::max_places>()) + 1, int = detail::used_place<T, Number>::number
#define SYCL_CC_PLACE_ADDRESS(T) detail::place_address<T, Number>()
#define SYCL_CC_PLACE_FUNCTION

#else

/* In plain host code a call is known by its address.  The memory is its thread's. */
inline void *place_address(const void *call, std::size_t size, std::size_t alignment)
{
	struct entry {
		const void *call;
		std::size_t size;
		void *memory;
		entry *next;
	};
	static thread_local entry *first = nullptr;
	entry *e = first;

	while (e && (e->call != call || e->size != size))
		e = e->next;
	if (!e)
		first = e = new entry{ call, size, ::operator new(size, std::align_val_t(alignment)), first };
	return e->memory;
}

#define SYCL_CC_PLACE(T) int = 0
#define SYCL_CC_PLACE_ADDRESS(T) static_cast<T *>(detail::place_address(__builtin_return_address(0), sizeof(T), alignof(T)))
#define SYCL_CC_PLACE_FUNCTION __attribute__((noinline))

#endif

template <typename T, typename... Arguments>
SYCL_CC_INLINE void construct(T *at, Arguments &&...a)
{
	if constexpr (!std::is_array_v<T> && std::is_constructible_v<T, Arguments...>)
		::new (static_cast<void *>(at)) T(std::forward<Arguments>(a)...);
	else
		::new (static_cast<void *>(at)) T{ std::forward<Arguments>(a)... };
}

template <typename T, typename Group>
constexpr bool takes_local_memory()
{
	static_assert(std::is_trivially_destructible_v<T>, "an object of group_local_memory has a trivial destructor");
	static_assert(std::is_same_v<Group, group<Group::dimensions>>, "group_local_memory is of work-groups");
	return true;
}

}

namespace ext::oneapi {

/* One work-item constructs the object; all have it when they return. */
template <typename T, typename Group, typename... Arguments, SYCL_CC_PLACE(T)>
SYCL_CC_PLACE_FUNCTION multi_ptr<T, access::address_space::local_space> group_local_memory(Group group, Arguments &&...a)
{
	static_assert(detail::takes_local_memory<T, Group>());
	T *const object = SYCL_CC_PLACE_ADDRESS(T);

	if (group.leader())
		detail::construct(object, std::forward<Arguments>(a)...);
	detail::barrier(group);
	return multi_ptr<T, access::address_space::local_space>(object);
}

template <typename T, typename Group, SYCL_CC_PLACE(T)>
SYCL_CC_PLACE_FUNCTION multi_ptr<T, access::address_space::local_space> group_local_memory_for_overwrite(Group group)
{
	static_assert(detail::takes_local_memory<T, Group>());
	T *const object = SYCL_CC_PLACE_ADDRESS(T);

	if constexpr (!std::is_trivially_default_constructible_v<T>) {
		if (group.leader())
			::new (static_cast<void *>(object)) T;
		detail::barrier(group);
	}
	return multi_ptr<T, access::address_space::local_space>(object);
}

}

#undef SYCL_CC_PLACE
#undef SYCL_CC_PLACE_ADDRESS
#undef SYCL_CC_PLACE_FUNCTION

}

#endif
