/* Of dpct's header for oneDPL what needs no oneDPL: functions of work-groups, and reductions of parts of memory. */
#if __has_include_next(<dpct/dpl_utils.hpp>)
#include_next <dpct/dpl_utils.hpp>
#else
#ifndef DPCT_DPL_UTILS_HPP
#define DPCT_DPL_UTILS_HPP

#include <cstddef>

#include <sycl/sycl.hpp>

#include <dpct/group_utils.hpp>

namespace dpct::device {

/* Part i is of inputs[begin_offsets[i]] to inputs[end_offsets[i] - 1]; init and it make outputs[i], by a work-group each.  Does not wait. */
template <int GroupSize, typename T, typename Offset, typename Operation>
void segmented_reduce(sycl::queue q, T *inputs, T *outputs, std::size_t segment_count, Offset *begin_offsets, Offset *end_offsets,
	Operation op, T init)
{
	if (segment_count)
		q.parallel_for(sycl::nd_range<1>(segment_count * GroupSize, GroupSize), [=](sycl::nd_item<1> item) {
			const std::size_t segment = item.get_group_linear_id();
			const T result =
				sycl::joint_reduce(item.get_group(), inputs + begin_offsets[segment], inputs + end_offsets[segment], init, op);

			if (item.get_local_linear_id() == 0)
				outputs[segment] = result;
		});
}

}

#endif
#endif
