/*
 * What the result of a command depends on, as one hash: the program with its
 * libraries, the words of the command, the contents of files that words and
 * list lines name, files and environment that the user named.
 */
#ifndef FOREACH_CACHEKEY_H
#define FOREACH_CACHEKEY_H

#include <stdbool.h>

#include "command.h"
#include "filehash.h"
#include "foreach.h"

/* The key of a run, and the state of all files at the time they were read. */
struct cachekey {
	struct key hash;
	uint64_t state;
	bool asked;		/* cache_ask() has asked a server for it */
};

/*
 * Hashes everything that is the same in all runs; dir is the cache's folder, for
 * the memo of filehash.h.  Reports and returns -1 when a named file cannot be
 * read or the libraries that the program loads cannot be found out.
 */
int cachekey_init(const struct options *options, const char *program, int dir);
/* The key of one run (values->out does not count).  False when a file cannot be read. */
bool cachekey_get(struct cachekey *key, struct command *command, const struct values *values);
/* Whether no file changed since the key was made, so that the result is that of the key. */
bool cachekey_still_true(const struct cachekey *key, struct command *command, const struct values *values);

#endif
