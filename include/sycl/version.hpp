/*
 * The macros of features, and those by which programs tell versions of the compiler
 * that most of them are written for: where they ask for it, they mean names that are
 * here, and without it they take those of its first releases.
 */
#ifndef SYCL_VERSION_HPP
#define SYCL_VERSION_HPP

#include <sycl/khr/split_headers/version.hpp>

#define __SYCL_COMPILER_VERSION 20250101	/* a date */
#define __LIBSYCL_MAJOR_VERSION 8
#define __LIBSYCL_MINOR_VERSION 0
#define __LIBSYCL_PATCH_VERSION 0

#endif
