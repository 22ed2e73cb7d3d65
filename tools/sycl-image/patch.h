/* A copy of a file with some bytes changed. */
#ifndef PATCH_H
#define PATCH_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct patches {
	struct patch {
		uint64_t at;
		const void *bytes;
		size_t size;
	} *patch;
	size_t n;
	struct arena *arena;
};

/* bytes are kept by reference. */
void patches_add(struct patches *patches, uint64_t at, const void *bytes, size_t size);
/*
 * Writes path with the patches to output, which may be the same file, with the
 * permissions of path.  Reports and returns -1; also when two patches of one
 * place differ.
 */
int patches_write(struct patches *patches, const char *path, const char *output);

#endif
