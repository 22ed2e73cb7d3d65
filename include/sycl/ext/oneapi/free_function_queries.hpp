/*
 * The running work-item, for functions that get no nd_item: this_work_item::get_nd_item
 * and its relatives.  They do not know the offset of a launch, which SYCL 2020
 * deprecates: ids start at 0.
 */
#ifndef SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_HPP

#include <sycl/nd_item.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::oneapi {

namespace this_work_item {

template <int Dimensions>
nd_item<Dimensions> get_nd_item()
{
	return detail::maker::make<nd_item<Dimensions>>(id<Dimensions>());
}
template <int Dimensions>
group<Dimensions> get_work_group()
{
	return detail::maker::make<group<Dimensions>>();
}
inline sycl::sub_group get_sub_group()
{
	return detail::maker::make<sycl::sub_group>();
}

}

namespace experimental {

template <int Dimensions>
id<Dimensions> this_id()
{
	return detail::gather<Dimensions, id<Dimensions>>([](unsigned d) { return detail::dev::global_id(d); });
}
template <int Dimensions>
nd_item<Dimensions> this_nd_item()
{
	return oneapi::this_work_item::get_nd_item<Dimensions>();
}
template <int Dimensions>
group<Dimensions> this_group()
{
	return oneapi::this_work_item::get_work_group<Dimensions>();
}
inline sycl::sub_group this_sub_group()
{
	return oneapi::this_work_item::get_sub_group();
}

}

}

#endif
