/*
 * Neighbours at the beginning of a row: of x > 0 ? x - 1 : 0 clang makes a difference that ends at 0, in which
 * emit/segment.c does not see that it is x - 1 in all of the row but its first work-item.
 */
#ifndef MUX_DIFFERENCES_H
#define MUX_DIFFERENCES_H

#include "mux/compilation.h"

/* Makes such differences tests and selections again, in a function before reg2mem. */
void differences_split(struct compilation *c, LLVMValueRef function);

#endif
