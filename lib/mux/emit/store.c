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

static void
make_scalar(struct compilation *c, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0)), element = LLVMGetElementType(type);
	LLVMBuilderRef b = c->builder;
	LLVMValueRef index, address;
	int lane;

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind || LLVMGetTypeKind(element) != LLVMIntegerTypeKind ||
	    LLVMGetIntTypeWidth(element) % 8)
		return;
	lane = lone_lane(LLVMGetOperand(call, 2));
	if (lane < 0)
		return;
	LLVMPositionBuilderBefore(b, call);
	index = const_int(c->i64, (uint64_t)lane);
	address = LLVMBuildGEP2(b, element, LLVMGetOperand(call, 1), &index, 1, "");
	LLVMSetAlignment(LLVMBuildStore(b, LLVMBuildExtractElement(b, LLVMGetOperand(call, 0), index, ""), address), 1);
	LLVMInstructionEraseFromParent(call);
}

void
store_lone_lanes(struct compilation *c)
{
	LLVMValueRef function, call;
	LLVMUseRef use, next;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function)) {
		if (strncmp(irmodule_name(function), "llvm.masked.store.", 18) != 0)
			continue;
		for (use = LLVMGetFirstUse(function); use; use = next) {
			next = LLVMGetNextUse(use);
			call = LLVMGetUser(use);
			if (LLVMIsACallInst(call) && call_target(call) == function)
				make_scalar(c, call);
		}
	}
}
