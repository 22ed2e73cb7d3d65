/*
 * Which functions stay functions.  All are inlined into their kernels, where they
 * become part of the vector code, within limits of size: a helper that calls
 * another one twice, which does the same, doubles with each level.  In very long
 * kernels those stay that the program wants apart, and those of many blocks, whose
 * work-items hardly go the same way.  Reads and writes of images have code for each
 * format, and stay in kernels of any size.
 */
#ifndef MUX_KEEP_H
#define MUX_KEEP_H

#include "mux/compilation.h"

/*
 * Takes the attribute alwaysinline from functions of the program that stay, and from what only those call.
 * Functions with barriers, queries of ids or local memory never do, nor do
 * those of libclc.
 */
void keep_functions(struct compilation *c);
/* The string attribute of the program's own functions. */
#define KEEP_OWN "mux-own"
/* That of functions which the program does not want inlined; those of -O0, where it wants none inlined, do not have it. */
#define KEEP_APART "mux-apart"

#endif
