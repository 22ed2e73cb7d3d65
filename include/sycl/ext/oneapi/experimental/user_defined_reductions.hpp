/* Reductions over groups with the program's operators; those of the standard take them as well. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_USER_DEFINED_REDUCTIONS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_USER_DEFINED_REDUCTIONS_HPP

#include <sycl/ext/oneapi/experimental/group_helpers.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename Helper, typename T, typename Op, typename std::enable_if<is_group_helper_v<Helper>, int>::type = 0>
T reduce_over_group(Helper helper, T value, Op op)
{
	return detail::reduce(helper.get_group(), value, op);
}
template <typename Helper, typename Value, typename T, typename Op, typename std::enable_if<is_group_helper_v<Helper>, int>::type = 0>
T reduce_over_group(Helper helper, Value value, T init, Op op)
{
	return op(init, detail::reduce(helper.get_group(), static_cast<T>(value), op));
}
template <typename Helper, typename It, typename T, typename Op, typename std::enable_if<is_group_helper_v<Helper>, int>::type = 0>
T joint_reduce(Helper helper, It first, It last, T init, Op op)
{
	return sycl::joint_reduce(helper.get_group(), first, last, init, op);
}
/* Of one element or more. */
template <typename Helper, typename It, typename Op, typename std::enable_if<is_group_helper_v<Helper>, int>::type = 0>
auto joint_reduce(Helper helper, It first, It last, Op op)
{
	using T = detail::pointee<It>;

	return first == last ? T() : sycl::joint_reduce(helper.get_group(), first + 1, last, static_cast<T>(*first), op);
}

}

#endif
