/*
 * The specialization constants that a preprocessed text declares, used or not:
 * the device pass passes their symbolic ids to host compilers that lack clang's
 * built-in.  (Specialization constants, "Integration footer generation".)
 */
#ifndef ATTR_REWRITE_CONSTANTS_H
#define ATTR_REWRITE_CONSTANTS_H

#include <stdio.h>

#include "base/arena.h"
#include "lex.h"

/*
 * Writes C++ to append to the text: for each variable of type
 * sycl::specialization_id that can be named there, an annotated function that
 * holds its symbolic id, and the shims that lead to those in unnamed
 * namespaces whose name is ambiguous.  Templates, and private members, cannot
 * be named and are left out.
 */
void constants_put(const struct lexed *lexed, struct arena *arena, FILE *stream);

#endif
