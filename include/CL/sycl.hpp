/* The old name of the header, and the old name of the namespace. */
#ifndef CL_SYCL_HPP
#define CL_SYCL_HPP

#include <sycl/sycl.hpp>

namespace cl {
namespace sycl = ::sycl;
}

#endif
