/* A folder of cache entries that is held below a size: those stay that were used last. */
#ifndef BASE_CACHEFOLDER_H
#define BASE_CACHEFOLDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

/* What is in the folder. */
struct cachefolder {
	size_t n;
	uint64_t size;		/* bytes */
};

/*
 * Removes entries of the folder dir, those with the earliest modification time
 * first, until the others take at most limit bytes, and sets *left to these
 * (left->size is more when some cannot be removed).  Entries are the regular
 * files that is_entry() takes; it may remove others.  -1 with errno when the folder
 * cannot be read or memory is out.
 */
int cachefolder_trim(int dir, bool (*is_entry)(int dir, const char *name, const struct stat *status), uint64_t limit,
	struct cachefolder *left);

#endif
