/*
 * SYCL attributes in preprocessed text become annotations that stock clang
 * keeps.  The page attr-rewrite(1) says which and how.
 */
#ifndef ATTR_REWRITE_REWRITE_H
#define ATTR_REWRITE_REWRITE_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* One change of the text: [begin, end) gives way to insert, but its line ends and directives stay. */
struct edit {
	uint32_t begin, end;
	uint32_t number;	/* in the order of finding */
	const char *insert;
};

struct rewrite {
	const char *text;	/* what was read */
	size_t len;
	struct edit *edit;	/* n_edits, in the order of the text */
	size_t n_edits;
	const char *prelude;	/* what must stand in front of the text, or NULL */
};

/*
 * Finds the changes for text (text[len] is NUL; kept by reference, len below
 * 2^32).  path names the text in diagnostics as long as no line marker does.
 * What cannot be expressed is reported as a warning.
 */
void rewrite_find(struct rewrite *rewrite, struct arena *arena, const char *path, const char *text, size_t len);

/* Writes the changed text; write errors are left for outfile_commit(). */
void rewrite_put(const struct rewrite *rewrite, FILE *stream);

#endif
