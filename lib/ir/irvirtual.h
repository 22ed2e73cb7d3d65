/*
 * Virtual functions between device-prepare and post-link: functions have numbers, tables
 * hold these, and a virtual call is a call of a declared function that gets the number.  At
 * the link, where all functions of the sets are known, that function becomes a choice
 * between direct calls.  So do calls through pointers to functions: all functions of one type
 * whose address is taken are a set.
 */
#ifndef IR_IRVIRTUAL_H
#define IR_IRVIRTUAL_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* A function without meaning that fails an assertion, so that the link has what that needs. */
#define IRVIRTUAL_ASSERT "__virtual_call_assert"

/* The slot of functions that are called through pointers, not through tables. */
#define IRVIRTUAL_POINTER UINT64_MAX

/* Notes that objects have the function of that number in that slot of their table. */
void irvirtual_add_place(LLVMModuleRef module, uint64_t number, uint64_t slot);
/* A table of numbers. */
bool irvirtual_is_table(LLVMValueRef variable);
/* The module has virtual calls or functions of sets. */
bool irvirtual_is_in(LLVMModuleRef module);
/*
 * Makes choices of the virtual calls of a linked module: each between the functions that
 * fit the slot and the type and are in a set of a kernel that reaches the call; another number
 * fails an assertion.  A function that would call itself that way is left out, because
 * device code does not recurse.  Functions of sets are then like all others.  Reports and returns -1.
 */
int irvirtual_link(LLVMModuleRef module, struct arena *arena);

#endif
