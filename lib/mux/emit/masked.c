#include "mux/emit/masked.h"

#include <string.h>

#include "ir/irmodule.h"

/* The only lane that the constant mask has; -1 for other masks. */
static int
lone_lane(LLVMValueRef mask)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(mask)), i;
	LLVMValueRef lane;
	int found = -1;

	if (!LLVMIsConstant(mask))
		return -1;
	for (i = 0; i < n; i++) {
		lane = LLVMGetAggregateElement(mask, i);
		if (!LLVMIsAConstantInt(lane) || LLVMIsNull(lane))
			continue;
		if (found >= 0)
			return -1;
		found = (int)i;
	}
	return found;
}

/* A store of one lane becomes a store without a mask; false for others. */
static bool
make_scalar(struct compilation *c, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0)), element = LLVMGetElementType(type);
	LLVMBuilderRef b = c->builder;
	LLVMValueRef index, address;
	int lane;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetTypeKind(element) != LLVMIntegerTypeKind ||
	    LLVMGetIntTypeWidth(element) % 8)
		return false;
	lane = lone_lane(LLVMGetOperand(call, 2));
	if (lane < 0)
		return false;
	LLVMPositionBuilderBefore(b, call);
	index = const_int(c->i64, (uint64_t)lane);
	address = LLVMBuildGEP2(b, element, LLVMGetOperand(call, 1), &index, 1, "");
	LLVMSetAlignment(LLVMBuildStore(b, LLVMBuildExtractElement(b, LLVMGetOperand(call, 0), index, ""), address), 1);
	LLVMInstructionEraseFromParent(call);
	return true;
}

/* Four lanes of the vector, from that one on. */
static LLVMValueRef
four_lanes(struct compilation *c, LLVMValueRef vector, unsigned from)
{
	LLVMValueRef lane[4];
	unsigned i;

	for (i = 0; i < 4; i++)
		lane[i] = const_int(c->i32, from + i);
	return LLVMBuildShuffleVector(c->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), LLVMConstVector(lane, 4), "");
}

/* A call of the intrinsic on four bytes. */
static LLVMValueRef
access_four(struct compilation *c, LLVMValueRef intrinsic, LLVMValueRef *operand)
{
	LLVMTypeRef types[] = { LLVMVectorType(c->i8, 4), LLVMPointerTypeInContext(c->context, 0) };

	intrinsic = LLVMGetIntrinsicDeclaration(c->module, LLVMGetIntrinsicID(intrinsic), types, 2);
	return LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(intrinsic), intrinsic, operand, 3, "");
}

/* An access of eight bytes under a mask becomes two of four. */
static void
divide(struct compilation *c, LLVMValueRef call, bool stores)
{
	/* A load has an address, a mask and what it gives without; a store has the value, the address and the mask. */
	const unsigned at = stores ? 1 : 0;
	LLVMTypeRef type = LLVMTypeOf(stores ? LLVMGetOperand(call, 0) : call);
	LLVMValueRef operand[3], half[2], index, all[8];
	unsigned i, k;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) != 8 || LLVMGetElementType(type) != c->i8 ||
	    LLVMIsConstant(LLVMGetOperand(call, at + 1)) || LLVMGetPointerAddressSpace(LLVMTypeOf(LLVMGetOperand(call, at))))
		return;
	LLVMPositionBuilderBefore(c->builder, call);
	for (i = 0; i < 2; i++) {
		index = const_int(c->i64, 4 * i);
		for (k = 0; k < 3; k++)
			operand[k] = k == at ? LLVMBuildGEP2(c->builder, c->i8, LLVMGetOperand(call, at), &index, 1, "")
				   : four_lanes(c, LLVMGetOperand(call, k), 4 * i);
		half[i] = access_four(c, call_target(call), operand);
	}
	if (!stores) {
		for (k = 0; k < 8; k++)
			all[k] = const_int(c->i32, k);
		LLVMReplaceAllUsesWith(call, LLVMBuildShuffleVector(c->builder, half[0], half[1], LLVMConstVector(all, 8), ""));
	}
	LLVMInstructionEraseFromParent(call);
}

void
masked_repair(struct compilation *c)
{
	LLVMValueRef function, call;
	LLVMUseRef use, next;
	bool stores;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		stores = !strncmp(irmodule_name(function), "llvm.masked.store.", 18);
		if (!stores && strncmp(irmodule_name(function), "llvm.masked.load.", 17) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && call_target(call) == function && !(stores && make_scalar(c, call)))
				divide(c, call, stores);
		}
	}
}
