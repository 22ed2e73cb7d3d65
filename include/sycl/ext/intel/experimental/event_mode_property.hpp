/* How a thread waits for an event: a hint without effect, as waiting threads sleep. */
#ifndef SYCL_EXT_INTEL_EXPERIMENTAL_EVENT_MODE_PROPERTY_HPP
#define SYCL_EXT_INTEL_EXPERIMENTAL_EVENT_MODE_PROPERTY_HPP

#include <sycl/ext/oneapi/properties/properties.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl::ext::intel::experimental {

enum class event_mode_enum { none, low_power };

struct event_mode : detail::run_time_property {
	event_mode(event_mode_enum mode = event_mode_enum::none) : value(mode) {}

	event_mode_enum value;
};
inline bool operator==(const event_mode &a, const event_mode &b) { return a.value == b.value; }
inline bool operator!=(const event_mode &a, const event_mode &b) { return a.value != b.value; }
using event_mode_key = event_mode;

}

#endif
