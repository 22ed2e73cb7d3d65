/*
 * Failed assertions in device code: calls of C's __assert_fail().
 */
#ifndef IR_IRASSERT_H
#define IR_IRASSERT_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Writes at the builder's place a failed assertion of that text, which names the place of the call. */
void irassert_put(LLVMModuleRef module, struct arena *arena, LLVMBuilderRef builder, LLVMValueRef call, const char *text);
/* The same of the four arguments of __assert_fail(): text, file, line and function. */
void irassert_put_words(LLVMModuleRef module, LLVMBuilderRef builder, LLVMValueRef *argument, unsigned convention);

#endif
