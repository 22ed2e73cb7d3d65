/*
 * A cache on a server, beside the folder of cache.h: remote-cache(1) is started once and
 * brings entries into the folder or sends them.  Nothing here waits for the network
 * but remote_wait() and remote_close().
 */
#ifndef FOREACH_REMOTE_H
#define FOREACH_REMOTE_H

#include <stdbool.h>

#include "foreach.h"

/* How many entries may be asked for before the first is waited for. */
enum { REMOTE_AHEAD = 64 };

/* Starts the tool.  Ends foreach when it is not installed. */
void remote_open(const struct options *options);
bool remote_is_open(void);
/* Asks for an entry. */
void remote_ask(const char *name);
/* Waits for the answer: whether the entry is in the folder now.  A signal that ends foreach ends the waiting. */
bool remote_wait(const char *name);
/* Sends an entry that is in the folder. */
void remote_send(const char *name);
/* Waits until what was sent has arrived, or the server does not answer any more. */
void remote_close(void);

#endif
