/*
 * Hard regions: a kernel is cut after every work-group barrier.  Region 0 starts
 * at the kernel's entry, region N after barrier N.  A region has all blocks that
 * are reachable from there without a barrier, so blocks may belong to several
 * regions.
 */
#ifndef MUX_REGIONS_H
#define MUX_REGIONS_H

#include "mux/analysis/flow.h"
#include "mux/regions/collective.h"

/*
 * How work-items run behind a barrier: in any order, one after the other by linear id, or only the first one; or one
 * after the other from the first x on, or from the last x on (backwards.h).
 */
enum schedule { SCHEDULE_ANY, SCHEDULE_LINEAR, SCHEDULE_ONCE, SCHEDULE_UP, SCHEDULE_DOWN };

struct cut {
	struct ptrmap number;	/* LLVM block after a barrier -> number of the barrier */
	int n;			/* barriers; numbers count from 1 */
	struct ptrmap keep;	/* set of slots that must be carried */
	struct collective *collective;	/* by number, kind 0 for plain barriers */
	enum schedule *schedule;	/* by number */
};

/* Brings the kernel into slot form and cuts it.  Reports and returns -1. */
int regions_cut(struct cut *cut, struct compilation *c, struct kernel *kernel);
/* Sets block.hard from the cut, and marks the slots of collectives. */
void regions_mark(struct flow *flow, const struct cut *cut);

/*
 * The blocks reached from start without crossing a boundary, start first, in
 * an order that depends on the function only: *n of them.  Boundaries are
 * blocks after barriers, and with soft those of soft.h too; start itself may be
 * one, but then an edge back to it leaves the region.
 */
int *regions_blocks(const struct flow *flow, int start, bool soft, int *n);
/* The same from any of several starts. */
int *regions_blocks_from(const struct flow *flow, const int *start, int nstart, bool soft, int *n);
/* The instructions of the n blocks that order lists. */
int regions_code_size(const struct flow *flow, const int *order, int n);
/* An edge to that block leaves the region. */
static inline bool
region_ends_at(const struct flow *flow, int block, bool soft)
{
	return flow->block[block].hard || (soft && flow->block[block].soft);
}

#endif
