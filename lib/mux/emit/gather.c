#include "mux/emit/gather.h"

#include <string.h>

#include "ir/irmodule.h"

enum { MAX_STEPS = 8 };	/* of an address */

/*
 * The steps of a lane's address from a base of all lanes on, the last one first; only the first
 * step may differ between lanes.  Their number; 0 for other addresses.
 */
static int
find_steps(LLVMValueRef address, LLVMValueRef *step)
{
	int n;

	for (n = 0; n < MAX_STEPS && LLVMIsAGetElementPtrInst(address) && LLVMGetNumOperands(address) == 2; n++) {
		step[n] = address;
		address = LLVMGetOperand(address, 0);
		if (is_vector(LLVMGetOperand(step[n], 1)))
			return is_vector(address) ? 0 : n + 1;
	}
	return 0;
}

/* What all lanes of a vector have, where LLVM has written it to each of them; else NULL. */
static LLVMValueRef
common_value(LLVMValueRef vector)
{
	LLVMValueRef insertion, place;
	unsigned i;

	if (!LLVMIsAShuffleVectorInst(vector))
		return NULL;
	for (i = 0; i < LLVMGetNumMaskElements(vector); i++)
		if (LLVMGetMaskValue(vector, i) != 0)
			return NULL;
	insertion = LLVMGetOperand(vector, 0);
	if (!LLVMIsAInsertElementInst(insertion))
		return NULL;
	place = LLVMGetOperand(insertion, 2);
	return LLVMIsAConstantInt(place) && LLVMIsNull(place) ? LLVMGetOperand(insertion, 1) : NULL;
}

/* Splits the lanes' offsets into what is common to all, in part[0 ...], and what is left.  The number of parts. */
static int
split_offsets(LLVMValueRef *offset, LLVMValueRef *part)
{
	LLVMValueRef common;
	unsigned i;
	int n = 0;

	while (n < MAX_STEPS && (is_opcode(*offset, LLVMAdd) || (is_opcode(*offset, LLVMOr) && LLVMGetIsDisjoint(*offset)))) {
		for (i = 0; i < 2 && !(common = common_value(LLVMGetOperand(*offset, i))); i++)
			;
		if (i == 2)
			break;
		part[n++] = common;
		*offset = LLVMGetOperand(*offset, 1 - i);
	}
	return n;
}

static LLVMValueRef
step_by(LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef base, LLVMValueRef offset)
{
	return LLVMBuildGEP2(b, type, base, &offset, 1, "");
}

static void
split_address(struct compilation *c, LLVMValueRef call, unsigned operand)
{
	LLVMValueRef step[MAX_STEPS], common[MAX_STEPS], base, offset;
	LLVMBuilderRef b = c->builder;
	LLVMTypeRef type;
	int n = find_steps(LLVMGetOperand(call, operand), step), ncommon, i;

	if (!n)
		return;
	LLVMPositionBuilderBefore(b, call);
	base = LLVMGetOperand(step[n - 1], 0);
	type = LLVMGetGEPSourceElementType(step[n - 1]);
	offset = LLVMGetOperand(step[n - 1], 1);
	/* Narrower sums may wrap before they are extended to an address. */
	ncommon = LLVMGetElementType(LLVMTypeOf(offset)) == c->i64 ? split_offsets(&offset, common) : 0;
	for (i = 0; i < ncommon; i++)
		base = step_by(b, type, base, common[i]);
	for (i = n - 2; i >= 0; i--)
		base = step_by(b, LLVMGetGEPSourceElementType(step[i]), base, LLVMGetOperand(step[i], 1));
	LLVMSetOperand(call, operand, step_by(b, type, base, offset));
}

/* Processors want narrow offsets, and code generation looks at one block. */
static void
extend_offsets_here(struct compilation *c, LLVMValueRef call, unsigned operand)
{
	LLVMValueRef step[MAX_STEPS], offset, copy;

	if (find_steps(LLVMGetOperand(call, operand), step) != 1)
		return;
	offset = LLVMGetOperand(step[0], 1);
	if (!LLVMIsASExtInst(offset) && !LLVMIsAZExtInst(offset))
		return;
	copy = LLVMInstructionClone(offset);
	LLVMPositionBuilderBefore(c->builder, step[0]);
	LLVMInsertIntoBuilder(c->builder, copy);
	LLVMSetOperand(step[0], 1, copy);
}

/* Does so with the operand of each call that is the address of a gather or a scatter. */
static void
for_each_address(struct compilation *c, void (*change)(struct compilation *, LLVMValueRef, unsigned))
{
	LLVMValueRef function, call;
	LLVMUseRef use;
	bool gathers;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		gathers = !strncmp(irmodule_name(function), "llvm.masked.gather.", 19);
		if (!gathers && strncmp(irmodule_name(function), "llvm.masked.scatter.", 20))
			continue;
		for (use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call))
				change(c, call, gathers ? 0 : 1);
		}
	}
}

void
gather_split_addresses(struct compilation *c)
{
	for_each_address(c, split_address);
}

void
gather_extend_offsets(struct compilation *c)
{
	for_each_address(c, extend_offsets_here);
}
