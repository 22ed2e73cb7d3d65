/* ldg: a load of what no kernel writes meanwhile.  Each image loads it as any other value. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_CUDA_BUILTINS_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_CUDA_BUILTINS_HPP

#include <sycl/khr/split_headers/version.hpp>
#include <sycl/vec.hpp>

namespace sycl::ext::oneapi::experimental::cuda {

template <typename T>
T ldg(const T *p)
{
	return *p;
}

}

#endif
