/* --time-trace and --summary. */
#ifndef PLAN_RUN_REPORT_H
#define PLAN_RUN_REPORT_H

#include "plan-run.h"

/* Nanoseconds of the epoch. */
uint64_t report_now(void);
/* One line on the images of the target that node i is the last one of. */
void report_target(const struct plan *plan, size_t i, struct arena *arena);
/* The file for a trace viewer: an event for each node that ran and for the items of foreach.  -1, reported. */
int report_trace(const struct options *options, const struct plan *plan);

/*
 * The file that says what became of each node (doc/formats/run-record.5).  -1,
 * reported.
 */
int report_record(const struct options *options, const struct plan *plan);

#endif
