/* sycl_khr_work_item_queries: the running work-item, for functions that get no nd_item. */
#ifndef SYCL_KHR_WORK_ITEM_QUERIES_HPP
#define SYCL_KHR_WORK_ITEM_QUERIES_HPP

#include <sycl/ext/oneapi/free_function_queries.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::khr {

template <int Dimensions>
nd_item<Dimensions> this_nd_item()
{
	return ext::oneapi::this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions>
group<Dimensions> this_group()
{
	return ext::oneapi::this_work_item::get_work_group<Dimensions>();
}
inline sycl::sub_group this_sub_group()
{
	return ext::oneapi::this_work_item::get_sub_group();
}

}

#endif
