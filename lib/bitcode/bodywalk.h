/*
 * The walk over a function's block and the blocks inside it, in the order of the file:
 * aspect-prop reads bodies with it, the cutter finds what they need, and a plan
 * copies them.
 */
#ifndef BITCODE_BODYWALK_H
#define BITCODE_BODYWALK_H

#include "bitmodule.h"
#include "records.h"

struct bodywalk {
	struct bitreader reader;
	struct bitrecord record;
	struct bitblock block[2];	/* the function's, and the one inside it */
	unsigned depth;			/* of the block that is read: 0 or 1 */
	struct bitbody order;
	struct bitblock inner;		/* private: where the next block starts */
};

/*
 * Starts at the body of a global of the module, and returns the number of the function's
 * parameters; BITMODULE_NONE when it does not have the type of a function.  check: the order
 * of the blocks is checked together with the records, which the caller gives to
 * bitbody_takes().  reader's arena is the caller's choice.
 */
uint32_t bodywalk_begin(struct bodywalk *walk, const struct bitmodule *module, uint32_t global, bool check);
/*
 * The next item of bitreader_next() in block[depth].  After BITS_BLOCK that is the
 * inner block, after BITS_END the block that ended, which the caller leaves.  Orders of
 * uses are skipped.  BITS_BAD: damaged, or LLVM does not write blocks in this order.
 */
static inline enum bititem bodywalk_next(struct bodywalk *walk);
/* Leaves the block that ended; false when it was the function's. */
static inline bool
bodywalk_leave(struct bodywalk *walk)
{
	return walk->depth-- != 0;
}
/* Skips the inner block that was entered. */
void bodywalk_skip(struct bodywalk *walk);

/* Private: enters walk->inner, or skips it and goes on. */
enum bititem bodywalk_enter(struct bodywalk *walk);

/* Here because it is called for every record of every function. */
static inline enum bititem
bodywalk_next(struct bodywalk *walk)
{
	enum bititem item = bitreader_next(&walk->reader, &walk->block[walk->depth], &walk->record, &walk->inner);

	return item == BITS_BLOCK ? bodywalk_enter(walk) : item;
}

#endif
