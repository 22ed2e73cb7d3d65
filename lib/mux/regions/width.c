#include "mux/regions/width.h"

#include "mux/analysis/natural.h"
#include "mux/regions/stride.h"

enum {
	MIN_WIDTH = 64, MAX_WIDTH = 2048,	/* of chunks that go through memory together */
	MAX_BYTES = 32768,	/* of the slots of such a chunk */
	STRIDED_WIDTH = 8,	/* of chunks that access as many rows of several arrays: more have no place beside each other in the first cache */
	SMALL = 40,		/* instructions of a loop whose values have registers for twice as many */
	MAX_DEPTH = 8,		/* of an expression that is analysed */
};

/* The bytes of a lane's slots between the soft regions of those blocks. */
static uint64_t
carried_bytes(const struct flow *flow, const int *order, int n)
{
	uint64_t bytes = sizeof(uint32_t);
	int i, k;

	for (i = 0; i < flow->nslot; i++) {
		if (!slot_is_carried(&flow->slot[i]) || flow->slot[i].uniform || flow->slot[i].advances_at >= 0)
			continue;
		for (k = 0; k < n && !(flow->block[order[k]].soft && bit_test(flow->block[order[k]].live_in, i)); k++)
			;
		if (k < n)
			bytes += flow->slot[i].size;
	}
	return bytes;
}

/* An element of 4 or 8 bytes that a load or store accesses in the work-item's own row; NULL for other instructions. */
static LLVMValueRef
address_in_row(const struct flow *flow, LLVMValueRef access)
{
	LLVMValueRef address = LLVMIsALoadInst(access) ? LLVMGetOperand(access, 0) : LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 1)
		: NULL;

	return address && !flow_slot(flow, address) && stride_is_unknown(flow, address) ? flow_stored_value(flow, address) : NULL;
}

/* The expression has something that is read from memory. */
static bool
reads_memory(const struct flow *flow, LLVMValueRef value, int depth)
{
	int i;

	value = flow_stored_value(flow, value);
	if (depth == 0 || !LLVMIsAInstruction(value))
		return false;
	if (LLVMIsALoadInst(value))
		return flow_is_memory(flow, LLVMGetOperand(value, 0));
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (reads_memory(flow, LLVMGetOperand(value, (unsigned)i), depth - 1))
			return true;
	return false;
}

/* The blocks read rows of one array, as they are, and write none: processors load twice as many of them together, as vectors. */
static bool
only_read_rows_of_one(const struct flow *flow, const int *order, int n)
{
	LLVMValueRef i, address, base = NULL;
	uint64_t size;
	int k;

	for (k = 0; k < n; k++)
		for (i = LLVMGetFirstInstruction(flow->block[order[k]].block); i; i = LLVMGetNextInstruction(i)) {
			address = address_in_row(flow, i);
			if (!address)
				continue;
			if (LLVMIsAStoreInst(i) || !LLVMIsAGetElementPtrInst(address) ||
			    reads_memory(flow, LLVMGetOperand(address, 1), MAX_DEPTH))
				return false;
			size = LLVMABISizeOfType(flow->c->layout, LLVMTypeOf(i));
			address = flow_stored_value(flow, LLVMGetOperand(address, 0));
			if ((size != 4 && size != 8) || (base && address != base))
				return false;
			base = address;
		}
	return base != NULL;
}

/* The loop's values have registers for twice as many work-items: these are of 512 bits, or the loop is short. */
static bool
has_registers(const struct flow *flow, int head)
{
	struct natural loop;

	return flow->c->vector_bits == 512 || (natural_find(flow, &loop, head) && natural_code_size(flow, &loop) <= SMALL);
}

/* The width of a chunk in registers of those blocks whose loop has that head. */
static unsigned
width_in_registers(const struct flow *flow, int head, const int *order, int n)
{
	unsigned width = flow->c->options->width;
	int i;

	for (i = 0; i < flow->nslot; i++)
		if (flow->slot[i].strided && width > STRIDED_WIDTH && bit_test(flow->block[head].live_in, i))
			return only_read_rows_of_one(flow, order, n) && has_registers(flow, head) ? width : STRIDED_WIDTH;
	return width;
}

unsigned
width_of_chunks(const struct flow *flow, const int *order, int n)
{
	const struct block *block;
	unsigned width = MAX_WIDTH;
	int heads = 0, i, k;
	uint64_t bytes;
	bool strides = false;

	for (k = 0; k < n; k++) {
		block = &flow->block[order[k]];
		heads += block->mask_exit >= 0;
		if (block->uniform_head)
			return width_in_registers(flow, order[k], order, n);
		for (i = 0; block->mask_exit >= 0 && i < flow->nslot; i++)
			strides |= flow->slot[i].advances_at == order[k] && !LLVMIsAConstant(flow->slot[i].step);
	}
	if (heads != 1 || !strides)
		return flow->c->options->width;
	bytes = carried_bytes(flow, order, n);
	while (width > MIN_WIDTH && bytes * width > MAX_BYTES)
		width /= 2;
	return bytes * width > MAX_BYTES ? flow->c->options->width : width;
}

