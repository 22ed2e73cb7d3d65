/*
 * Versions of a function for several processors, of which the linker or the first call chooses:
 * two definitions of one function for device code.
 */
#ifndef ATTR_REWRITE_VERSIONS_H
#define ATTR_REWRITE_VERSIONS_H

#include <stddef.h>

#include "base/arena.h"

/*
 * The text in which target("default") is blanked, and other versions of functions that have such a
 * one get an enable_if that never holds, so that they are functions of their own that nothing calls.
 * The same with target_version.  Returns text itself when it has no versions, else one in the arena
 * with its length in *len.  text[*len] is NUL.
 */
const char *versions_leave_default(struct arena *arena, const char *text, size_t *len);

#endif
