/* What the user asked plan-run to do, and what became of each node; shared by its parts. */
#ifndef PLAN_RUN_H
#define PLAN_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/capture.h"
#include "format/plan.h"

struct options {
	const char *plan;		/* the file */
	const char *name;		/* whose messages these are */
	long jobs;			/* 0: not given */
	bool verbose, summary, resume;
	bool remove;			/* the work folder goes away at the end */
	const char *crash_bundle;	/* the folder that the work folder is in; NULL: none */
	const char *time_trace;		/* the file; NULL: none */
	const char *record;		/* the same, of what became of the nodes */
	char **after;			/* the command that runs when all has ended, NULL at its end; NULL: none */
	size_t n_after;
	const char *keep_option;	/* of the caller, that would have kept the files; NULL: none */
	const char *demangler;		/* a program; NULL: names stay as they are */
	uint64_t started;		/* when the caller began, ns of the epoch; 0: not given */
	int lock;			/* descriptor that children do not get; -1: none */
};

/* One of a plan's nodes on its way. */
struct task {
	enum { TASK_WAITS, TASK_RUNS, TASK_DONE, TASK_FAILED, TASK_LEFT } state;
	size_t before;			/* nodes that it needs and that are not done */
	bool kept;			/* an earlier run did it */
	bool direct;			/* it prints for itself: nothing waits to be shown */
	bool started_at_all;
	int status;			/* as of a shell: 128 + n for signal n */
	char *why;			/* it could not even start: the message; malloc */
	struct printed printed;
	uint64_t start, end;		/* ns of the epoch */
	unsigned lane;			/* which of the places it ran in, from 0 */
	long peak;			/* memory of its largest process, in KiB */
};

#endif
