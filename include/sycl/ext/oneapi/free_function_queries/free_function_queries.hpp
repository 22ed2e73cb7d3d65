/* this_work_item. */
#ifndef SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_FREE_FUNCTION_QUERIES_HPP
#define SYCL_EXT_ONEAPI_FREE_FUNCTION_QUERIES_FREE_FUNCTION_QUERIES_HPP

#include <sycl/ext/oneapi/free_function_queries.hpp>

#endif
