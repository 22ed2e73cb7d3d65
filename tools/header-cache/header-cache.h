/* Parts of header-cache. */
#ifndef HEADER_CACHE_H
#define HEADER_CACHE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/hash.h"

struct job {
	struct arena *arena;
	const char *cache;		/* the folder */
	const char *input;		/* the source or text to compile */
	const char *header;		/* sycl/sycl.hpp, for a source; SYCLcompat's headers are beside its folder */
	const char *text;		/* of a source: the text of its device pass, whose headers are part of the key; NULL: none */
	const char *unit;		/* a header to include behind the precompiled one; NULL: none */
	bool automatic;			/* nobody asked for the cache: --automatic */
	bool is_text;			/* the input is a text with all headers in it */
	char **common, **rest;		/* the command, in two parts: NULL at the end of each */
	size_t n_common, n_rest;
};

/* --- prefix.c: where the headers of a text end --- */

enum { MOST_HEADERS = 64 };

/* The parts of a text. */
struct prefix {
	/*
	 * Lines that attr-rewrite put before all others; then, for each header up to
	 * sycl/sycl.hpp or SYCLcompat's, what its includer says, and its text.
	 */
	const char *piece[2 * MOST_HEADERS + 1];
	size_t size[2 * MOST_HEADERS + 1], n;
	const char *path;		/* of that header, n_path bytes */
	size_t n_path;
	const char *rest;		/* from the marker behind it */
};

/* Finds the parts; false when something other than system headers comes before that header, or it is not there. */
bool prefix_find(struct prefix *prefix, const char *text);
/*
 * The header to precompile if the source begins, but for comments, with an include of it, or with
 * #include <...> of the n headers name and then it: sycl/sycl.hpp, or one of SYCLcompat, which brings it.
 * Else NULL.
 */
const char *source_header(const char *text, struct arena *arena, const char *name[MOST_HEADERS], size_t *n);

/* --- cache.c: precompiled headers in the cache folder --- */

/*
 * Makes the folders; -1, in silence, when nothing can be written there, or when an automatic
 * job finds that another user can.
 */
int cache_open(const struct job *job);
/* False for an automatic job that asks for the key for the first time: making the header costs more than it saves. */
bool cache_wants(const struct job *job, const struct hash *key);
/*
 * The precompiled header for the key, which is made when it is not there: by the
 * program word[0] with word, where OUTPUT stands for the file to write.  NULL when it
 * cannot be made, in silence: the caller does without it.
 */
extern const char cache_output[];
const char *cache_get(const struct job *job, const struct hash *key, char **word);
/* The file of that name for the key, with these bytes; it stays as long as the precompiled header.  NULL: it cannot be. */
const char *cache_text(const struct job *job, const struct hash *key, const char *const *piece, const size_t *size, size_t n);

/* --- depend.c: the dependency file --- */

/* Makes the file of -MF what a compilation without a precompiled header writes.  Reports and returns -1 when it cannot. */
int depend_mend(const struct job *job);

#endif
