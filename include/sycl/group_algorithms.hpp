/* Barriers and algorithms that a whole group executes together. */
#ifndef SYCL_GROUP_ALGORITHMS_HPP
#define SYCL_GROUP_ALGORITHMS_HPP

#include <sycl/group.hpp>
#include <sycl/sub_group.hpp>

namespace sycl {

template <int D>
SYCL_CC_INLINE void group_barrier(group<D>, memory_scope = memory_scope::work_group)
{
	detail::dev::work_group_barrier();
}

SYCL_CC_INLINE void group_barrier(sub_group, memory_scope = memory_scope::sub_group)
{
	detail::dev::sub_group_barrier();
}

}

#endif
