/*
 * Rows: what the lanes of a vector read or write, each along a row of its own, in optimized code; and the loops of
 * one block that go along them.
 */
#ifndef MUX_ROWS_H
#define MUX_ROWS_H

#include "mux/compilation.h"

enum {
	ROW_LANES = 16,		/* of a vector, at most */
	ROW_LENGTH = 16,	/* elements of a row that are loaded or stored together, at most */
	ROW_UNROLL = 4,		/* rounds of a loop that go along rows together */
};

/* An address: root, and so many elements of the type, and bytes. */
struct address {
	LLVMValueRef root, index;	/* index: NULL for none */
	LLVMTypeRef type;
	uint64_t bytes;
};

/*
 * The addresses of a vector's lanes: to a common one each lane adds its own number of elements of the type.  Where each
 * lane has an address of its own instead, the common root and the type are NULL.
 */
struct addresses {
	struct address common;
	LLVMValueRef lanes;
	LLVMTypeRef lanes_type;
};

/* Splits an index into a value, NULL for none, and a constant. */
LLVMValueRef row_without_constant(LLVMValueRef index, int64_t *constant);

void row_read_address(struct compilation *c, LLVMValueRef value, struct address *address);
/* Reads a vector of addresses; false where lanes differ in more than one way. */
bool row_read_addresses(struct compilation *c, LLVMValueRef value, struct addresses *addresses);

/* A gather, or a scatter, of all lanes. */
bool row_is_gather(LLVMValueRef value);
bool row_is_scatter(LLVMValueRef value);

/* The operand of a scatter that is its value, its addresses. */
enum { SCATTERED_VALUE, SCATTERED_TO };

/* The elements of that type which fill a piece of a vector, within which processors shuffle cheaply; 0: none do. */
unsigned row_longest(struct compilation *c, LLVMTypeRef element);
/*
 * The lanes of such a vector, where it has 512 bits and the processor does: so many elements of as many rows are a
 * square of which each row is a line of the cache.  Else 0.
 */
unsigned row_square(struct compilation *c, LLVMTypeRef vector);

/* The instruction may read or write memory. */
bool row_may_access(LLVMValueRef instruction);
/* The instruction may write memory, or waits for what others write. */
bool row_may_write(LLVMValueRef instruction);

/* The only block that leads to a loop of one block; else NULL. */
LLVMBasicBlockRef row_block_before(LLVMBasicBlockRef loop);
bool row_is_of_block(LLVMValueRef value, LLVMBasicBlockRef block);
/* What each round of a loop of one block adds to the value, its counter; 0 for other values. */
int64_t row_step(LLVMValueRef value, LLVMBasicBlockRef loop);

#endif
