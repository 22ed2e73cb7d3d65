/*
 * A stream into memory that notices when there is none left: glibc's
 * open_memstream() drops what did not fit and says nothing when it is closed.
 */
#ifndef BASE_MEMSTREAM_H
#define BASE_MEMSTREAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct memstream {
	FILE *stream;		/* to write to; NULL: out of memory, nothing to close */
	char *text;		/* private */
	size_t size, room;
	bool failed;
};

/* Opens the stream; the memstream must stay where it is.  NULL: out of memory. */
FILE *memstream_open(struct memstream *m);
/* Closes it; the text with a NUL appended, which the caller frees, NULL when something did not fit. */
char *memstream_close(struct memstream *m, size_t *size);

/* The same for tools: without memory they end the process. */
FILE *memstream_begin(struct memstream *m);
char *memstream_end(struct memstream *m, size_t *size);

#endif
