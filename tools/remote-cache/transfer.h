/*
 * Entries of foreach's cache to and from a server, several at a time, over libcurl.
 * An entry is two resources: ac/KEY names the contents, cas/SHA256 is the contents.
 */
#ifndef REMOTECACHE_TRANSFER_H
#define REMOTECACHE_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>

struct options {
	const char *url;	/* of the server, without a slash at the end */
	const char *dir;	/* the folder of the local cache */
	bool read_only, stats;
	long timeout;		/* seconds */
};

enum { TRANSFERS = 16 };	/* at a time */

/* Prepares libcurl.  A server that did not answer a process some seconds ago is not asked. */
void transfers_init(const struct options *options);
/* Starts to fetch or to send the entry with that name (64 hexadecimal digits). */
void transfer_get(const char *name);
void transfer_put(const char *name);
/* Goes on with all transfers; waits until one goes on or fd (-1: none) can be read. */
void transfers_run(int fd, bool *readable);
/* How many there are, waiting ones too. */
size_t transfers_count(void);
/* Prints what was asked for with --stats. */
void transfers_close(void);

/* The caller's: the entry is in the folder, or there is none. */
void transfer_answer(const char *name, bool hit);

#endif
