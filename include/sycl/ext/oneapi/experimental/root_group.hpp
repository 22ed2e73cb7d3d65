/*
 * Root groups: all work-items of a launch, which may wait for each other.  No device here
 * promises that work-groups run at the same time, so such a launch has one work-group;
 * the launch query max_num_work_groups says so.
 */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_ROOT_GROUP_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_ROOT_GROUP_HPP

#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/group_algorithms.hpp>
#include <sycl/khr/split_headers/version.hpp>
#include <sycl/nd_item.hpp>

namespace sycl {

namespace ext::oneapi::experimental {

template <int Dimensions = 1>
class root_group {
public:
	using id_type = id<Dimensions>;
	using range_type = range<Dimensions>;
	using linear_id_type = std::size_t;
	static constexpr int dimensions = Dimensions;
	static constexpr memory_scope fence_scope = memory_scope::device;

	id<Dimensions> get_group_id() const { return {}; }
	id<Dimensions> get_local_id() const { return item().get_global_id(); }
	range<Dimensions> get_group_range() const { return range<Dimensions>() + 1; }
	range<Dimensions> get_local_range() const { return item().get_global_range(); }
	range<Dimensions> get_max_local_range() const { return get_local_range(); }
	std::size_t get_group_linear_id() const { return 0; }
	std::size_t get_local_linear_id() const { return item().get_global_linear_id(); }
	std::size_t get_group_linear_range() const { return 1; }
	std::size_t get_local_linear_range() const { return get_local_range().size(); }
	bool leader() const { return get_local_linear_id() == 0; }

private:
	static nd_item<Dimensions> item() { return oneapi::this_work_item::get_nd_item<Dimensions>(); }
};

}

template <int Dimensions>
SYCL_CC_INLINE void group_barrier(ext::oneapi::experimental::root_group<Dimensions>, memory_scope = memory_scope::device)
{
	detail::dev::work_group_barrier();
}

namespace ext::oneapi {

namespace this_work_item {
template <int Dimensions>
experimental::root_group<Dimensions> get_root_group()
{
	return {};
}
}

namespace experimental::this_work_item {
using oneapi::this_work_item::get_root_group;
}
/* Its first name. */
namespace experimental::this_kernel {
using oneapi::this_work_item::get_root_group;
}

}

template <int Dimensions>
template <typename Root>
Root nd_item<Dimensions>::ext_oneapi_get_root_group() const
{
	return {};
}

}

#endif
