/* The first name of a header. */
#ifndef CL_SYCL_SPECIALIZATION_ID_HPP
#define CL_SYCL_SPECIALIZATION_ID_HPP

#include <CL/sycl.hpp>

#endif
