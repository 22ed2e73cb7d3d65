#include "mux/regions/lanes.h"

#include "mux/lower/builtin.h"

/* Deeper expressions are not looked at: each operand of an operation is computed anew. */
enum { MAX_DEPTH = 16 };

struct lanes {
	LLVMBuilderRef b;
	uint32_t n, lane;
};

static LLVMValueRef value_in(const struct lanes *lanes, LLVMValueRef value, int depth);

/* The value stored to the alloca, if there is one store and the rest are loads. */
static LLVMValueRef
only_stored(LLVMValueRef alloca)
{
	LLVMValueRef stored = NULL, user;
	LLVMUseRef use;

	if (!LLVMIsAAllocaInst(alloca))
		return NULL;
	for (use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsALoadInst(user))
			continue;
		if (stored || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != alloca)
			return NULL;
		stored = LLVMGetOperand(user, 0);
	}
	return stored;
}

static LLVMValueRef
query_in(const struct lanes *lanes, LLVMValueRef call)
{
	switch (builtin_called(call)) {
	case BUILTIN_SUB_GROUP_LOCAL_ID:
		return const_int(LLVMTypeOf(call), lanes->lane);
	case BUILTIN_MAX_SUB_GROUP_SIZE:
		return const_int(LLVMTypeOf(call), lanes->n);
	default:
		return NULL;
	}
}

/* The builder folds operations on constants: nothing is inserted. */
static LLVMValueRef
operation_in(const struct lanes *lanes, LLVMValueRef value, int depth)
{
	LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
	LLVMValueRef operand[3];
	int n = LLVMGetNumOperands(value), i;

	for (i = 0; i < n; i++)
		if (!(operand[i] = value_in(lanes, LLVMGetOperand(value, (unsigned)i), depth - 1)))
			return NULL;
	switch (opcode) {
	case LLVMTrunc: case LLVMZExt: case LLVMSExt:
		return LLVMBuildCast(lanes->b, opcode, operand[0], LLVMTypeOf(value), "");
	case LLVMICmp:
		return LLVMBuildICmp(lanes->b, LLVMGetICmpPredicate(value), operand[0], operand[1], "");
	case LLVMSelect:
		return LLVMBuildSelect(lanes->b, operand[0], operand[1], operand[2], "");
	case LLVMFreeze:
		return operand[0];
	default:
		return LLVMBuildBinOp(lanes->b, opcode, operand[0], operand[1], "");
	}
}

/* A constant integer: the value in one lane.  NULL: not known. */
static LLVMValueRef
value_in(const struct lanes *lanes, LLVMValueRef value, int depth)
{
	LLVMValueRef result = NULL;

	if (LLVMIsAConstantInt(value))
		return value;
	if (depth <= 0 || !LLVMIsAInstruction(value) || LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind)
		return NULL;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd: case LLVMSub: case LLVMMul: case LLVMShl: case LLVMLShr: case LLVMAShr:
	case LLVMUDiv: case LLVMURem: case LLVMAnd: case LLVMOr: case LLVMXor:
	case LLVMTrunc: case LLVMZExt: case LLVMSExt: case LLVMICmp: case LLVMSelect: case LLVMFreeze:
		result = operation_in(lanes, value, depth);
		break;
	case LLVMCall:
		return query_in(lanes, value);
	case LLVMLoad:
		value = only_stored(LLVMGetOperand(value, 0));
		return value ? value_in(lanes, value, depth - 1) : NULL;
	default:
		break;
	}
	return result && LLVMIsAConstantInt(result) ? result : NULL;
}

bool
lanes_of(struct compilation *c, LLVMValueRef value, uint32_t n, uint8_t *lane)
{
	struct lanes lanes = { .b = c->builder, .n = n };
	LLVMValueRef number;

	if (LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	for (; lanes.lane < n; lanes.lane++) {
		if (!(number = value_in(&lanes, value, MAX_DEPTH)))
			return false;
		lane[lanes.lane] = LLVMConstIntGetZExtValue(number) < n ? (uint8_t)LLVMConstIntGetZExtValue(number) : (uint8_t)n;
	}
	return true;
}
