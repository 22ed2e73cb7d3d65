/* dynamic_parameter and dynamic_command_group. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_DYNAMIC_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_DYNAMIC_HPP

#include <sycl/ext/oneapi/experimental/graph.hpp>

#endif
