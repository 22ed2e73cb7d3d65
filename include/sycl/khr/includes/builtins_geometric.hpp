/* The earlier name of split_headers/builtins_geometric.hpp. */
#ifndef SYCL_KHR_INCLUDES_BUILTINS_GEOMETRIC_HPP
#define SYCL_KHR_INCLUDES_BUILTINS_GEOMETRIC_HPP

#include <sycl/khr/split_headers/builtins_geometric.hpp>

#endif
