/* Where the running work-item is.  All launches of SYCLcompat have three dimensions, of which x is the last. */
#ifndef SYCLCOMPAT_ID_QUERY_HPP
#define SYCLCOMPAT_ID_QUERY_HPP

#include <cstddef>

#include <sycl/sycl.hpp>

namespace syclcompat {

inline void wg_barrier()
{
	sycl::group_barrier(sycl::ext::oneapi::this_work_item::get_work_group<3>());
}

#define SYCL_CC_QUERY(NAME, CALL) \
	namespace NAME { \
	inline std::size_t x() \
	{ \
		return sycl::ext::oneapi::this_work_item::get_nd_item<3>().CALL(2); \
	} \
	inline std::size_t y() \
	{ \
		return sycl::ext::oneapi::this_work_item::get_nd_item<3>().CALL(1); \
	} \
	inline std::size_t z() \
	{ \
		return sycl::ext::oneapi::this_work_item::get_nd_item<3>().CALL(0); \
	} \
	}
SYCL_CC_QUERY(local_id, get_local_id)
SYCL_CC_QUERY(local_range, get_local_range)
SYCL_CC_QUERY(work_group_id, get_group)
SYCL_CC_QUERY(work_group_range, get_group_range)
SYCL_CC_QUERY(global_id, get_global_id)
SYCL_CC_QUERY(global_range, get_global_range)
#undef SYCL_CC_QUERY

}

#endif
