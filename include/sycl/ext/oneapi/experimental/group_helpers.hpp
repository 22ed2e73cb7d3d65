/*
 * group_with_scratchpad: a group and memory that its algorithms may use. Classes of
 * programs with the same two members are group helpers, too.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_HELPERS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GROUP_HELPERS_HPP

#include <cstddef>
#include <type_traits>
#include <utility>

#include <sycl/group_algorithms.hpp>
#include <sycl/span.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename Group, std::size_t Extent>
class group_with_scratchpad {
public:
	group_with_scratchpad(Group group, span<std::byte, Extent> memory) : group_(group), memory_(memory) {}

	Group get_group() const { return group_; }
	span<std::byte, Extent> get_memory() const { return memory_; }

private:
	Group group_;
	span<std::byte, Extent> memory_;
};

template <typename Group, std::size_t Extent>
group_with_scratchpad(Group, span<std::byte, Extent>) -> group_with_scratchpad<Group, Extent>;

template <typename T, typename = void>
struct is_group_helper : std::false_type {};
template <typename T>
struct is_group_helper<T, std::void_t<decltype(std::declval<const T &>().get_memory().data())>>
	: is_group<std::decay_t<decltype(std::declval<const T &>().get_group())>> {};
template <typename T>
inline constexpr bool is_group_helper_v = is_group_helper<T>::value;

}

#endif
