/* The first name of a header. */
#ifndef CL_SYCL_ITEM_HPP
#define CL_SYCL_ITEM_HPP

#include <CL/sycl.hpp>

#endif
