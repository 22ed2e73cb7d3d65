/*
 * Private arrays of a few numbers at places which differ between work-items: own[id & 7].  A gather takes longer than
 * to keep the elements in registers and to choose among all of them, by one bit of the index after the other; and a
 * scatter than to choose between the old and the new value of each.
 */
#ifndef MUX_ELEMENTS_H
#define MUX_ELEMENTS_H

#include "mux/compilation.h"

/* The user reads or writes at the address, which is one of a private variable, and does not keep it. */
bool elements_is_access(LLVMValueRef user, LLVMValueRef address);
/* Such an array is read or written at that address, which differs between work-items. */
bool elements_is_choice(struct compilation *c, LLVMValueRef address);

/* Makes values of such arrays of a kernel, before reg2mem.  Reports and returns -1. */
int elements_choose(struct compilation *c, struct kernel *kernel);

#endif
