/*
 * The loop of foreach under --launcher: makes batches of items, has the launcher start a
 * job for each, and takes their results.  Items of a job that died are in a batch again.
 */
#ifndef FOREACH_LAUNCH_H
#define FOREACH_LAUNCH_H

#include <stdio.h>

#include "command.h"
#include "foreach.h"
#include "lists.h"

/* As jobs_run(). */
int launch_run(const struct options *options, struct command *command, const char *program, struct lists *lists,
	FILE *names);

#endif
