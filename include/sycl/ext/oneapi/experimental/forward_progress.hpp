/*
 * forward_progress: what work-items may wait for.  A work-group that has begun goes on, so that
 * work-groups have parallel progress; their work-items run in an order of the device's choice.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_FORWARD_PROGRESS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_FORWARD_PROGRESS_HPP

#include <type_traits>
#include <vector>

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

enum class forward_progress_guarantee { concurrent, parallel, weakly_parallel };
enum class execution_scope { work_item, sub_group, work_group, root_group };

/* The threads of a scope, and up to which scope others count. */
#define SYCL_CC_PROGRESS(Name, Scope) \
	struct Name##_progress_key { \
		template <forward_progress_guarantee Guarantee, execution_scope Others> \
		using value_t = property_value<Name##_progress_key, std::integral_constant<forward_progress_guarantee, Guarantee>, \
			std::integral_constant<execution_scope, Others>>; \
	}; \
	template <forward_progress_guarantee Guarantee, execution_scope Others> \
	struct property_value<Name##_progress_key, std::integral_constant<forward_progress_guarantee, Guarantee>, \
		std::integral_constant<execution_scope, Others>> { \
		static_assert(static_cast<int>(Others) > static_cast<int>(execution_scope::Scope), "the scope of the others is broader"); \
		using key_t = Name##_progress_key; \
		static constexpr forward_progress_guarantee guarantee = Guarantee; \
		static constexpr execution_scope coordinationScope = Others; \
	}; \
	template <forward_progress_guarantee Guarantee, execution_scope Others> \
	inline constexpr Name##_progress_key::value_t<Guarantee, Others> Name##_progress; \
	template <> \
	struct is_property_key<Name##_progress_key> : std::true_type {}; \
	namespace info::device { \
	template <execution_scope Others> \
	struct Name##_progress_capabilities { \
		static_assert(static_cast<int>(Others) > static_cast<int>(execution_scope::Scope), "the scope of the others is broader"); \
		using return_type = std::vector<forward_progress_guarantee>; \
		static constexpr bool detail_has_parallel = execution_scope::Scope == execution_scope::work_group; \
	}; \
	}
SYCL_CC_PROGRESS(work_group, work_group)
SYCL_CC_PROGRESS(sub_group, sub_group)
SYCL_CC_PROGRESS(work_item, work_item)
#undef SYCL_CC_PROGRESS

}

namespace sycl::ext::oneapi::info::device {
using experimental::info::device::sub_group_progress_capabilities;
using experimental::info::device::work_group_progress_capabilities;
using experimental::info::device::work_item_progress_capabilities;
}

namespace sycl::detail {

template <typename Param, typename = void>
inline constexpr bool asks_progress = false;
template <typename Param>
inline constexpr bool asks_progress<Param, std::void_t<decltype(Param::detail_has_parallel)>> = true;

/* Devices give what the list of a kernel's properties asks for. */
template <typename List, typename Key>
constexpr bool gives_progress(ext::oneapi::experimental::forward_progress_guarantee most)
{
	if constexpr (List::template has_property<Key>())
		return static_cast<int>(List::template get_property<Key>().guarantee) >= static_cast<int>(most);
	else
		return true;
}
template <typename List>
constexpr bool gives_progress()
{
	using namespace ext::oneapi::experimental;

	return gives_progress<List, work_group_progress_key>(forward_progress_guarantee::parallel)
		&& gives_progress<List, sub_group_progress_key>(forward_progress_guarantee::weakly_parallel)
		&& gives_progress<List, work_item_progress_key>(forward_progress_guarantee::weakly_parallel);
}

}

#endif
