/* printf of kernels: the format is a literal, or a constant of device memory that is one. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_BUILTINS_HPP

#include <cstdio>

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/math.hpp>

namespace sycl::ext::oneapi::experimental {

template <typename Format, typename... Arguments>
SYCL_CC_INLINE int printf(const Format *format, Arguments... a)
{
	return ::printf((const char *)format, a...);
}

/* Functions of float and half that the standard has without "native". */
namespace native {

template <typename T>
T tanh(T x)
{
	return sycl::tanh(x);
}
template <typename T>
T exp2(T x)
{
	return sycl::exp2(x);
}

}

}

#endif
