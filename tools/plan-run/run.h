/*
 * The loop of plan-run: starts each node when those that it needs are done and
 * there is a place, waits for what happens next, and shows what nodes printed
 * in the order of the plan.
 */
#ifndef PLAN_RUN_RUN_H
#define PLAN_RUN_RUN_H

#include "plan-run.h"

/*
 * Runs all nodes.  The exit status: 0, 1 when one has failed (it is told), 128
 * + n after signal n, with all that was started ended.
 */
int plan_run(const struct options *options, const struct plan *plan, struct arena *arena);
/* What became of node i, during plan_run() and after it. */
const struct task *task_get(size_t i);

#endif
