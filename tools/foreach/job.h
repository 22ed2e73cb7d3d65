/* An item from its lines to its result. */
#ifndef FOREACH_JOB_H
#define FOREACH_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "cachekey.h"
#include "base/capture.h"
#include "command.h"
#include "foreach.h"
#include "lists.h"
#include "report.h"

struct job {
	size_t number;		/* from 1; 0: no job */
	char **in;		/* its lines, one malloc block */
	char *out;		/* its output file, NULL when there is none; malloc */
	bool created;		/* that file is ours */
	bool keyed;		/* key and cacheable are known */
	bool asked;		/* the cache had no answer */
	bool cacheable;		/* and stores the result, under key */
	struct cachekey key;
	unsigned tries;		/* how many jobs of a launcher died with it, */
	unsigned unstarted;	/* and how many were never started */
	bool alone;		/* second try, after SIGKILL: nothing else runs beside it */
};

/* Where jobs come from; names of outputs are written to names when it is not NULL.  All are kept by reference. */
void job_init(const struct options *options, struct command *command, struct lists *lists, FILE *names);
/* Reads the next item into job, unless one is there already.  False after the last one. */
bool job_next(struct job *job);
/* The words of its command; valid until the next call. */
char **job_words(const struct job *job);

/* Removes an output of an earlier run.  NULL, or why the item cannot run (malloc). */
char *job_clear_output(const struct job *job);
/* Creates the output, empty and not a link, before the command starts.  NULL, or why not (malloc). */
char *job_create_output(struct job *job);
/* Whether the cache has the result: then the item has ended without running. */
bool job_answered(struct job *job);
/* Stores the result of a job that succeeded in the cache. */
void job_store(const struct job *job, const struct capture *capture);

/* "DESCRIPTION: COMMAND" of a failed item; the description is formatted.  The caller frees it. */
char *job_failure(const struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* "VERB 'NAME': text of errno".  The caller frees it. */
char *job_reason(const char *verb, const char *name);
/* Whether its output file is empty or not there. */
bool job_is_empty(const struct job *job);
/* The item has ended: takes over job and result; the output of a failed one is removed. */
void job_end(struct job *job, struct result *result);
/* The same for one that could not be run; why is freed. */
void job_cannot_run(struct job *job, short status, char *why);

#endif
