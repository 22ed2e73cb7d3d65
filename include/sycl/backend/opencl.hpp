/* What programs ask about devices of OpenCL, and OpenCL's own names for its objects. */
#ifndef SYCL_BACKEND_OPENCL_HPP
#define SYCL_BACKEND_OPENCL_HPP

#if defined(__has_include)
#if __has_include(<CL/cl.h>)
#include <CL/cl.h>
#endif
#endif

#include <string>

#include <sycl/aliases.hpp>
#include <sycl/backend.hpp>
#include <sycl/device.hpp>

namespace sycl::opencl {

/* Whether OpenCL's device or platform names that extension. */
inline bool has_extension(const device &one, const std::string &extension)
{
	if (one.get_backend() != backend::opencl)
		detail::refuse(errc::backend_mismatch, "the device is none of OpenCL");
	return one.has_extension(extension);
}
inline bool has_extension(const platform &one, const std::string &extension)
{
	if (one.get_backend() != backend::opencl)
		detail::refuse(errc::backend_mismatch, "the platform is none of OpenCL");
	return one.has_extension(extension);
}

}

#endif
