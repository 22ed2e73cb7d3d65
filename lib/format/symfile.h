/*
 * Symbol files (doc/formats/symbols.5): the names of a device image's entry
 * points, one a line.  (Compiler and runtime design, "Symbol table generation".)
 */
#ifndef FORMAT_SYMFILE_H
#define FORMAT_SYMFILE_H

#include <stddef.h>

#include "base/arena.h"

/* Reads path into an arena array of *n names.  Reports and returns -1 on bad input; blank lines are skipped. */
int symfile_read(const char ***name, size_t *n, struct arena *arena, const char *path);
/* Writes n names, one a line, in the order given, atomically.  Reports and returns -1 on failure. */
int symfile_write(const char *const *name, size_t n, const char *path);

#endif
