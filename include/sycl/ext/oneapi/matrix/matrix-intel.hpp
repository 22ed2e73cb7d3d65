/* joint_matrix and its elements: parts of matrix.hpp here. */
#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_INTEL_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_INTEL_HPP

#include <sycl/ext/oneapi/matrix/matrix.hpp>

#endif
