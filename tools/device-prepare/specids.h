/*
 * Symbolic ids of specialization constants whose variable is local to the
 * translation unit: another one may have the same id, so the module id joins
 * it, as it joins the names of local kernels.  (Specialization constants,
 * "Symbolic IDs".)
 */
#ifndef DEVICE_PREPARE_SPECIDS_H
#define DEVICE_PREPARE_SPECIDS_H

#include <stdbool.h>

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Does device code read the variable as a specialization constant? */
bool specids_is_read(LLVMValueRef variable);

/*
 * Reports constants that a kernel reads and that are initialized at run time:
 * the device would see 0.  Without debug information the message names source.
 */
void specids_check(LLVMModuleRef module, struct arena *arena, const char *source);
/* Marker functions become declarations; calls of them whose variable is internal get the symbolic id SYMBOL@id. */
void specids_localize(LLVMModuleRef module, struct arena *arena, const char *id);

#endif
