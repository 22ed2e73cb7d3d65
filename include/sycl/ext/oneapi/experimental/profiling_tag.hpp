/* submit_profiling_tag: an event that says when the queue's commands before it had ended. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_PROFILING_TAG_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_PROFILING_TAG_HPP

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/queue.hpp>

namespace sycl::ext::oneapi::experimental {

SYCL_CC_ON_DEMAND
event submit_profiling_tag(queue &q)
{
	if (!q.has_property<sycl::property::queue::enable_profiling>() && !q.get_device().has(aspect::ext_oneapi_queue_profiling_tag))
		detail::refuse(errc::invalid,
			"a profiling tag is of a queue with property::queue::enable_profiling, because the device lacks aspect::ext_oneapi_queue_profiling_tag");
	return q.template detail_tag<>(true);
}

}

#endif
