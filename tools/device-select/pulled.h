/*
 * Members of archives that the linker takes, as it says with --trace: GNU ld
 * prints "(ARCHIVE)MEMBER", and the path alone for thin archives, lld prints
 * "ARCHIVE(MEMBER)", mold the same behind "trace: ".
 */
#ifndef DEVICE_SELECT_PULLED_H
#define DEVICE_SELECT_PULLED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct pulled {
	struct arena *arena;
	const char **name;	/* sorted, n */
	size_t n;
};

/* Reads the linker's output; skips lines that name no file.  Reports and returns -1. */
int pulled_read(struct pulled *pulled, struct arena *arena, const char *path);
/* Whether the file that object-unpack calls origin is a member of an archive. */
bool pulled_is_member(const char *origin);
/* Whether the linker takes that member. */
bool pulled_has(const struct pulled *pulled, const char *origin);

#endif
