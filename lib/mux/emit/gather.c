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

/* The lanes' offsets at the builder's place: processors want them narrow, and code generation looks at one block. */
static LLVMValueRef
offsets_here(LLVMBuilderRef b, LLVMValueRef step)
{
	LLVMValueRef offset = LLVMGetOperand(step, 1), copy;

	if (!LLVMIsASExtInst(offset) && !LLVMIsAZExtInst(offset))
		return offset;
	copy = LLVMInstructionClone(offset);
	LLVMInsertIntoBuilder(b, copy);
	return copy;
}

static void
split_address(struct compilation *c, LLVMValueRef call, unsigned operand)
{
	LLVMValueRef step[MAX_STEPS], base, offset;
	LLVMBuilderRef b = c->builder;
	int n = find_steps(LLVMGetOperand(call, operand), step), i;

	if (!n)
		return;
	LLVMPositionBuilderBefore(b, call);
	base = LLVMGetOperand(step[n - 1], 0);
	for (i = n - 2; i >= 0; i--) {
		offset = LLVMGetOperand(step[i], 1);
		base = LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(step[i]), base, &offset, 1, "");
	}
	offset = offsets_here(b, step[n - 1]);
	LLVMSetOperand(call, operand, LLVMBuildGEP2(b, LLVMGetGEPSourceElementType(step[n - 1]), base, &offset, 1, ""));
}

void
gather_split_addresses(struct compilation *c)
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
				split_address(c, call, gathers ? 0 : 1);
		}
	}
}
