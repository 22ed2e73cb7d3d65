/*
 * Columns of the source.  A preprocessor keeps lines, but changed blanks and
 * expanded macros move the rest of a line, as our own changes do.  Warnings
 * and debug information name columns.
 */
#ifndef ATTR_REWRITE_COLUMNS_H
#define ATTR_REWRITE_COLUMNS_H

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

/*
 * Writes the text with its tokens in the columns that they have in the files
 * that line markers name: by blanks, or by a line marker and blanks.  Lines of
 * system headers, and of files that cannot be read, stay as they are.
 * text[len] is NUL.
 */
void columns_put(const char *text, size_t len, struct arena *arena, FILE *stream);

#endif
