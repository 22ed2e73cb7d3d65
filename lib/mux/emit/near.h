/*
 * Numbers of 32 bits that grow by one from work-item to work-item: int i = get_global_id(0), or
 * the same from group, size and local id.  What a chunk adds to such a number could wrap, so
 * LLVM would ask in every chunk, and in every round of its loops, whether it does.  Chunks run
 * where it does not, and LLVM is told so.
 */
#ifndef MUX_NEAR_H
#define MUX_NEAR_H

#include "mux/emit/emit.h"

enum { MAX_NEAR = 4, MAX_EXTENSIONS = 16 };

struct near {
	LLVMValueRef first[2];		/* the first global id of a row, without and with the offset: known to be small, but in parts */
	LLVMValueRef behind;		/* in parts of rows: how far the work-item is behind the one that the starts are of; else NULL */
	/* Ids, and sums of one and what the row shares, which become addresses as numbers of 32 bits. */
	struct {
		LLVMValueRef sum;
		LLVMValueRef start;	/* what it is for the row's first work-item, or the part's; NULL: not known */
		bool positive;		/* it is made 64 bits without a sign */
		int64_t scale;		/* the largest that an extension has, at least 1 */
	} number[MAX_NEAR];
	int n;
	bool by_row;			/* some sum has ids of other dimensions, so start differs from row to row */
	/* Instructions that make 64 bits of the lower 32 of number of: (it * scale + add) << shift. */
	struct {
		LLVMValueRef instruction;
		LLVMValueRef start;	/* in parts: its value for the part's first work-item; NULL: not known */
		int of;
		int64_t scale, add;
		unsigned shift;
	} extension[MAX_EXTENSIONS];
	int nextension;
	bool scaled;			/* some extension has a scale, as in a[3 * i]: LLVM makes no vector code of it otherwise */
};

/*
 * Reads value << 32 >> (32 - shift), scale being 1, and value * (scale << 32) >> (32 - shift): the lower 32 bits of the
 * value, with the sign that the shift to the right, inst, gives them, times the scale, shifted.
 */
bool near_read_shifts(const struct flow *flow, LLVMValueRef inst, LLVMValueRef *value, int64_t *scale, unsigned *shift);
/* Finds the sums and their extensions. */
void near_find(struct near *near, const struct hard *hard);
/*
 * The global ids of the group and the sums fit into an int of 32 bits, with what a row can add to them: sets first and
 * start to values that LLVM knows to be so small, and which are right where the result is true.  by_row: in the loop over rows.
 */
LLVMValueRef near_test(struct near *near, const struct hard *hard);
/*
 * For parts of rows (parts.h), behind near_test: sets the starts to what the work-item at x has.  The part is it alone, or
 * has work-items behind it where the test is true: sums that begin at the starts wrap in neither.
 */
void near_begin_at(struct near *near, const struct hard *hard, LLVMValueRef x);
/* Code at the builder's place for a sum, or an extension, of the work-item's row; NULL: the instruction is none. */
LLVMValueRef near_value(const struct item *item, struct compilation *c, LLVMValueRef instruction);

#endif
