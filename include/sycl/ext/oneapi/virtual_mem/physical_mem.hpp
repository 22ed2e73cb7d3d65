/* The name that programs know. */
#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>
