/* Executable graphs. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_EXECUTABLE_GRAPH_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_EXECUTABLE_GRAPH_HPP

#include <sycl/ext/oneapi/experimental/graph.hpp>

#endif
