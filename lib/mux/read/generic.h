/*
 * Where a pointer to generic memory points: to_local(), to_global(), to_private(),
 * get_fence() and SPIR-V's instructions for them.  All memory is one on this device,
 * so they are answered before address spaces are dropped.  A private variable that has pointers
 * gets another one with their address spaces.
 */
#ifndef MUX_READ_GENERIC_H
#define MUX_READ_GENERIC_H

#include "mux/compilation.h"

/*
 * Replaces the calls.  Where the code does not show it, reports through code_error() and returns -1 in OpenCL C;
 * in SYCL, whose address_space_cast() asks, it is what the program says.
 */
int generic_resolve(struct compilation *c);

/* The module is of OpenCL C, not of SYCL. */
bool generic_is_opencl_c(LLVMModuleRef module);

#endif
