/* Every kernel becomes one function that calls only builtins, intrinsics, the host's C library and what keep.h keeps. */
#ifndef MUX_INLINE_H
#define MUX_INLINE_H

#include "mux/compilation.h"

/*
 * Makes all functions plain C functions of the host, all but kernels internal
 * and always inlined.  To be called before libclc is linked, for the program's
 * own functions, and again after.
 */
void inline_prepare(struct compilation *c, bool own);

/*
 * Inlines and cleans up; places local variables (localmem.h).  Reports recursion,
 * indirect calls, inline assembler, allocation of variable size and undefined
 * functions with the kernel's name, and returns -1.
 */
int inline_kernels(struct compilation *c);

#endif
