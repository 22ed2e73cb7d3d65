/*
 * Rows in parts, for regions whose work-items do nothing where they fail a test at the beginning: the work-items for
 * which the tests are known (span.h) and the sums are near (near.h) are one part, each of the others is one alone.
 *
 *     x = exact ? from : 0;
 *     do {
 *             n = x == from ? to - from : 1;
 *             if (tests(x))
 *                     for (i = 0; i < n; i++)
 *                             region(x + i);
 *             x += n;
 *     } while (x < (exact ? 0 : length));
 *
 * So the region is there once, in a loop without tests, and LLVM need not ask whether its sums wrap: they begin at x, and
 * a part that is one work-item has no second.
 */
#ifndef MUX_PARTS_H
#define MUX_PARTS_H

#include "mux/emit/loops.h"
#include "mux/emit/near.h"
#include "mux/emit/span.h"

/* While the loop over a row's parts is open. */
struct parts {
	struct loop loop;		/* over the work-items of a part */
	LLVMValueRef x;			/* the work-item that the loop's iteration is of */
	LLVMValueRef variable;		/* where the next part begins */
	LLVMValueRef begin, length;	/* of the part */
	LLVMValueRef end;		/* where no part begins any more: 0 if the first one is all that passes the tests */
	LLVMBasicBlockRef again, next, done;
};

/*
 * Rows of the hard region can be emitted so: all that is in front of the span's tests, which may be none, can be left out,
 * and the tests can be computed for one work-item.  May build code that has no effect.
 */
bool parts_fit(const struct hard *hard, const struct span *span, const struct near *near);
/*
 * Opens the loops, in the loop over rows; the builder is where the region of x begins, for a body with the span's
 * decisions and, as hard->near, near, of which only near_find was called.
 */
void parts_begin(struct parts *parts, struct hard *hard, const struct span *span, struct near *near);
/* Closes the loop over parts; the one over a part's work-items is closed. */
void parts_end(struct parts *parts, struct hard *hard);

#endif
