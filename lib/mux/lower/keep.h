/*
 * Which functions stay functions.  All are inlined into their kernels, where they
 * become part of the vector code, within limits of size: a helper that calls
 * another one twice, which does the same, doubles with each level.  Reads and writes
 * of images have code for each format, and stay in kernels of any size.
 */
#ifndef MUX_KEEP_H
#define MUX_KEEP_H

#include "mux/compilation.h"

/*
 * Takes the attribute alwaysinline from functions of the program that stay.
 * Functions with barriers, queries of ids or local memory never do, nor do
 * those of libclc.
 */
void keep_functions(struct compilation *c);
/* The string attribute of the program's own functions. */
#define KEEP_OWN "mux-own"

#endif
