/*
 * Module ids: the name of a translation unit in device code, host code and
 * symbols (doc/graph.md, "Module id").  A file of them has a line for each,
 * which is also a word of a response file that tells clang the id.
 */
#ifndef FORMAT_MODULEID_H
#define FORMAT_MODULEID_H

#include <stddef.h>

#include "base/arena.h"

/* The string under which object-pack records the id with device code. */
#define MODULEID_KEY "module-id"

/* Writes the ids, and after them a further word of the response file (NULL: none), that begins with "-W".  Reports and returns -1. */
int moduleid_write(const char *path, const char *const *id, size_t n, const char *word);
/* Reads a file of them, *n in all.  Reports and returns -1. */
int moduleid_read(struct arena *arena, const char *path, const char ***id, size_t *n);
/* Reads a file with the id of one source.  Reports and returns NULL. */
const char *moduleid_read_one(struct arena *arena, const char *path);

#endif
