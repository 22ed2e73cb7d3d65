#include "mux/lower/ids.h"

#include "mux/lower/builtin.h"

/* The value, or the one that it is the lower bits of. */
static LLVMValueRef
without_cut(LLVMValueRef value)
{
	return LLVMIsATruncInst(value) ? LLVMGetOperand(value, 0) : value;
}

/* A query of a known dimension. */
static bool
is_query(LLVMValueRef value, enum builtin builtin, LLVMValueRef *dimension)
{
	value = without_cut(value);
	if (builtin_called(value) != builtin || !LLVMIsAConstantInt(LLVMGetOperand(value, 0)))
		return false;
	*dimension = LLVMGetOperand(value, 0);
	return true;
}

/* The operand beside such a query; NULL: there is none. */
static LLVMValueRef
beside_query(LLVMValueRef operation, LLVMOpcode opcode, enum builtin builtin, LLVMValueRef *dimension)
{
	unsigned i;

	if (!LLVMIsAInstruction(operation) || LLVMGetInstructionOpcode(operation) != opcode)
		return NULL;
	for (i = 0; i < 2; i++)
		if (is_query(LLVMGetOperand(operation, i), builtin, dimension))
			return LLVMGetOperand(operation, 1 - i);
	return NULL;
}

/* The dimension of group id * size + local id; NULL: the value is something else. */
static LLVMValueRef
dimension_of_sum(LLVMValueRef sum)
{
	LLVMValueRef first, size, of_item, of_group, of_size;

	if (!(first = beside_query(sum, LLVMAdd, BUILTIN_LOCAL_ID, &of_item)) ||
	    !(size = beside_query(without_cut(first), LLVMMul, BUILTIN_GROUP_ID, &of_group)) ||
	    !is_query(size, BUILTIN_LOCAL_SIZE, &of_size))
		return NULL;
	return of_item == of_group && of_group == of_size ? of_item : NULL;
}

static LLVMValueRef
build_id(struct compilation *c, LLVMValueRef dimension, LLVMTypeRef type)
{
	LLVMValueRef id = builtin_call(c, BUILTIN_GLOBAL_ID, &dimension);
	LLVMValueRef offset = builtin_call(c, BUILTIN_GLOBAL_OFFSET, &dimension);

	/* A sum of two is what other stages look for. */
	id = LLVMBuildAdd(c->builder, id, LLVMBuildNeg(c->builder, offset, ""), "");
	return LLVMBuildIntCast2(c->builder, id, type, 0, "");
}

/* Deletes what nothing uses any more: a query that stays would count as one. */
static void
delete_unused(LLVMValueRef value)
{
	LLVMValueRef part[2];
	int n, i;

	if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value) ||
	    !(LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || builtin_is_query(builtin_called(value))))
		return;
	n = LLVMIsABinaryOperator(value) ? 2 : LLVMIsACastInst(value) ? 1 : 0;
	for (i = 0; i < n; i++)
		part[i] = LLVMGetOperand(value, (unsigned)i);
	LLVMInstructionEraseFromParent(value);
	for (i = 0; i < n; i++)
		if (i == 0 || part[1] != part[0])
			delete_unused(part[i]);
}

void
ids_find(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef inst, next, dimension;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (inst = LLVMGetFirstInstruction(block); inst; inst = next) {
			next = LLVMGetNextInstruction(inst);
			if (!(dimension = dimension_of_sum(inst)) || LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind)
				continue;
			LLVMPositionBuilderBefore(c->builder, inst);
			LLVMReplaceAllUsesWith(inst, build_id(c, dimension, LLVMTypeOf(inst)));
			delete_unused(inst);
		}
}
