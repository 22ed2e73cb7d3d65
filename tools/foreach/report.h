/*
 * Results in list order: items end in any order, what they printed, their
 * failures and their lines of statistics come out in the order of the list.
 */
#ifndef FOREACH_REPORT_H
#define FOREACH_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "capture.h"
#include "foreach.h"

struct result {
	size_t number;		/* of the item, from 1 */
	int status;		/* exit status; 128 + n for signal n */
	int signal;		/* that ended it, 0 for none */
	bool cached;		/* answered from the cache */
	bool ended;		/* by foreach itself: not a failure of its own */
	char *reason;		/* why it could not be run, NULL when it ran; malloc */
	char *command;		/* the quoted command of a failed item, else NULL; malloc */
	char *input;		/* its line of the first list, when that is needed; malloc */
	struct printed printed;
	double wall, user, system;	/* seconds */
	long peak;		/* KiB */
};

/* Opens the statistics file.  Reports and returns -1. */
int report_open(const struct options *options);
/* Takes over a result; shows it and those behind it when its turn has come. */
void report_add(const struct result *result);
/* Whether statistics want the input of every item. */
bool report_wants_input(void);
/* An item failed so far. */
bool report_has_failed(void);
/* Standard output takes nothing more: there is no point in going on. */
bool report_is_lost(void);
/* The number of items that have ended. */
size_t report_count(void);
/* Completes the statistics file; the exit status: that of the first failed item in list order. */
int report_close(void);

#endif
