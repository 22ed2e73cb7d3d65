/* Nodes of graphs. */
#ifndef SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_NODE_HPP
#define SYCL_EXT_ONEAPI_EXPERIMENTAL_GRAPH_NODE_HPP

#include <sycl/ext/oneapi/experimental/graph.hpp>

#endif
