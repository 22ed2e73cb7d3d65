/*
 * Functions with variable arguments that they do not read: std::visit() has one.  Device
 * code cannot pass such arguments; where the function is inlined, nothing passes them.
 */
#ifndef DEVICE_PREPARE_VARARGS_H
#define DEVICE_PREPARE_VARARGS_H

#include <stdbool.h>

#include <llvm-c/Core.h>

/* Whether the function has variable arguments and reads them.  Not for declarations. */
bool varargs_are_read(LLVMValueRef function);

/* Functions that do not read theirs are always inlined. */
void varargs_inline(LLVMModuleRef module);

#endif
