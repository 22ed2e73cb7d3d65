/*
 * What an earlier run left in a work folder that stays: which nodes need not
 * run again.  The file DIR/sycl-cc.done has a line for each node: hashes of its
 * command and surroundings, of what it read, and of what it wrote.
 */
#ifndef PLAN_RUN_KEPT_H
#define PLAN_RUN_KEPT_H

#include "plan-run.h"

/* Reads what the folder of the plan says; a folder without that file has nothing. */
void kept_open(const struct options *options, const struct plan *plan, struct arena *arena);
/*
 * Whether running node i would write what is there: the same command, the same
 * bytes in all that it read, its headers included, and its outputs as it left
 * them.  In doubt false.  All that node i needs must be done.
 */
bool kept_holds(size_t i);
/* Node i is done: what it read and wrote is noted. */
void kept_add(size_t i);
/* Writes the file; -1, reported.  Nodes of earlier runs that were not noted now are forgotten. */
int kept_close(void);

#endif
