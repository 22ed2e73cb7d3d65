/* Facts about kernels, libraries of them, and pointers to functions that launch them. */
#if __has_include_next(<dpct/kernel.hpp>)
#include_next <dpct/kernel.hpp>
#else
#ifndef DPCT_KERNEL_HPP
#define DPCT_KERNEL_HPP

#include <syclcompat/kernel.hpp>

namespace dpct {

using syclcompat::get_kernel_function, syclcompat::get_kernel_function_info, syclcompat::invoke_kernel_function, syclcompat::kernel_function,
	syclcompat::kernel_function_info, syclcompat::kernel_functor, syclcompat::kernel_launcher, syclcompat::kernel_library,
	syclcompat::load_kernel_library, syclcompat::unload_kernel_library, syclcompat::wrapper_register;

}

#endif
#endif
