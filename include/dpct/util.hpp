/* Sizes of grids, bits, exchange between the work-items of a sub-group, and parts of work-groups. */
#if __has_include_next(<dpct/util.hpp>)
#include_next <dpct/util.hpp>
#else
#ifndef DPCT_UTIL_HPP
#define DPCT_UTIL_HPP

#include <syclcompat/dims.hpp>
#include <syclcompat/group_utils.hpp>
#include <syclcompat/util.hpp>

namespace dpct {

using syclcompat::args_selector, syclcompat::byte_level_permute, syclcompat::cast_double_to_int, syclcompat::cast_ints_to_double, syclcompat::dim3,
	syclcompat::err0, syclcompat::err1, syclcompat::ffs, syclcompat::int_as_queue_ptr, syclcompat::match_all_over_sub_group,
	syclcompat::match_any_over_sub_group, syclcompat::permute_sub_group_by_xor, syclcompat::reverse_bits, syclcompat::select_from_sub_group,
	syclcompat::shift_sub_group_left, syclcompat::shift_sub_group_right;

/* 0 where the command has ended, else 1. */
inline int sycl_event_query(sycl::event *event)
{
	return event->get_info<sycl::info::event::command_execution_status>() != sycl::info::event_command_status::complete;
}

namespace experimental {
using namespace syclcompat::experimental;
}

}

#endif
#endif
