/* Samplers. */
#ifndef SYCL_SAMPLER_HPP
#define SYCL_SAMPLER_HPP

#include <sycl/image.hpp>

#endif
