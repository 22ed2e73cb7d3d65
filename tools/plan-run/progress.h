/*
 * One line on a terminal about what runs, as ninja has: "[17/40] device-compile, 12 s left", of
 * a node that runs a command for each of many files "[38/40] translate intel_gpu_pvc 17/240, 9 s left".
 * There is none when standard error is no terminal, in the first second, and with -v.
 */
#ifndef PLAN_RUN_PROGRESS_H
#define PLAN_RUN_PROGRESS_H

#include "plan-run.h"

/*
 * Before the first child.  True: there will be a line, so nothing else may print to the
 * terminal unless progress_clear() was called; compilers are told that it has colours.
 */
bool progress_init(const struct options *o);
/* The milliseconds after which progress_draw() has something new to say; -1: never. */
int progress_wait(void);
/* Of n nodes so many have ended; a node that runs, whose rows are counted in its file (plan.5, progress). */
void progress_draw(size_t ended, size_t n, const struct plan_node *node);
/* Takes the line away, if there is one. */
void progress_clear(void);

#endif
