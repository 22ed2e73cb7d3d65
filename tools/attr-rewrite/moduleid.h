/* The id of a translation unit: doc/graph.md, "Module id". */
#ifndef ATTR_REWRITE_MODULEID_H
#define ATTR_REWRITE_MODULEID_H

#include <stddef.h>

#include "base/arena.h"

/*
 * NAME.HASH: the base name of source with all but letters, digits, '.' and '_'
 * replaced by '_' (the id becomes part of a symbol, and assemblers take no
 * more), and 16 hex digits of a hash over text without its line markers, so
 * that it does not depend on the folder of a checkout.
 */
const char *moduleid_make(struct arena *arena, const char *source, const char *text, size_t len);

#endif
