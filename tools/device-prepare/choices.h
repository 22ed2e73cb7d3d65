/*
 * Calls of functions that are known at run time only, virtual ones and those through pointers,
 * of one translation unit: functions have numbers, and such a call becomes a call of a declared
 * function that gets the number, of which post-link makes a choice (ir/irvirtual.h).
 */
#ifndef DEVICE_PREPARE_CHOICES_H
#define DEVICE_PREPARE_CHOICES_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "base/arena.h"

struct choices {
	LLVMModuleRef module;
	struct arena *arena;
	const char *id;			/* of the translation unit */
	LLVMTypeRef word;		/* an integer of the size of a pointer */
};

void choices_init(struct choices *choices, LLVMModuleRef module, struct arena *arena, const char *id);
/*
 * Made of the function's name and, for a local one, of the translation unit's id, so that it is the same
 * everywhere: bits that look random, the last of them 1, so never 0.
 */
uint64_t choices_number(const struct choices *choices, LLVMValueRef function);
/*
 * Calls of the set may enter the function.  Other translation units may call it: a local one gets a name of the
 * whole program, and it stays whoever calls it.  A declaration is left alone.
 */
void choices_offer(const struct choices *choices, LLVMValueRef function, const char *set, uint64_t number);
/*
 * Replaces the call by one of a declared function of the number, before the arguments.  The slot
 * is that in the object's table, IRVIRTUAL_POINTER of a call through a pointer.
 */
void choices_replace_call(const struct choices *choices, LLVMValueRef call, LLVMValueRef number, uint64_t slot);
/*
 * A text that is the same for functions, and for calls of them, of one type and one way to pass arguments
 * and the result.  value is a function or a call.
 */
const char *choices_type(const struct choices *choices, LLVMValueRef value);
/* The names of sets, with commas, and one more unless it is there; sets may be NULL. */
const char *choices_add_set(struct arena *arena, const char *sets, const char *set);

#endif
