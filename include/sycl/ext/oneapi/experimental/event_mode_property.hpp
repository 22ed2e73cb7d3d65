/* How a thread waits for an event, under its first name. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_EVENT_MODE_PROPERTY_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_EVENT_MODE_PROPERTY_HPP

#include <sycl/ext/intel/experimental/event_mode_property.hpp>

namespace sycl::ext::oneapi::experimental {

using intel::experimental::event_mode;
using intel::experimental::event_mode_enum;
using intel::experimental::event_mode_key;

}

#endif
