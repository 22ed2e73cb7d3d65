/*
 * A plan (doc/formats/plan.5): the commands of one run of sycl-cc, with what
 * each reads and writes, and which needs which.
 */
#ifndef FORMAT_PLAN_H
#define FORMAT_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

/* Some strings; list[n] is NULL.  list is NULL when there are none. */
struct plan_list {
	char **list;
	size_t n;
};

struct plan_node {
	const char *name;
	struct plan_list word, input, output, tell;
	const char *target;		/* row "for"; this and the next ones NULL: not given */
	const char *depfile, *errors, *failures, *stats, *progress, *remark, *producer;
	const char *rows, *needs, *table;
	bool may_be_empty, may_miss, always;
	size_t *before;			/* nodes that it needs, n_before of them, each less than its own number */
	size_t n_before;
};

struct plan {
	const char *work;		/* "" when there is none */
	struct plan_list typed, folder, depends;
	struct plan_node *node;
	size_t n;
	bool whole;			/* its last row is "end" */
};

/*
 * Reads a plan, "-" is standard input, and finds out what needs what.  Reports
 * what is wrong with it and returns -1; a plan that is not whole is read, too.
 */
int plan_read(struct plan *plan, struct arena *arena, const char *path);
/* The number of the last node before node i that writes path; plan->n: none does. */
size_t plan_writer(const struct plan *plan, size_t i, const char *path);

#endif
