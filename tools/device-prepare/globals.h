/*
 * Device globals of include/sycl: the runtime finds their variables by name, and
 * every one has an id of its own.
 */
#ifndef DEVICE_PREPARE_GLOBALS_H
#define DEVICE_PREPARE_GLOBALS_H

#include <llvm-c/Core.h>
#include <stdbool.h>

#include "base/arena.h"

/*
 * The variables become visible outside of their image under names that begin with
 * DEVICE_GLOBAL_PREFIX; those of the translation unit alone get a name of their own.  One
 * that other units do not define has the id that sycl_device_global_id() makes with this unit's.
 */
void globals_prepare(LLVMModuleRef module, struct arena *arena, const char *unit);

/* Whether the variable, or its declaration, is an object of the class template, "sycl::specialization_id". */
bool globals_is_of(LLVMValueRef variable, const char *class);

#endif
