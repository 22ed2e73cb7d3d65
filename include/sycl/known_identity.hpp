/* Identities of function objects. */
#ifndef SYCL_KNOWN_IDENTITY_HPP
#define SYCL_KNOWN_IDENTITY_HPP

#include <sycl/functional.hpp>

#endif
