/* What is known of a kernel, and kernels in shared libraries. */
#ifndef SYCLCOMPAT_KERNEL_HPP
#define SYCLCOMPAT_KERNEL_HPP

#include <dlfcn.h>

#include <stdexcept>
#include <string>

#include <sycl/sycl.hpp>

#include <syclcompat/device.hpp>

namespace syclcompat {

struct kernel_function_info {
	int max_work_group_size = 0;
};

/* The same for every function: what the current device allows. */
inline kernel_function_info get_kernel_function_info(const void *)
{
	return { get_current_device().get_max_work_group_size() };
}
inline void get_kernel_function_info(kernel_function_info *info, const void *function)
{
	*info = get_kernel_function_info(function);
}

/* A shared library, or none. */
class kernel_library {
public:
	constexpr kernel_library() = default;
	constexpr kernel_library(void *handle) : handle_(handle) {}
	operator void *() const { return handle_; }

private:
	void *handle_ = nullptr;
};

inline kernel_library load_kernel_library(const std::string &name)
{
	void *const handle = dlopen(name.c_str(), RTLD_LAZY);

	if (!handle)
		throw std::runtime_error(std::string("the kernel library was not loaded: ") + dlerror());
	return handle;
}
inline void unload_kernel_library(const kernel_library &library)
{
	if (library)
		dlclose(library);
}

/* A function of a library that launches a kernel. */
using kernel_functor = void (*)(sycl::queue &, const sycl::nd_range<3> &, unsigned int, void **, void **);

class kernel_function {
public:
	constexpr kernel_function() = default;
	constexpr kernel_function(kernel_functor function) : function_(function) {}
	operator void *() const { return reinterpret_cast<void *>(function_); }
	void operator()(sycl::queue &q, const sycl::nd_range<3> &size, unsigned int local_size, void **arguments, void **extra)
	{
		function_(q, size, local_size, arguments, extra);
	}

private:
	kernel_functor function_ = nullptr;
};

/* The function NAME_wrapper of the library. */
inline kernel_function get_kernel_function(kernel_library &library, const std::string &name)
{
	const auto function = reinterpret_cast<kernel_functor>(dlsym(library, (name + "_wrapper").c_str()));

	if (!function)
		throw std::runtime_error("the kernel library has no function '" + name + "_wrapper'");
	return function;
}
inline void invoke_kernel_function(kernel_function &function, sycl::queue &q, sycl::range<3> groups, sycl::range<3> local,
	unsigned int local_size, void **arguments, void **extra)
{
	function(q, sycl::nd_range<3>(groups * local, local), local_size, arguments, extra);
}

}

#endif
