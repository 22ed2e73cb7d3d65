/*
 * Roundings as code generation gets them right.  LLVM 22 with AVX512-FP16 drops the rounding of fptosi(llvm.rint(half)), as it
 * does that of llvm.lrint of half: vcvttsh2si alone.  Without AVX it has cvtps2dq read what it rounds from memory whose
 * address need not be a multiple of 16, which that instruction cannot.
 */
#ifndef MUX_ROUNDING_H
#define MUX_ROUNDING_H

#include "mux/compilation.h"

/* In a module that code is generated for next. */
void rounding_repair(struct compilation *c);

#endif
