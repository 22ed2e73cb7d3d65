// A library of functions that other programs' kernels call.
#pragma once
#include <sycl/sycl.hpp>

// coefficients[0] + coefficients[1] x + ... + coefficients[n - 1] x^(n - 1)
SYCL_EXTERNAL float polynomial_at(const float *coefficients, int n, float x);

// where the polynomial is zero, by Newton's steps from x
SYCL_EXTERNAL float polynomial_zero(const float *coefficients, int n, float x);
