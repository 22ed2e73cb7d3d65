#include "mux/emit/store.h"

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

/* A store of eight bytes under a mask becomes two of four. */
static void
divide(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef value = LLVMGetOperand(call, 0), mask = LLVMGetOperand(call, 2), part[3], index, store;
	LLVMTypeRef type = LLVMTypeOf(value), types[2];
	unsigned id, from;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetVectorSize(type) != 8 || LLVMGetElementType(type) != c->i8 ||
	    LLVMIsConstant(mask))
		return;
	id = LLVMGetIntrinsicID(call_target(call));
	types[0] = LLVMVectorType(c->i8, 4);
	types[1] = LLVMTypeOf(LLVMGetOperand(call, 1));
	LLVMPositionBuilderBefore(c->builder, call);
	for (from = 0; from < 8; from += 4) {
		index = const_int(c->i64, from);
		part[0] = four_lanes(c, value, from);
		part[1] = LLVMBuildGEP2(c->builder, c->i8, LLVMGetOperand(call, 1), &index, 1, "");
		part[2] = four_lanes(c, mask, from);
		store = LLVMGetIntrinsicDeclaration(c->module, id, types, 2);
		LLVMBuildCall2(c->builder, LLVMGlobalGetValueType(store), store, part, 3, "");
	}
	LLVMInstructionEraseFromParent(call);
}

void
store_masked(struct compilation *c)
{
	LLVMValueRef function, call;
	LLVMUseRef use, next;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (strncmp(irmodule_name(function), "llvm.masked.store.", 18) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && call_target(call) == function && !make_scalar(c, call))
				divide(c, call);
		}
	}
}
