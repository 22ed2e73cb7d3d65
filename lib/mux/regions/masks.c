#include "mux/regions/masks.h"

#include "ir/irmeta.h"
#include "mux/lower/builtin.h"

enum { FEW = 16, MAX_DEPTH = 6 };	/* bits; how far to look */

static unsigned
kind_mask(void)
{
	return irmeta_kind("mux.mask");
}

static bool
is_integer(LLVMValueRef value, unsigned most)
{
	return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= most;
}

/* A number that grows with work-items or with a loop's rounds, as far as LLVM sees. */
static bool
may_grow(LLVMValueRef value, int depth)
{
	int i;

	if (!LLVMIsAInstruction(value) || !depth)
		return false;
	if (builtin_called(value) == BUILTIN_LOCAL_ID || builtin_called(value) == BUILTIN_LOCAL_LINEAR_ID ||
	    builtin_called(value) == BUILTIN_GLOBAL_ID || builtin_called(value) == BUILTIN_GLOBAL_LINEAR_ID || LLVMIsAPHINode(value))
		return true;
	switch (LLVMGetInstructionOpcode(value)) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMShl:
	case LLVMLShr:
	case LLVMAShr:
	case LLVMUDiv:
	case LLVMURem:
	case LLVMOr:
	case LLVMXor:
	case LLVMAnd:
	case LLVMTrunc:
	case LLVMZExt:
	case LLVMSExt:
		for (i = 0; i < LLVMGetNumOperands(value); i++)
			if (may_grow(LLVMGetOperand(value, (unsigned)i), depth - 1))
				return true;
		return false;
	default:
		return false;
	}
}

static bool
is_in_address(LLVMValueRef value, int depth)
{
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (LLVMIsAGetElementPtrInst(user))
			return true;
		if (depth && LLVMIsAInstruction(user) && is_integer(user, 64) && !LLVMIsACallInst(user) && !LLVMIsALoadInst(user) &&
		    is_in_address(user, depth - 1))
			return true;
	}
	return false;
}

/* The number without extensions. */
static LLVMValueRef
inner_number(LLVMValueRef value)
{
	while (LLVMIsATruncInst(value) || LLVMIsAZExtInst(value) || LLVMIsASExtInst(value))
		value = LLVMGetOperand(value, 0);
	return value;
}

/* The value has few bits of another number: how many; 0 for other values. */
static unsigned
few_bits(LLVMValueRef value)
{
	LLVMValueRef mask = is_opcode(value, LLVMAnd) ? LLVMGetOperand(value, 1) : NULL;
	uint64_t bits = mask && LLVMIsAConstantInt(mask) && is_integer(mask, 64) ? LLVMConstIntGetZExtValue(mask) : 0;
	unsigned n = 0;

	if (!is_integer(value, 64))
		return 0;
	if (LLVMIsAZExtInst(value) || LLVMIsASExtInst(value)) {
		n = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(value, 0)));
		return n <= FEW ? n : 0;
	}
	while (bits && !(bits & 1))
		bits >>= 1, n++;
	if (!bits || (bits & (bits + 1)))
		return 0;
	for (; bits; bits >>= 1)
		n++;
	return n <= FEW ? n : 0;
}

static void
mark(struct compilation *c, LLVMValueRef value, unsigned bits)
{
	LLVMValueRef number = inner_number(LLVMGetOperand(value, 0));
	bool is_id = builtin_called(number) == BUILTIN_LOCAL_ID && LLVMIsAConstantInt(LLVMGetOperand(number, 0)) &&
		     !LLVMConstIntGetZExtValue(LLVMGetOperand(number, 0));
	LLVMMetadataRef period = LLVMValueAsMetadata(const_int(c->i64, is_id && !LLVMIsASExtInst(value) ? UINT64_C(1) << bits : 0));

	LLVMSetMetadata(value, kind_mask(), LLVMMetadataAsValue(c->context, LLVMMDNodeInContext2(c->context, &period, 1)));
}

void
masks_mark(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i;
	unsigned bits;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
			if ((bits = few_bits(i)) && may_grow(LLVMGetOperand(i, 0), MAX_DEPTH) && is_in_address(i, MAX_DEPTH))
				mark(c, i, bits);
}

bool
masks_is_marked(struct compilation *c, LLVMValueRef instruction, uint64_t *period)
{
	LLVMValueRef node = irmeta_get_instruction(instruction, kind_mask()), *operand;
	int64_t number = 0;
	size_t n;

	if (!node)
		return false;
	operand = irmeta_operands(c->arena, node, &n);
	if (n == 1)
		irmeta_number(operand[0], &number);
	*period = (uint64_t)number;
	return true;
}
