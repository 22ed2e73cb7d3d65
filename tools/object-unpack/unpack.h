/*
 * Device code in host files: objects, archives (thin ones and archives in
 * archives too), shared libraries, results of "ld -r", bare containers.
 */
#ifndef OBJECT_UNPACK_UNPACK_H
#define OBJECT_UNPACK_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/mapfile.h"
#include "format/filetable.h"
#include "recorded.h"

struct unpack {
	struct arena *arena;
	const char *out_dir;		/* where device code is written */
	struct filetable table;		/* what was found: Code, Triple, Origin, Keys */
	const char **member;		/* sorted names of the archive members to read, n_members */
	size_t n_members;
	bool some_members;		/* only those; otherwise all */
	const char **module_id;		/* of what was found, n_module_ids; each once for a run of images with it */
	size_t n_module_ids;
	struct recorded *recorded;	/* not NULL: what was recorded goes there, and no device code is written */
	/* private */
	struct mapfile *seen;		/* files read so far, n_seen: none is read twice */
	size_t n_seen;
};

/* An empty table; n_files: how many inputs will be read.  Memory is the arena's. */
void unpack_init(struct unpack *unpack, struct arena *arena, const char *out_dir, size_t n_files);
/* Restricts archives to the members listed in path, one a line: MEMBER or ARCHIVE(MEMBER).  Reports and returns -1. */
int unpack_read_members(struct unpack *unpack, const char *path);
/* Writes the device code of one file and adds rows to the table.  Reports and returns -1. */
int unpack_file(struct unpack *unpack, const char *path);

#endif
