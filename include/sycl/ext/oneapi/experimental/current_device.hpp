/* The device of a thread: the default device until the thread sets another one. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CURRENT_DEVICE_HPP

#include <sycl/device.hpp>
#include <sycl/khr/split_headers/version.hpp>

namespace sycl {

namespace detail {

inline device &current_device()
{
	static thread_local device current;

	return current;
}

}

namespace ext::oneapi::experimental::this_thread {

inline device get_current_device() { return detail::current_device(); }
inline void set_current_device(device device) { detail::current_device() = device; }

}

}

#endif
