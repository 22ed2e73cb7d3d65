/*
 * A stream of bytes of any length that is written piece by piece and read back
 * once: in memory while it is short, in an unlinked file beside the output
 * when it is long.  Memory does not grow with the number of images.
 */
#ifndef OFFLOAD_WRAPPER_SPOOL_H
#define OFFLOAD_WRAPPER_SPOOL_H

#include <stddef.h>
#include <stdint.h>

struct spool {
	char *buffer;
	size_t used;
	int fd;			/* -1 while everything is in memory */
	uint64_t size;		/* bytes so far */
	const char *beside;	/* the output: the file goes to its folder */
};

/* An empty spool; its file, if it needs one, is in the folder of the file at beside. */
void spool_init(struct spool *spool, const char *beside);
/* Appends; returns the offset of the first byte.  Ends the tool when the disk is full. */
uint64_t spool_put(struct spool *spool, const void *data, size_t size);
/* Appends zero bytes up to a multiple of align (a power of two); returns the new size. */
uint64_t spool_align(struct spool *spool, uint64_t align);
/* Appends the whole content to the file at fd, whose write position must be its end.  -1, errno set, on failure. */
int spool_copy(struct spool *spool, int fd);

#endif
