/*
 * Calls through pointers to functions in device code of one translation unit (-fsycl-allow-func-ptr).
 * No back end meets such a pointer: post-link makes choices between direct calls (ir/irvirtual.h).
 */
#ifndef DEVICE_PREPARE_POINTERS_H
#define DEVICE_PREPARE_POINTERS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/*
 * The address of a function, where device code takes it, becomes a number that is the same in all
 * translation units, also in variables that device code uses.  Calls through pointers that
 * kernels, SYCL_EXTERNAL functions, and functions whose address is taken, reach become calls of
 * declared functions that get the number.  A function of another translation unit is called by one
 * of this one.  To be called behind virtuals_prepare(), whose calls stay.
 */
void pointers_prepare(LLVMModuleRef module, struct arena *arena, const char *id);

#endif
