/*
 * Constants that only attributes of SYCL name.  The compiler of host code drops these
 * attributes with their arguments, and would warn that such a constant is unused.
 */
#ifndef ATTR_REWRITE_UNUSED_H
#define ATTR_REWRITE_UNUSED_H

#include <stdbool.h>

#include "base/arena.h"
#include "rewrite.h"

/* Whether the source declares a constant that it names in arguments of those attributes and nowhere else. */
bool unused_any(const struct rewrite *rewrite, struct arena *arena);

#endif
