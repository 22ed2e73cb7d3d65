/*
 * The loop of foreach: starts the command for each item and waits for the next
 * event (the end of a child, a signal, a free token of make's jobserver)
 * without polling.
 */
#ifndef FOREACH_JOBS_H
#define FOREACH_JOBS_H

#include <stdio.h>

#include "command.h"
#include "foreach.h"
#include "lists.h"

/*
 * Runs program (a path) for every item of the lists with the words of the
 * command; names of output files go to names when it is not NULL, one a line.
 * Returns the exit status of foreach; after SIGINT, SIGTERM or SIGHUP 128 +
 * its number, with all children ended and their unfinished output removed.
 */
int jobs_run(const struct options *options, struct command *command, const char *program, struct lists *lists,
	FILE *names);

#endif
