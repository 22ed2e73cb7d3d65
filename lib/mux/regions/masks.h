/*
 * LLVM 22's vectorizer takes i & 7 for a number that grows by one with i, and asks at run time whether it wraps; but
 * not where it asks of another number, of more bits and not less, which "implies" it (SCEVWrapPredicate::implies() does
 * not compare widths).  Then a[i & 7] reads what follows a[7].
 */
#ifndef MUX_MASKS_H
#define MUX_MASKS_H

#include "mux/compilation.h"

/*
 * Marks the integers of a kernel in its canonical form that have few bits of a local id or of a loop's counter, and
 * become part of an address.
 */
void masks_mark(struct compilation *c, LLVMValueRef function);

/*
 * The instruction is marked; *period is the number after which it repeats itself if it is the local id but for that,
 * else 0.
 */
bool masks_is_marked(struct compilation *c, LLVMValueRef instruction, uint64_t *period);

#endif
