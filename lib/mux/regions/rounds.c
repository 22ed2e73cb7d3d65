#include "mux/regions/rounds.h"

#include "mux/regions/columns.h"
#include "mux/regions/regions.h"
#include "mux/regions/soft.h"
#include "mux/regions/stride.h"

enum {
	VECTOR = 16,		/* floats in a wide vector */
	MAX_BYTES = 1536,	/* of what the work-items of a chunk of two vectors keep in registers from round to round */
	FEW_BYTES = 1024,	/* of those of four */
	MAX_CODE = 192,		/* instructions of all blocks */
};

/* Each work-item accesses memory in a row of its own: such rows are transposed sixteen at a time (emit/transpose.h). */
static bool
is_in_row(const struct flow *flow, LLVMValueRef access, const struct ptrmap *known)
{
	LLVMValueRef address = LLVMIsALoadInst(access) ? LLVMGetOperand(access, 0) : LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 1)
		: NULL;
	LLVMTypeRef type;
	int64_t bytes;

	if (!address || !flow_is_memory(flow, address))
		return false;
	if (!columns_grows_by(flow, address, known, &bytes))
		return stride_is_unknown(flow, address);
	type = LLVMTypeOf(LLVMIsALoadInst(access) ? access : LLVMGetOperand(access, 0));
	return bytes != 0 && bytes != (int64_t)LLVMABISizeOfType(flow->c->layout, type);
}

static bool
accesses_rows(const struct flow *flow, const int *order, int n, const struct ptrmap *known)
{
	LLVMValueRef i;
	int k;

	for (k = 0; k < n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[order[k]].block); i; i = LLVMGetNextInstruction(i))
			if (is_in_row(flow, i, known))
				return true;
	return false;
}

unsigned
rounds_width(const struct flow *flow, const int *order, int n, const struct ptrmap *known)
{
	const struct block *block;
	bool uniform = false, masked = false;
	unsigned vectors;
	uint64_t bytes;
	int k;

	if (!flow->c->wide_vectors || flow->c->options->width != VECTOR || soft_width(flow, order, n) != VECTOR)
		return 0;
	for (k = 0; k < n; k++) {
		block = &flow->block[order[k]];
		uniform |= block->uniform_head;
		masked |= block->mask_exit >= 0;
	}
	if ((!uniform && !masked) || regions_code_size(flow, order, n) > MAX_CODE || !columns_guards_are_first(flow, order, n) ||
	    accesses_rows(flow, order, n, known))
		return 0;
	bytes = columns_kept_bytes(flow, order, n) * VECTOR;
	/* A masked loop goes on until its last work-item has left: the more there are, the longer. */
	vectors = masked ? 2 : 4;
	while (vectors > 1 && bytes * vectors > (vectors > 2 ? FEW_BYTES : MAX_BYTES))
		vectors /= 2;
	return vectors > 1 ? vectors * VECTOR : 0;
}
