#include "mux/emit/alone.h"

static LLVMValueRef
choose(LLVMBuilderRef builder, LLVMIntPredicate predicate, LLVMValueRef a, LLVMValueRef b)
{
	return LLVMBuildSelect(builder, LLVMBuildICmp(builder, predicate, a, b, ""), a, b, "");
}

/* The operations that result_of() knows; others are left to LLVM. */
static bool
is_known(LLVMAtomicRMWBinOp op)
{
	return op <= LLVMAtomicRMWBinOpFSub && op != LLVMAtomicRMWBinOpNand;
}

/* What is stored instead of old. */
static LLVMValueRef
result_of(LLVMBuilderRef builder, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef value)
{
	switch (op) {
	case LLVMAtomicRMWBinOpXchg:
		return value;
	case LLVMAtomicRMWBinOpAdd:
		return LLVMBuildAdd(builder, old, value, "");
	case LLVMAtomicRMWBinOpSub:
		return LLVMBuildSub(builder, old, value, "");
	case LLVMAtomicRMWBinOpAnd:
		return LLVMBuildAnd(builder, old, value, "");
	case LLVMAtomicRMWBinOpOr:
		return LLVMBuildOr(builder, old, value, "");
	case LLVMAtomicRMWBinOpXor:
		return LLVMBuildXor(builder, old, value, "");
	case LLVMAtomicRMWBinOpMax:
		return choose(builder, LLVMIntSGT, old, value);
	case LLVMAtomicRMWBinOpMin:
		return choose(builder, LLVMIntSLT, old, value);
	case LLVMAtomicRMWBinOpUMax:
		return choose(builder, LLVMIntUGT, old, value);
	case LLVMAtomicRMWBinOpUMin:
		return choose(builder, LLVMIntULT, old, value);
	case LLVMAtomicRMWBinOpFAdd:
		return LLVMBuildFAdd(builder, old, value, "");
	case LLVMAtomicRMWBinOpFSub:
		return LLVMBuildFSub(builder, old, value, "");
	default:
		return old;
	}
}

static LLVMValueRef
build_load(LLVMBuilderRef builder, LLVMValueRef atomic, LLVMTypeRef type)
{
	LLVMValueRef load = LLVMBuildLoad2(builder, type, LLVMGetOperand(atomic, 0), "");

	LLVMSetAlignment(load, LLVMGetAlignment(atomic));
	LLVMSetOrdering(load, LLVMAtomicOrderingMonotonic);
	return load;
}

static void
build_store(LLVMBuilderRef builder, LLVMValueRef atomic, LLVMValueRef value)
{
	LLVMValueRef store = LLVMBuildStore(builder, value, LLVMGetOperand(atomic, 0));

	LLVMSetAlignment(store, LLVMGetAlignment(atomic));
	LLVMSetOrdering(store, LLVMAtomicOrderingMonotonic);
}

/* What the instruction gives, NULL if it stays. */
static LLVMValueRef
expand(LLVMBuilderRef builder, LLVMValueRef atomic)
{
	LLVMValueRef old, new, same;

	LLVMPositionBuilderBefore(builder, atomic);
	if (LLVMIsAAtomicRMWInst(atomic)) {
		if (!is_known(LLVMGetAtomicRMWBinOp(atomic)))
			return NULL;
		old = build_load(builder, atomic, LLVMTypeOf(atomic));
		build_store(builder, atomic, result_of(builder, LLVMGetAtomicRMWBinOp(atomic), old, LLVMGetOperand(atomic, 1)));
		return old;
	}
	old = build_load(builder, atomic, LLVMTypeOf(LLVMGetOperand(atomic, 1)));
	same = LLVMBuildICmp(builder, LLVMIntEQ, old, LLVMGetOperand(atomic, 1), "");
	build_store(builder, atomic, LLVMBuildSelect(builder, same, LLVMGetOperand(atomic, 2), old, ""));
	new = LLVMBuildInsertValue(builder, LLVMGetPoison(LLVMTypeOf(atomic)), old, 0, "");
	return LLVMBuildInsertValue(builder, new, same, 1, "");
}

static void
expand_block(struct compilation *c, LLVMBasicBlockRef block)
{
	LLVMValueRef i, next, value;

	for (i = LLVMGetFirstInstruction(block); i; i = next) {
		next = LLVMGetNextInstruction(i);
		if ((!LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i)) || !LLVMIsAtomicSingleThread(i))
			continue;
		value = expand(c->builder, i);
		if (!value)
			continue;
		LLVMReplaceAllUsesWith(i, value);
		LLVMInstructionEraseFromParent(i);
	}
}

void
alone_expand(struct compilation *c)
{
	LLVMValueRef function;
	LLVMBasicBlockRef block;

	for (function = LLVMGetFirstFunction(c->module); function; function = LLVMGetNextFunction(function))
		for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
			expand_block(c, block);
}
