/*
 * Scans and the like: all work-items read elements of their neighbours in local memory, wait, and write their own.
 *
 *     x = i >= 4 ? part[i - 4] : 0;
 *     barrier();
 *     part[i] += x;
 *     barrier();
 *
 * Where the neighbours are a constant number of elements away, all on one side, the barrier between is not needed:
 * work-items that run one after the other, from that of the last element to that of the first, read elements that
 * are not written yet.
 */
#ifndef MUX_BACKWARDS_H
#define MUX_BACKWARDS_H

#include "base/ptrmap.h"
#include "mux/compilation.h"

/*
 * Removes such barriers from a kernel in its canonical form, before it is cut.  schedule maps the barrier before the
 * reading to an enum schedule: how the work-items then run, SCHEDULE_UP or SCHEDULE_DOWN.
 */
void backwards_find(struct compilation *c, const struct kernel *kernel, struct ptrmap *schedule);

#endif
