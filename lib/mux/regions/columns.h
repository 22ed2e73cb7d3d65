/*
 * Loops that go down the columns of a matrix, one column a work-item: a[k * n + i].  Each
 * round reads another row, of which a chunk takes as many elements as it has work-items.
 * Wide chunks read more of a row at once: rows are so far apart that nothing else of
 * them stays in the first cache, and their sums do not wait for each other.
 */
#ifndef MUX_COLUMNS_H
#define MUX_COLUMNS_H

#include "mux/analysis/flow.h"

/*
 * How many work-items the first chunks of a hard region have, whose n blocks order lists,
 * while there are as many; 0: no more than width_of_chunks() says.  known has what is added to some
 * instructions from each work-item of a chunk to the next.
 */
unsigned columns_width(const struct flow *flow, const int *order, int n, const struct ptrmap *known);

/* The bytes that a work-item keeps from one soft region of those blocks to the next, at most. */
uint64_t columns_kept_bytes(const struct flow *flow, const int *order, int n);

/* Whether the value grows by a constant from each work-item to the next, *by; an address grows by bytes. */
bool columns_grows_by(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known, int64_t *by);
/* The same, where that constant does not matter. */
bool columns_grows_evenly(const struct flow *flow, LLVMValueRef value, const struct ptrmap *known);

/* A chunk may stop at each guard of the hard region, and its work-items begin again: none has done anything there. */
bool columns_guards_are_first(const struct flow *flow, const int *order, int n);

/* The guards are first, and the region's loops run the same number of rounds for all work-items. */
bool columns_may_stop(const struct flow *flow, const int *order, int n);

#endif
