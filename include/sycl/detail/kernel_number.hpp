/*
 * Names of kernels that are local to functions.  clang gives one stable name to
 * local classes of one name in different blocks of a function, to unnamed classes,
 * and to types in their members.  So types of one name are numbered in the order in
 * which the text uses them: the device pass and the host pass read the same text
 * and count alike.  The first one keeps its name.
 *
 * g++ has no such built-in; type_symbol.hpp and kernel_table.hpp replace it.
 */
#ifndef SYCL_DETAIL_KERNEL_NUMBER_HPP
#define SYCL_DETAIL_KERNEL_NUMBER_HPP

#include <cstdint>
#include <type_traits>

#include <sycl/detail/defines.hpp>

/* Names the kernel of Type when Number other types of its name were used before. */
template <typename Type, int Number>
struct __sycl_number;

namespace sycl::detail {

#if defined(SYCL_CC_DEVICE) || (defined(SYCL_CC_OFFLOAD_HOST) && !defined(SYCL_CC_INTEGRATION))

/*
 * The mangled name may be that of several types: it has a local class, "E3abc" or
 * "EN3abc", or an unnamed one, "$_0".  "E3_" only ends a lambda.
 */
constexpr bool may_repeat(const char *name)
{
	for (; *name; name++) {
		if (*name == '$')
			return true;
		if (*name != 'E')
			continue;
		const char *digits = name + 1;
		while (*digits == 'N' || *digits == 'K')
			digits++;
		const char *end = digits;
		while (*end >= '0' && *end <= '9')
			end++;
		/* A class may be called "_abc", and what follows a lambda may be "cl", its operator. */
		if (end != digits && (*end != '_' || (end[1] >= '0' && end[1] <= '9') || end[1] == '_' ||
			(end[1] >= 'a' && !(end[1] == 'c' && end[2] == 'l'))))
			return true;
	}
	return false;
}

constexpr std::uint64_t name_hash(const char *name)
{
	std::uint64_t hash = 14695981039346656037u;

	for (; *name; name++)
		hash = (hash ^ static_cast<unsigned char>(*name)) * 1099511628211u;
	return hash;
}

/* A number of a name.  taken() can be called once taken_slot defines it: so the compiler counts. */
template <std::uint64_t Hash, int Number>
struct name_slot {
	friend constexpr auto taken(name_slot);
};

template <std::uint64_t Hash, int Number>
struct taken_slot {
	friend constexpr auto taken(name_slot<Hash, Number>) { return true; }
};

/* The first number of the name that no type had; from then on it is Type's. */
template <typename Type, std::uint64_t Hash, int Number = 0, typename = void>
struct free_slot : taken_slot<Hash, Number> {
	static constexpr int number = Number;
};

template <typename Type, std::uint64_t Hash, int Number>
struct free_slot<Type, Hash, Number, std::void_t<decltype(taken(name_slot<Hash, Number>()))>>
	: free_slot<Type, Hash, Number + 1> {};

template <typename Type>
constexpr int name_number()
{
	if constexpr (may_repeat(__builtin_sycl_unique_stable_name(Type)))
		return free_slot<Type, name_hash(__builtin_sycl_unique_stable_name(Type))>::number;
	else
		return 0;
}

template <typename Type, int Number>
struct unique_name_of {
	using type = __sycl_number<Type, Number>;
};

template <typename Type>
struct unique_name_of<Type, 0> {
	using type = Type;
};

/* A type whose name is that of Type's kernel alone in the translation unit. */
template <typename Type>
using unique_name = typename unique_name_of<Type, name_number<Type>()>::type;

#endif

}

#endif
