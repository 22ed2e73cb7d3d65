/* How a node that failed is told. */
#ifndef PLAN_RUN_FAILURE_H
#define PLAN_RUN_FAILURE_H

#include "plan-run.h"

/*
 * Says that the node failed, with what it was done for, its rows when foreach
 * knows them, and how to run it again.
 */
void failure_tell(const struct options *options, const struct plan *plan, const struct plan_node *node,
	const struct task *task, struct arena *arena);
/* The rows that are to be compiled want a program that is not there.  True after telling it. */
bool failure_lacks_program(const struct plan_node *node, const struct options *options, struct arena *arena, bool tell);
/* After all that failed was told: how to keep the files the next time, when that was not said yet. */
void failure_close(const struct options *options, const struct plan *plan);
/* The work folder was made a bundle: it stays. */
bool failure_is_bundled(void);

#endif
