/*
 * Entry points with code for the work-group size that launches probably have (lower/likely.h), beside that
 * for all sizes: where the size is known, loops over work-items are straight vector code.
 */
#ifndef MUX_CHOICE_H
#define MUX_CHOICE_H

#include "mux/compilation.h"

/*
 * Copies the functions of kernels that are to have code for a likely size: each one's twin is a kernel with that
 * size as the required one.  Before emit_kernel(), which changes the functions.  Returns -1 when LLVM failed.
 */
int choice_prepare(struct compilation *c);

/*
 * Emits the twin of a kernel that has its entry, if it has a twin, and makes an entry that calls one of both.
 * Reports and returns -1.
 */
int choice_emit(struct compilation *c, struct kernel *kernel);

#endif
