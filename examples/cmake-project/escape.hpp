#pragma once
#include <sycl/sycl.hpp>

// How many of at most 255 steps z = z * z + c stays near 0: device code of the library.
SYCL_EXTERNAL int escape_time(float re, float im);
