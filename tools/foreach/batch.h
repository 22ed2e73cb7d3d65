/*
 * Batches: items that one job of a launcher runs.  A batch is a script, the lists that
 * it runs foreach on, a folder for output files and a file of results (records.h),
 * in a folder of this run beside the output files.  Only this process moves an output
 * file to its place, so two jobs that run one item, the first being lost, do not meet.
 */
#ifndef FOREACH_BATCH_H
#define FOREACH_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "foreach.h"
#include "job.h"
#include "lists.h"
#include "records.h"
#include "report.h"

/* An item of a batch. */
struct batch_item {
	struct job job;		/* number 0: its result was taken over */
	bool started;		/* the job says so */
	bool ended;		/* and that it failed so, which counts when the job itself has ended well */
	struct record record;
	char *text;		/* malloc */
};

struct batch {
	size_t number;		/* from 1; its files are named after it */
	struct batch_item *item;
	size_t n, room;
	char *script;		/* absolute path */
	const char *host;	/* NULL: it has not begun */
	double began;		/* when, seconds since 1970 */
	double run_seconds;	/* of all items that have ended */
	bool done;		/* all items have ended */
	/* private */
	int64_t read;		/* how far the results were read */
};

/* Makes the folder of the run, which batches_remove() removes.  Dies when it cannot. */
void batches_init(const struct options *options, const struct lists *lists);
void batches_remove(void);

/* Adds an item to an empty or new batch. */
void batch_add(struct batch *batch, struct job *job);
/* Writes the files of the batch, with the next number.  Dies when that is not possible. */
void batch_write(struct batch *batch);
/* Takes over the results that have come; those of failed items wait for batch_accept(). */
void batch_read(struct batch *batch);
/* Takes over what waits; without killed, not what a signal ended that this command did not send itself. */
void batch_accept(struct batch *batch, bool killed);
/* Removes the files; a job that still runs ends itself. */
void batch_remove(struct batch *batch);
/* How many different hosts have begun a batch. */
size_t batch_hosts(void);

#endif
