/* The first name of a header. */
#ifndef CL_SYCL_SAMPLER_HPP
#define CL_SYCL_SAMPLER_HPP

#include <CL/sycl.hpp>

#endif
