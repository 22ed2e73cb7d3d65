/*
 * Results of commands on disk (see CACHE in foreach.1).  One file for each
 * result, named after its key, with a checksum over everything in it; it
 * appears by a rename, so that any number of processes may share a folder.
 */
#ifndef FOREACH_CACHE_H
#define FOREACH_CACHE_H

#include <stdbool.h>

#include "base/capture.h"
#include "command.h"
#include "foreach.h"

struct cachekey;

/* Opens or makes the folder and hashes the program.  Without a usable cache a warning is printed and nothing is cached. */
void cache_open(const struct options *options, const char *program);
bool cache_is_open(void);

/* Asks the server for the entry with that key, if there is one and it is not in the folder. */
void cache_ask(struct cachekey *key);
/*
 * The result of the run with that key: its output file (values->out, NULL:
 * none) is written, what it printed goes to the spool.  False: the command must
 * run, and no file was changed.  A damaged entry is reported and removed.
 */
bool cache_answer(const struct cachekey *key, const struct values *values, struct printed *printed);
/* Keeps the result of a run that succeeded, unless a file that it read has changed.  Failures are reported once. */
void cache_store(const struct cachekey *key, struct command *command, const struct values *values,
	const struct capture *capture);
/* Removes the entries used longest ago until the limit holds; prints what was asked for with --cache-stats. */
void cache_close(void);

#endif
