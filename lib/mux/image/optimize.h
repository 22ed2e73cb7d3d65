/* LLVM's optimization of the module with the entry points. */
#ifndef MUX_OPTIMIZE_H
#define MUX_OPTIMIZE_H

#include "mux/compilation.h"

/* A module of kernels that are all debugged stays as it is.  Reports and returns -1. */
int optimize_module(struct compilation *c);

#endif
