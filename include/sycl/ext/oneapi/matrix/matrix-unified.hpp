/* joint_matrix: a part of matrix.hpp here. */
#ifndef SYCL_EXT_ONEAPI_MATRIX_MATRIX_UNIFIED_HPP
#define SYCL_EXT_ONEAPI_MATRIX_MATRIX_UNIFIED_HPP

#include <sycl/ext/oneapi/matrix/matrix.hpp>

#endif
