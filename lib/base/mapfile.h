/* A whole file in memory. */
#ifndef BASE_MAPFILE_H
#define BASE_MAPFILE_H

#include <stddef.h>
#include <stdint.h>

struct mapfile {
	const unsigned char *data;	/* NULL when size is 0 */
	size_t size;
	uint64_t device, inode;		/* which file it is, whatever its name */
};

/* Maps path for reading.  Reports and returns -1. */
int mapfile_open(struct mapfile *file, const char *path);
void mapfile_close(struct mapfile *file);

/*
 * A copy instead of a map, for text and for files that cannot be mapped: all bytes
 * of path, "-" is standard input, and a NUL after them; *size without it.  The
 * caller frees.  Reports and returns NULL.
 */
char *mapfile_read(const char *path, size_t *size);

#endif
