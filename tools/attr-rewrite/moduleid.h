/* The id of a translation unit: doc/graph.md, "Module id". */
#ifndef ATTR_REWRITE_MODULEID_H
#define ATTR_REWRITE_MODULEID_H

#include <stddef.h>

#include "base/arena.h"

/*
 * NAME-HASH: the base name of source with all but letters, digits, '.', '_'
 * and '-' replaced by '_', and 16 hex digits of a hash over text without its
 * line markers, so that it does not depend on the folder of a checkout.
 */
const char *moduleid(struct arena *arena, const char *source, const char *text, size_t len);

/* Writes the id as a response file for clang that defines __SYCL_TU_ID__.  Reports and returns -1. */
int moduleid_write(struct arena *arena, const char *path, const char *id);

#endif
