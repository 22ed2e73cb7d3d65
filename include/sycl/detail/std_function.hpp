/*
 * std::function and the function objects of operators.  libstdc++ has them in
 * files of their own: the rest of its <functional> includes std::unordered_map, a
 * tenth of the parsing time of all of these headers.
 */
#ifndef SYCL_DETAIL_STD_FUNCTION_HPP
#define SYCL_DETAIL_STD_FUNCTION_HPP

#if __has_include(<bits/std_function.h>) && __has_include(<bits/stl_function.h>)
#include <memory>
#include <bits/stl_function.h>
#include <bits/std_function.h>
#else
#include <functional>
#endif

#endif
