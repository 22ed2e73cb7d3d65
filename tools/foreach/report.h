/*
 * Results in list order: items end in any order; their output, failures and
 * lines of statistics are printed in the order of the list.
 */
#ifndef FOREACH_REPORT_H
#define FOREACH_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/capture.h"
#include "foreach.h"

struct result {
	size_t number;		/* of the item, from 1 */
	char *input;		/* its line of the first list, when that is needed; malloc */
	char *failure;		/* what went wrong and the command, for a message; NULL: nothing; malloc */
	struct printed printed;
	float wall, user, system;	/* seconds */
	float started;		/* seconds after foreach; report_add() sets it where host is NULL */
	const char *host;	/* where it ran; NULL: here */
	unsigned peak;		/* KiB */
	short status;		/* exit status; 128 + n for signal n */
	short signal;		/* that ended the command; 0: none */
	bool cached;		/* answered from the cache */
};

/* Opens the files for statistics and failures.  Reports and returns -1. */
int report_open(const struct options *options);
/* Seconds of the clock when the files were opened: what started counts from. */
double report_began(void);
/* Takes over a result; shows it and those after it once all earlier ones were shown. */
void report_add(const struct result *result);
/* Whether statistics need the input of every item. */
bool report_wants_input(void);
/* An item failed so far. */
bool report_has_failed(void);
/* Standard output cannot be written any more: the loop should end. */
bool report_is_lost(void);
/* The number of items that have ended. */
size_t report_count(void);
/* Completes the files; the exit status: that of the first failed item in list order. */
int report_close(void);

#endif
