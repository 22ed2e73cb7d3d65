/*
 * Offsets in rows whose length is a power of two: of y * 1024 + x clang makes y << 10 | x where a test
 * shows that x < 1024.  It forgets that the two have no bit in common when it then computes with 64 bits,
 * and LLVM finds consecutive addresses in sums alone.  SPIR-V does not say it of any; where x is a number that minima
 * and maxima bound, their bounds show it.
 */
#ifndef MUX_DISJOINT_H
#define MUX_DISJOINT_H

#include "mux/compilation.h"

/*
 * Finds such "or" instructions in a function before reg2mem and marks them as disjoint; those of 64 bits, of
 * which no more than the lower half is used, become sums.  Reports and returns -1.
 */
int disjoint_mark(struct compilation *c, LLVMValueRef function);

#endif
