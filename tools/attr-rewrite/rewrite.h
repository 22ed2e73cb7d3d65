/*
 * SYCL attributes in preprocessed text become annotations that stock clang
 * keeps.  The page attr-rewrite(1) says which and how.
 */
#ifndef ATTR_REWRITE_REWRITE_H
#define ATTR_REWRITE_REWRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

/* One change of the text: insert replaces [begin, end), whose line ends and directives stay. */
struct edit {
	uint32_t begin, end;
	uint32_t number;	/* in the order of finding */
	const char *insert;
};

/* The arguments of an attribute of SYCL that may name constants: bytes [begin, end). */
struct arguments {
	uint32_t begin, end;
};

/* What becomes of warnings. */
enum rewrite_warnings { REWRITE_WARN, REWRITE_QUIET, REWRITE_ERRORS };

struct rewrite {
	const char *text;	/* what was read */
	size_t len;
	struct edit *edit;	/* n_edits, in the order of the text */
	size_t n_edits;
	struct arguments *argument;	/* n_arguments, in the order of the text */
	size_t n_arguments;
	const char *prelude;	/* text to write before all else, or NULL */
	bool has_friends;	/* that lost SYCL_EXTERNAL, which their first declaration does not have now */
};

/*
 * Finds the changes for text (text[len] is NUL; kept by reference, len below
 * 2^32).  path names the text in diagnostics before the first line marker.
 * What cannot be expressed is reported as warnings says.
 */
void rewrite_find(struct rewrite *rewrite, struct arena *arena, const char *path, const char *text, size_t len,
		  enum rewrite_warnings warnings);

/* Writes the changed text; outfile_commit() reports write errors. */
void rewrite_put(const struct rewrite *rewrite, FILE *stream);

#endif
