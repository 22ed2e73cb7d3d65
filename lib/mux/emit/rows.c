#include "mux/emit/rows.h"

#include <string.h>

#include "ir/irmodule.h"

enum {
	MAX_STEPS = 8,		/* of an address */
	PIECE_BITS = 128,	/* of a vector, within which processors shuffle cheaply */
	LINE = 64,		/* bytes of a cache's line, and of a vector of 512 bits */
};

/* --- addresses --------------------------------------------------------------------- */

LLVMValueRef
row_without_constant(LLVMValueRef index, int64_t *constant)
{
	LLVMValueRef added;

	for (*constant = 0; is_opcode(index, LLVMAdd) || (is_opcode(index, LLVMOr) && LLVMGetIsDisjoint(index));
	     index = LLVMGetOperand(index, 0)) {
		added = LLVMGetOperand(index, 1);
		if (!LLVMIsAConstantInt(added))
			break;
		*constant += LLVMConstIntGetSExtValue(added);
	}
	if (!LLVMIsAConstantInt(index))
		return index;
	*constant += LLVMConstIntGetSExtValue(index);
	return NULL;
}

/* Adds a step to the address; false, with nothing added, where it would have two indices. */
static bool
add_step(struct compilation *c, struct address *address, LLVMTypeRef type, LLVMValueRef index)
{
	int64_t constant;

	if (LLVMTypeOf(index) != c->i64)
		return false;
	index = row_without_constant(index, &constant);
	if (index && address->index)
		return false;
	address->bytes += (uint64_t)constant * LLVMABISizeOfType(c->layout, type);
	if (index) {
		address->index = index;
		address->type = type;
	}
	return true;
}

static bool
is_step(LLVMValueRef value)
{
	return LLVMIsAGetElementPtrInst(value) && LLVMGetNumOperands(value) == 2;
}

void
row_read_address(struct compilation *c, LLVMValueRef value, struct address *address)
{
	int n;

	for (n = 0; n < MAX_STEPS && is_step(value); n++) {
		if (!add_step(c, address, LLVMGetGEPSourceElementType(value), LLVMGetOperand(value, 1)))
			break;
		value = LLVMGetOperand(value, 0);
	}
	address->root = value;
}

bool
row_read_addresses(struct compilation *c, LLVMValueRef value, struct addresses *addresses)
{
	LLVMValueRef index;
	int n;

	*addresses = (struct addresses){ .lanes = NULL };
	for (n = 0; n < MAX_STEPS && is_vector(value) && is_step(value); n++) {
		index = LLVMGetOperand(value, 1);
		if (!is_vector(index)) {
			if (!add_step(c, &addresses->common, LLVMGetGEPSourceElementType(value), index))
				return false;
		} else if (addresses->lanes) {
			return false;
		} else {
			addresses->lanes = index;
			addresses->lanes_type = LLVMGetGEPSourceElementType(value);
		}
		value = LLVMGetOperand(value, 0);
	}
	if (!is_vector(value))
		row_read_address(c, value, &addresses->common);
	else if (!addresses->lanes)
		addresses->lanes = value;
	else
		return false;
	return addresses->lanes != NULL;
}

/* --- instructions ------------------------------------------------------------------ */

/* A call of such an intrinsic for all lanes, whose number is known: not those of SVE. */
static bool
is_call_of(LLVMValueRef value, const char *prefix, unsigned mask)
{
	LLVMValueRef lanes;

	if (!LLVMIsACallInst(value) || strncmp(irmodule_name(LLVMGetCalledValue(value)), prefix, strlen(prefix)) != 0)
		return false;
	lanes = LLVMGetOperand(value, mask);
	return is_vector(lanes) && LLVMIsConstant(lanes) && lanes == LLVMConstAllOnes(LLVMTypeOf(lanes));
}

bool
row_is_gather(LLVMValueRef value)
{
	return is_call_of(value, "llvm.masked.gather.", 1);
}

bool
row_is_scatter(LLVMValueRef value)
{
	return is_call_of(value, "llvm.masked.scatter.", 2);
}

unsigned
row_longest(struct compilation *c, LLVMTypeRef element)
{
	uint64_t bits = LLVMABISizeOfType(c->layout, element) * 8;

	return bits == 32 || bits == 64 ? (unsigned)(PIECE_BITS / bits) : 0;
}

unsigned
row_square(struct compilation *c, LLVMTypeRef vector)
{
	LLVMTypeRef element = LLVMGetElementType(vector);
	unsigned lanes = LLVMGetVectorSize(vector);

	return c->vector_bits == 512 && row_longest(c, element) && lanes * LLVMABISizeOfType(c->layout, element) == LINE ? lanes : 0;
}

bool
row_may_access(LLVMValueRef instruction)
{
	return LLVMIsALoadInst(instruction) || row_may_write(instruction) ||
	       (LLVMIsACallInst(instruction) && call_memory(instruction) != 0);
}

bool
row_may_write(LLVMValueRef instruction)
{
	enum { READS_AT_MOST = 0x55555555 };	/* of every kind of memory */

	if (!LLVMIsACallInst(instruction))
		return LLVMIsAStoreInst(instruction) || LLVMIsAFenceInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
		       LLVMIsAAtomicCmpXchgInst(instruction) ||
		       (LLVMIsALoadInst(instruction) && LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic);
	return (call_memory(instruction) & ~(uint64_t)READS_AT_MOST) != 0;
}

/* --- loops ------------------------------------------------------------------------- */

LLVMBasicBlockRef
row_block_before(LLVMBasicBlockRef loop)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(loop), phi = LLVMGetFirstInstruction(loop);
	LLVMBasicBlockRef first;
	unsigned i;

	for (i = 0; i < LLVMGetNumSuccessors(end) && LLVMGetSuccessor(end, i) != loop; i++)
		;
	if (i == LLVMGetNumSuccessors(end) || !LLVMIsAPHINode(phi) || LLVMCountIncoming(phi) != 2)
		return NULL;
	first = LLVMGetIncomingBlock(phi, 0);
	return first == loop ? LLVMGetIncomingBlock(phi, 1) : first;
}

bool
row_is_of_block(LLVMValueRef value, LLVMBasicBlockRef block)
{
	return value && LLVMIsAInstruction(value) && LLVMGetInstructionParent(value) == block;
}

int64_t
row_step(LLVMValueRef value, LLVMBasicBlockRef loop)
{
	LLVMValueRef next;
	int64_t constant;
	unsigned i;

	if (!value || !LLVMIsAPHINode(value) || LLVMGetInstructionParent(value) != loop || LLVMCountIncoming(value) != 2)
		return 0;
	i = LLVMGetIncomingBlock(value, 0) == loop ? 0 : 1;
	next = LLVMGetIncomingValue(value, i);
	return LLVMGetIncomingBlock(value, i) == loop && row_without_constant(next, &constant) == value ? constant : 0;
}
