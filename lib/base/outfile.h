/*
 * Output files that appear whole or not at all: bytes go to a temporary file
 * beside the target, which is renamed over it at the end.  What was not
 * committed is removed when the process exits or is ended by SIGINT, SIGTERM
 * or SIGHUP.
 */
#ifndef BASE_OUTFILE_H
#define BASE_OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct outfile {
	FILE *stream;		/* write here */
	const char *path;	/* as given, "-" is standard output */
	char *temp;		/* NULL: written in place (standard output, a device, a pipe) */
	bool is_new;		/* temp is path itself, which did not exist */
};

/*
 * true: from now on files that do not exist yet are made under their own names, which
 * costs one change of the folder instead of two: for a program that writes many
 * files and at the end the one that names them.  Existing files are still
 * replaced as a whole, and what is not committed is removed.
 */
void outfile_make_new_directly(bool directly);

/* Starts path.  Reports and returns -1 when it cannot be created.  path must outlive the outfile. */
int outfile_open(struct outfile *out, const char *path);
/* Flushes, checks every earlier write, renames.  Reports and returns -1 on failure, leaving nothing behind. */
int outfile_commit(struct outfile *out);
/* Drops what was written; safe after a failure and on an outfile that was never opened (all zero). */
void outfile_abandon(struct outfile *out);
/* Ends an output: after a failure outfile_abandon() and -1, else outfile_commit(). */
int outfile_end(struct outfile *out, bool failed);
/* open, write, commit of one block. */
int outfile_write(const char *path, const void *data, size_t size);
/* Removes files that were not committed, as exit() does, for signal handlers that end the process. */
void outfile_remove_temps(void);

#endif
