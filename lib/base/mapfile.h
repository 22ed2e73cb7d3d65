/* A whole file in memory. */
#ifndef BASE_MAPFILE_H
#define BASE_MAPFILE_H

#include <stddef.h>
#include <stdint.h>

struct mapfile {
	const unsigned char *data;	/* NULL when size is 0 */
	size_t size;
	uint64_t device, inode;		/* which file it is, whatever its name */
	char *copy;			/* of mapfile_text(); NULL: data is a map */
};

/* Maps path for reading.  Reports and returns -1. */
int mapfile_open(struct mapfile *file, const char *path);
void mapfile_close(struct mapfile *file);

/*
 * For text and bitcode of any kind of file: "-" is standard input, and a NUL follows
 * the bytes, so data is never NULL.  Maps a regular file whose last page has room for the
 * NUL and reads others.  Reports and returns -1.
 */
int mapfile_text(struct mapfile *file, const char *path);
/* The bytes are not needed for a while: drops the pages of a map until they are read again. */
void mapfile_rest(struct mapfile *file);

/*
 * A copy instead of a map, for text and for files that cannot be mapped: all bytes
 * of path, "-" is standard input, and a NUL after them; *size without it.  The
 * caller frees.  Reports and returns NULL.
 */
char *mapfile_read(const char *path, size_t *size);

#endif
