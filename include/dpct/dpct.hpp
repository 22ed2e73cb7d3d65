/* What programs that dpct translated from CUDA call, by SYCLcompat (doc/extensions.md). */
#if __has_include_next(<dpct/dpct.hpp>)
#include_next <dpct/dpct.hpp>
#else
#ifndef DPCT_DPCT_HPP
#define DPCT_DPCT_HPP

#include <climits>
#include <cmath>
#include <iostream>

#include <sycl/sycl.hpp>

#include <dpct/atomic.hpp>
#include <dpct/device.hpp>
#include <dpct/image.hpp>
#include <dpct/kernel.hpp>
#include <dpct/math.hpp>
#include <dpct/memory.hpp>
#include <dpct/util.hpp>

#define USE_DPCT_HELPER 1
#define DPCT_COMPATIBILITY_TEMP (900)
#define DPCT_EXPORT
#define DPCT_PI_F (3.14159274101257f)
#define DPCT_PI (3.141592653589793115998)

#define __dpct_align__(bytes) __attribute__((aligned(bytes)))
#define __dpct_inline__ __inline__ __attribute__((always_inline))
#define __dpct_noinline__ __attribute__((noinline))

template <class... Arguments>
class dpct_kernel_name;
template <int Argument>
class dpct_kernel_scalar;

namespace dpct {

enum error_code { success = 0, backend_error = 1, default_error = 999 };

/* dpct writes it where CUDA's cudaGetErrorString() stood; DPCT_CHECK_ERROR prints an exception's own text. */
inline const char *get_error_string_dummy(int error)
{
	return error == success ? "no error" : "an exception, whose text was printed when it was caught";
}

namespace detail {

template <typename Function>
error_code call_checked(const Function &f)
{
	try {
		f();
		return success;
	} catch (const std::exception &e) {
		std::cerr << e.what() << std::endl;
		return default_error;
	}
}

}

}

/* The error_code of an expression; what an exception says is printed. */
#define DPCT_CHECK_ERROR(...) (::dpct::detail::call_checked([&] { __VA_ARGS__; }))

#endif
#endif
