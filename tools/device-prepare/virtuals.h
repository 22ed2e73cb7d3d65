/*
 * Virtual functions in device code (SYCL_EXT_ONEAPI_VIRTUAL_FUNCTIONS): a virtual call
 * becomes a choice between direct calls, so that no back end meets a pointer to a function.
 */
#ifndef DEVICE_PREPARE_VIRTUALS_H
#define DEVICE_PREPARE_VIRTUALS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/*
 * Tables of virtual functions become numbers: that of a function with the annotation
 * "sycl-indirectly-callable", made of its name and, for a local function, of the id of the
 * translation unit; 0 for all others, which are host code.  Virtual calls that a wrapper
 * with the annotation "sycl-calls-indirectly" reaches call the functions of its sets by
 * these numbers.  Modules without these annotations stay as they are.
 */
void virtuals_become_calls(LLVMModuleRef module, struct arena *arena, const char *id);

#endif
