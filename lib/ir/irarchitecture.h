/* What device code asks about its processor (format/architecture.h), and the branches of the answers. */
#ifndef IR_IRARCHITECTURE_H
#define IR_IRARCHITECTURE_H

#include <llvm-c/Core.h>
#include <stdbool.h>

/*
 * Replaces calls of the function that asks by a value, which may be the result of a function
 * (a constant; build(builder), before each call); the function is deleted.  False when nothing asks.
 */
bool irarchitecture_replace(LLVMModuleRef module, LLVMValueRef (*build)(LLVMBuilderRef builder, void *user), void *user);

#endif
