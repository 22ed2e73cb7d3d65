#include "mux/regions/narrow.h"

enum { BITS = 32, MAX_DEPTH = 8 };

static bool
is_shift(LLVMValueRef value, LLVMOpcode opcode)
{
	LLVMValueRef by;

	if (!is_opcode(value, opcode))
		return false;
	by = LLVMGetOperand(value, 1);
	return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == BITS;
}

/* The value whose lower half, with its sign, that is: of ashr(shl(x, 32), 32) x; NULL: it is none. */
static LLVMValueRef
extended(LLVMValueRef value)
{
	LLVMValueRef shl = is_shift(value, LLVMAShr) ? LLVMGetOperand(value, 0) : NULL;

	return shl && is_shift(shl, LLVMShl) ? LLVMGetOperand(shl, 0) : NULL;
}

/* By how many bits the user shifts what was in the upper half down, with its sign; 0: it does something else. */
static uint64_t
shifted_down(LLVMValueRef user)
{
	uint64_t by;

	if (!is_opcode(user, LLVMAShr) || !LLVMIsAConstantInt(LLVMGetOperand(user, 1)))
		return 0;
	by = LLVMConstIntGetZExtValue(LLVMGetOperand(user, 1));
	return by <= BITS ? by : 0;
}

/* The user takes the lower half alone: for itself, or extended by its sign, and perhaps multiplied. */
static bool
takes_half(struct compilation *c, LLVMValueRef user)
{
	LLVMUseRef use;

	if (LLVMIsATruncInst(user))
		return LLVMTypeOf(user) == c->i32;
	if (!is_shift(user, LLVMShl) || !LLVMGetFirstUse(user))
		return false;
	for (use = LLVMGetFirstUse(user); use; use = LLVMGetNextUse(use))
		if (!shifted_down(LLVMGetUser(use)))
			return false;
	return true;
}

static bool
is_counter(struct compilation *c, LLVMValueRef phi)
{
	bool extends = false;
	LLVMUseRef use;

	if (LLVMTypeOf(phi) != c->i64)
		return false;
	for (use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use)) {
		if (!takes_half(c, LLVMGetUser(use)))
			return false;
		extends |= !LLVMIsATruncInst(LLVMGetUser(use));
	}
	return extends;
}

/* Behind the value, where all that use it may use what is built. */
static void
position_behind(LLVMBuilderRef b, LLVMValueRef value)
{
	LLVMValueRef next = LLVMGetNextInstruction(value);

	while (LLVMIsAPHINode(next))
		next = LLVMGetNextInstruction(next);
	LLVMPositionBuilderBefore(b, next);
}

/* What took the lower half of the value takes that one. */
static void
replace_halves(struct compilation *c, LLVMValueRef value, LLVMValueRef half)
{
	LLVMValueRef user, down, whole;
	LLVMBuilderRef b = c->builder;
	LLVMUseRef use, next;

	for (use = LLVMGetFirstUse(value); use; use = next) {
		next = LLVMGetNextUse(use);
		user = LLVMGetUser(use);
		if (!takes_half(c, user))
			continue;
		if (LLVMIsATruncInst(user)) {
			LLVMReplaceAllUsesWith(user, half);
			continue;
		}
		while ((use = LLVMGetFirstUse(user)) != NULL) {
			down = LLVMGetUser(use);
			LLVMPositionBuilderBefore(b, down);
			whole = LLVMBuildSExt(b, half, c->i64, "");
			if (shifted_down(down) < BITS)
				whole = LLVMBuildShl(b, whole, const_int(c->i64, BITS - shifted_down(down)), "");
			LLVMReplaceAllUsesWith(down, whole);
			LLVMInstructionEraseFromParent(down);
		}
	}
}

/* The lower half of the value; block is where it comes from.  narrow: that of the phi. */
static LLVMValueRef
lower_half(struct compilation *c, LLVMValueRef value, LLVMValueRef phi, LLVMValueRef narrow, LLVMBasicBlockRef block, int depth)
{
	LLVMBuilderRef b = c->builder;
	LLVMValueRef x, y, half;

	if (value == phi)
		return narrow;
	if (depth > 0 && extended(value))
		return lower_half(c, extended(value), phi, narrow, block, depth - 1);
	if (LLVMIsASExtInst(value) && LLVMTypeOf(LLVMGetOperand(value, 0)) == c->i32)
		return LLVMGetOperand(value, 0);
	if (depth > 0 && is_opcode(value, LLVMAdd)) {
		block = LLVMGetInstructionParent(value);
		x = lower_half(c, LLVMGetOperand(value, 0), phi, narrow, block, depth - 1);
		y = lower_half(c, LLVMGetOperand(value, 1), phi, narrow, block, depth - 1);
		position_behind(b, value);
		half = LLVMBuildAdd(b, x, y, "");
		replace_halves(c, value, half);
		return half;
	}
	if (LLVMIsAInstruction(value))
		position_behind(b, value);
	else
		LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(block));
	return LLVMBuildTrunc(b, value, c->i32, "");
}

static void
narrow_counter(struct compilation *c, LLVMValueRef phi)
{
	unsigned n = LLVMCountIncoming(phi), i;
	LLVMBasicBlockRef block;
	LLVMValueRef narrow, value;

	LLVMPositionBuilderBefore(c->builder, phi);
	narrow = LLVMBuildPhi(c->builder, c->i32, "");
	for (i = 0; i < n; i++) {
		block = LLVMGetIncomingBlock(phi, i);
		value = lower_half(c, LLVMGetIncomingValue(phi, i), phi, narrow, block, MAX_DEPTH);
		LLVMAddIncoming(narrow, &value, &block, 1);
	}
	replace_halves(c, phi, narrow);
}

void
narrow_counters(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef phi;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (phi = LLVMGetFirstInstruction(block); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
			if (is_counter(c, phi))
				narrow_counter(c, phi);
}
