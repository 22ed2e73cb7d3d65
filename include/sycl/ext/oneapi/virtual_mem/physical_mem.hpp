/* physical_mem: the name that programs know. */
#ifndef SYCL_EXT_ONEAPI_VIRTUAL_MEM_PHYSICAL_MEM_HPP
#define SYCL_EXT_ONEAPI_VIRTUAL_MEM_PHYSICAL_MEM_HPP

#include <sycl/ext/oneapi/virtual_mem/virtual_mem.hpp>

#endif
