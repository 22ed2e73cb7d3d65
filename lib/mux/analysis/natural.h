/* Natural loops: the blocks that lead back to a head, which dominates them, without passing it. */
#ifndef MUX_NATURAL_H
#define MUX_NATURAL_H

#include "mux/analysis/flow.h"

struct natural {
	int head;
	bool *body;	/* by block: it is in the loop */
};

/* The loop with that head, of all edges back to it; false without one. */
bool natural_find(const struct flow *flow, struct natural *loop, int head);
/* The instructions of its blocks. */
int natural_code_size(const struct flow *flow, const struct natural *loop);

#endif
