/*
 * OpenMP's variants of functions.  The device pass ignores the pragmas, and would find
 * two definitions of one function (as <omp.h> has); none of the variants is for kernels.
 */
#ifndef ATTR_REWRITE_VARIANTS_H
#define ATTR_REWRITE_VARIANTS_H

#include <stddef.h>

/* Blanks what is between "#pragma omp begin declare variant" and its end; lines and other directives stay. */
void variants_blank(char *text, size_t len);

#endif
