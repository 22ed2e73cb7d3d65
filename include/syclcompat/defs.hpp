/* Words for attributes, errors as numbers, and names for kernels. */
#ifndef SYCLCOMPAT_DEFS_HPP
#define SYCLCOMPAT_DEFS_HPP

#include <iostream>
#include <stdexcept>

#include <sycl/sycl.hpp>

#define __syclcompat_align__(bytes) __attribute__((aligned(bytes)))
#define __syclcompat_inline__ __inline__ __attribute__((always_inline))
#define __syclcompat_noinline__ __attribute__((noinline))
/* Their earlier names. */
#define __sycl_compat_align__(bytes) __syclcompat_align__(bytes)
#define __sycl_compat_inline__ __syclcompat_inline__
#define __sycl_compat_noinline__ __syclcompat_noinline__

#define SYCLCOMPAT_COMPATIBILITY_TEMP (600)
#define SYCLCOMPAT_EXPORT

namespace syclcompat {

template <class... Arguments>
class syclcompat_kernel_name;
template <int Argument>
class syclcompat_kernel_scalar;
template <class... Arguments>
class sycl_compat_kernel_name;
template <int Argument>
class sycl_compat_kernel_scalar;

enum error_code { SUCCESS = 0, BACKEND_ERROR = 1, DEFAULT_ERROR = 999 };

namespace detail {

template <typename Function>
error_code call_checked(const Function &f)
{
	try {
		f();
		return error_code::SUCCESS;
	} catch (const sycl::exception &e) {
		std::cerr << e.what() << std::endl;
		return error_code::BACKEND_ERROR;
	} catch (const std::runtime_error &e) {
		std::cerr << e.what() << std::endl;
		return error_code::DEFAULT_ERROR;
	}
}

}

}

/* The error_code of an expression; what an exception says is printed. */
#define SYCLCOMPAT_CHECK_ERROR(...) (::syclcompat::detail::call_checked([&] { __VA_ARGS__; }))

#endif
