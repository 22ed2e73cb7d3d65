#include "mux/regions/rounds.h"

#include "mux/regions/columns.h"
#include "mux/regions/regions.h"
#include "mux/regions/stride.h"
#include "mux/regions/width.h"

enum {
	WIDTH = 16,		/* work-items of other chunks */
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

/* It divides integers, one lane after the other: that keeps the processor busy, and more lanes wait for the last one. */
static bool
divides(const struct flow *flow, const int *order, int n)
{
	LLVMValueRef i;
	LLVMOpcode opcode;
	int k;

	for (k = 0; k < n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			opcode = LLVMGetInstructionOpcode(i);
			if ((opcode == LLVMUDiv || opcode == LLVMSDiv || opcode == LLVMURem || opcode == LLVMSRem) &&
			    !LLVMIsConstant(LLVMGetOperand(i, 1)))
				return true;
		}
	return false;
}

/* Bytes of all vector registers: 32 of 512 bits, or 16. */
static unsigned
registers_size(const struct compilation *c)
{
	return c->vector_bits / 8 * (c->vector_bits == 512 ? 32 : 16);
}

unsigned
rounds_width(const struct flow *flow, const int *order, int n, const struct ptrmap *known)
{
	const struct block *block;
	bool uniform = false, masked = false;
	unsigned most = registers_size(flow->c);
	uint64_t bytes;
	int k;

	if (!most || flow->c->options->width != WIDTH || width_of_chunks(flow, order, n) != WIDTH)
		return 0;
	for (k = 0; k < n; k++) {
		block = &flow->block[order[k]];
		uniform |= block->uniform_head;
		masked |= block->mask_exit >= 0;
	}
	if (masked && flow->c->vector_bits < 512 && divides(flow, order, n))
		return 0;
	if ((!uniform && !masked) || regions_code_size(flow, order, n) > MAX_CODE || !columns_guards_are_first(flow, order, n) ||
	    accesses_rows(flow, order, n, known))
		return 0;
	bytes = columns_kept_bytes(flow, order, n);
	/* A masked loop goes on until its last work-item has left: the more there are, the longer. */
	if (!masked && bytes * 4 * WIDTH <= most / 2)
		return 4 * WIDTH;
	return bytes * 2 * WIDTH <= most / 4 * 3 ? 2 * WIDTH : 0;
}
