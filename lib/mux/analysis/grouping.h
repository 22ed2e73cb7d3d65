/*
 * Kernels that know of global ids alone, as most of those with work-groups of 16 by 16 that neither
 * share memory nor wait for each other.  A runtime may group their work-items as it likes: in long rows.
 */
#ifndef MUX_GROUPING_H
#define MUX_GROUPING_H

#include "mux/analysis/flow.h"

/*
 * The kernel computes the same in work-groups of any size, and is fastest in long rows: it has no private arrays, of which
 * each work-item of a group has its own, nor a loop that chunks of work-items run together, whose memory the rows of a
 * group share; chunks_too: its chunks are fastest in long rows too.
 */
bool grouping_is_unseen(const struct flow *flow, bool chunks_too);

#endif
