/* The header as programs name it that have a compiler which looks in the folder sycl, too. */
#ifndef SYCL_HPP_IN_FOLDER
#define SYCL_HPP_IN_FOLDER

#include <sycl/sycl.hpp>

#endif
