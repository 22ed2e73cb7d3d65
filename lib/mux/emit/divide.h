/*
 * Divisions that do not trap.  In OpenCL C a division of integers by zero, or whose quotient has no room, has some value, and
 * the kernel goes on; x86 raises an exception, which would end the program.  C++, and so SYCL, leaves undefined what it does.
 */
#ifndef MUX_DIVIDE_H
#define MUX_DIVIDE_H

#include "mux/compilation.h"

/* In an optimized module of OpenCL C for x86, divisions of which it is not plain that they do not trap divide by 1 where they would. */
void divide_guard(struct compilation *c);

#endif
