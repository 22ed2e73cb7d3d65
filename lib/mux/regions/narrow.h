/*
 * Counters of 32 bits that LLVM keeps in 64: of "int i = id; ...; i += size_t" it makes an i64 whose
 * upper half each round overwrites by the sign.  As i32 they are seen to advance by a step.
 */
#ifndef MUX_NARROW_H
#define MUX_NARROW_H

#include "mux/compilation.h"

/* Makes them i32, with the extensions that their uses need, in a function before reg2mem. */
void narrow_counters(struct compilation *c, LLVMValueRef function);

#endif
