/* Hashes of file contents (SHA-256). */
#ifndef FOREACH_FILEHASH_H
#define FOREACH_FILEHASH_H

#include <stdint.h>
#include <sys/stat.h>

#include "hash.h"

/* A value made from stat(2), which changes whenever the contents may have changed. */
struct filestate {
	uint64_t value;
};

/* Different for states of one file for which stat(2) gives different results. */
struct filestate filestate_of(const struct stat *status);

/* The hash of the contents of a regular file and its state before reading.  -1 with errno. */
int filehash(const char *path, struct key *hash, struct filestate *state);
/*
 * The same for large files that change rarely: the result is kept in the file
 * memo in the folder dir, under device, inode, size and times of the file.
 */
int filehash_remembered(int dir, const char *path, struct key *hash, struct filestate *state);

#endif
