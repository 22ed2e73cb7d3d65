/* Archives as ar(1) writes them: GNU and BSD names, thin archives. */
#ifndef FORMAT_ARCHIVE_H
#define FORMAT_ARCHIVE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/mapfile.h"

struct archive {
	const unsigned char *data;
	size_t size;
	size_t at;		/* the next member's header */
	bool thin;
	const char *names;	/* the table of long names, n_names bytes */
	size_t n_names;
};

struct member {
	const char *name;		/* in a thin archive a path, seen from the archive's folder */
	const unsigned char *data;	/* NULL in a thin archive before archive_load() */
	size_t size;
	size_t at;			/* of its header */
	size_t nested;			/* thin: the member's header within the archive 'name', or 0 */
	const char *inner;		/* nested: the name there, after archive_load() */
};

/* The bytes start like an archive. */
bool archive_is(const void *data, size_t size);
void archive_open(struct archive *archive, const void *data, size_t size);
/* The next member, symbol tables left out.  Returns 1, 0 at the end, -1 when the archive is damaged. */
int archive_next(struct archive *archive, struct arena *arena, struct member *member);
/*
 * Maps the file that a member of the thin archive at path is, or is in, and sets data and
 * size.  Returns the file's path; the caller closes the file.  Reports and returns
 * NULL, with the file closed.
 */
const char *archive_load(const char *path, struct arena *arena, struct member *member, struct mapfile *file);

#endif
