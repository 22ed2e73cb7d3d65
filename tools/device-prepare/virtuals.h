/*
 * Virtual functions in device code (SYCL_EXT_ONEAPI_VIRTUAL_FUNCTIONS) of one translation
 * unit.  post-link makes choices between direct calls of virtual calls, so that no back end
 * meets a pointer to a function (ir/irvirtual.h).
 */
#ifndef DEVICE_PREPARE_VIRTUALS_H
#define DEVICE_PREPARE_VIRTUALS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

/*
 * Tables of virtual functions become numbers: that of a function with the annotation
 * "sycl-function-property" that says so, made of its name and, for a local function, of
 * the id of the translation unit; 0 for all others, which are host code: kernels may have
 * objects of their classes, but not call them.  Virtual calls that kernels with the annotation
 * "sycl-calls-indirectly" reach become calls of declared functions that get the number.
 */
void virtuals_prepare(LLVMModuleRef module, struct arena *arena, const char *id);
/* A call without a known function that is made as clang makes virtual calls. */
bool virtuals_is_call(LLVMValueRef call);

#endif
