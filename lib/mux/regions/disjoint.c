#include "mux/regions/disjoint.h"

#include <string.h>

#include "ir/irmodule.h"

enum { HALF = 32, MAX_DEPTH = 8 };

/* Stands for the "or" of its first two arguments; the third one is 0 when their lower halves have no bit in common. */
static const char name_64[] = "__mux_or_i64", name_32[] = "__mux_or_i32";

static bool
is_constant(LLVMValueRef value, uint64_t *number)
{
	if (!LLVMIsAConstantInt(value) || LLVMGetIntTypeWidth(LLVMTypeOf(value)) > 64)
		return false;
	*number = LLVMConstIntGetZExtValue(value);
	return true;
}

/* The instruction itself drops the upper half of its operand 0. */
static bool
drops_upper_half(LLVMValueRef user, LLVMValueRef value)
{
	uint64_t number;

	if (LLVMIsATruncInst(user))
		return LLVMGetIntTypeWidth(LLVMTypeOf(user)) <= HALF;
	if (is_opcode(user, LLVMAnd))
		return is_constant(LLVMGetOperand(user, 1), &number) && number <= UINT32_MAX;
	return is_opcode(user, LLVMShl) && LLVMGetOperand(user, 0) == value && is_constant(LLVMGetOperand(user, 1), &number) &&
	       number >= HALF;
}

/* Its lower half depends on the lower halves of its operands alone. */
static bool
has_own_lower_half(LLVMValueRef value)
{
	switch (LLVMIsAInstruction(value) ? LLVMGetInstructionOpcode(value) : LLVMRet) {
	case LLVMAdd:
	case LLVMSub:
	case LLVMMul:
	case LLVMAnd:
	case LLVMOr:
	case LLVMXor:
		return true;
	case LLVMShl:
		return LLVMIsAConstantInt(LLVMGetOperand(value, 1)) != NULL;
	default:
		return false;
	}
}

static bool
only_half_is_used(LLVMValueRef value, int depth)
{
	LLVMValueRef user;
	LLVMUseRef use;

	for (use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!drops_upper_half(user, value) && !(depth && has_own_lower_half(user) && only_half_is_used(user, depth - 1)))
			return false;
	}
	return true;
}

/* Some of its lowest bits are 0. */
static bool
is_multiple(LLVMValueRef value, int depth)
{
	uint64_t number;

	if (is_constant(value, &number))
		return number % 2 == 0;
	if (is_opcode(value, LLVMShl))
		return true;
	return depth && (is_opcode(value, LLVMAdd) || is_opcode(value, LLVMOr)) && is_multiple(LLVMGetOperand(value, 0), depth - 1) &&
	       is_multiple(LLVMGetOperand(value, 1), depth - 1);
}

/* How many of the lowest bits of a number of 32 bits are surely 0. */
static unsigned
count_low_zeros(LLVMValueRef value, int depth)
{
	unsigned left, right;
	uint64_t number;

	if (is_constant(value, &number))
		return number % (UINT64_C(1) << HALF) ? (unsigned)__builtin_ctzll(number) : HALF;
	if (!depth)
		return 0;
	if (is_opcode(value, LLVMShl) && is_constant(LLVMGetOperand(value, 1), &number) && number < HALF) {
		left = count_low_zeros(LLVMGetOperand(value, 0), depth - 1) + (unsigned)number;
		return left < HALF ? left : HALF;
	}
	if (!is_opcode(value, LLVMAdd) && !is_opcode(value, LLVMSub) && !is_opcode(value, LLVMOr))
		return 0;
	left = count_low_zeros(LLVMGetOperand(value, 0), depth - 1);
	right = count_low_zeros(LLVMGetOperand(value, 1), depth - 1);
	return left < right ? left : right;
}

/* What a number of 32 bits can be, with its sign. */
struct bounds {
	int64_t least, most;
};

/* Behind one of a minimum or maximum with a constant, which is without sign or not. */
static struct bounds
bounds_of_clamp(struct bounds of, LLVMValueRef call, int64_t limit)
{
	static const struct {
		const char *name;
		bool max, is_unsigned;
	} clamps[] = {
		{ "llvm.smax.i32", true, false }, { "llvm.smin.i32", false, false },
		{ "llvm.umax.i32", true, true }, { "llvm.umin.i32", false, true },
	};
	const char *name = call_target(call) ? irmodule_name(call_target(call)) : "";

	for (size_t i = 0; i < sizeof clamps / sizeof *clamps; i++) {
		if (strcmp(name, clamps[i].name))
			continue;
		if (clamps[i].is_unsigned && limit < 0)
			break;
		/* A negative number is above all others. */
		if (clamps[i].is_unsigned && of.least < 0)
			return clamps[i].max ? (struct bounds){ INT32_MIN, INT32_MAX } : (struct bounds){ 0, limit };
		if (clamps[i].max)
			return (struct bounds){ of.least > limit ? of.least : limit, of.most > limit ? of.most : limit };
		return (struct bounds){ of.least < limit ? of.least : limit, of.most < limit ? of.most : limit };
	}
	return (struct bounds){ INT32_MIN, INT32_MAX };
}

static struct bounds
bounds_of(LLVMValueRef value, int depth)
{
	struct bounds all = { INT32_MIN, INT32_MAX }, of;
	uint64_t number = 0;
	int64_t limit;

	if (LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == HALF)
		return (struct bounds){ LLVMConstIntGetSExtValue(value), LLVMConstIntGetSExtValue(value) };
	if (!depth || !LLVMIsAInstruction(value) || LLVMGetNumOperands(value) < 2 || !is_constant(LLVMGetOperand(value, 1), &number) ||
	    LLVMGetTypeKind(LLVMTypeOf(value)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(value)) != HALF)
		return all;
	limit = LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1));
	if (is_opcode(value, LLVMAnd))
		return limit >= 0 ? (struct bounds){ 0, limit } : all;
	of = LLVMIsACallInst(value) || is_opcode(value, LLVMAdd) ? bounds_of(LLVMGetOperand(value, 0), depth - 1) : all;
	if (LLVMIsACallInst(value))
		return bounds_of_clamp(of, value, limit);
	if (!is_opcode(value, LLVMAdd) || of.least + limit < INT32_MIN || of.most + limit > INT32_MAX)
		return all;
	return (struct bounds){ of.least + limit, of.most + limit };
}

/* One part has zeros where the other, a number of few bits, has any. */
static bool
is_below(LLVMValueRef few, LLVMValueRef zeros)
{
	struct bounds of = bounds_of(few, MAX_DEPTH);

	return of.least >= 0 && of.most < INT64_C(1) << count_low_zeros(zeros, MAX_DEPTH);
}

/* LLVM looks at bits, which do not show that 1 to 1024, less 1, is below 1024. */
static void
mark_below(struct compilation *c, LLVMValueRef value)
{
	LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);

	if (LLVMTypeOf(value) == c->i32 && (is_below(left, right) || is_below(right, left)))
		LLVMSetIsDisjoint(value, 1);
}

static bool
may_be_sum(struct compilation *c, LLVMValueRef value)
{
	if (!is_opcode(value, LLVMOr) || LLVMGetIsDisjoint(value) ||
	    (!is_multiple(LLVMGetOperand(value, 0), MAX_DEPTH) && !is_multiple(LLVMGetOperand(value, 1), MAX_DEPTH)))
		return false;
	return LLVMTypeOf(value) == c->i32 || (LLVMTypeOf(value) == c->i64 && only_half_is_used(value, MAX_DEPTH));
}

static LLVMValueRef
declare_or(struct compilation *c, LLVMTypeRef type)
{
	static const char *const attributes[] = { "memory", "nounwind", "willreturn" };
	LLVMTypeRef parameters[] = { type, type, c->i32 };
	LLVMValueRef function = declare_function(c, type == c->i64 ? name_64 : name_32, LLVMFunctionType(type, parameters, 3, 0));
	size_t i;

	for (i = 0; i < sizeof attributes / sizeof *attributes; i++)
		LLVMAddAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
					LLVMCreateEnumAttribute(c->context, attribute_kind(attributes[i]), 0));
	return function;
}

static void
replace_by_call(struct compilation *c, LLVMValueRef value)
{
	LLVMValueRef argument[3] = { LLVMGetOperand(value, 0), LLVMGetOperand(value, 1) }, function = declare_or(c, LLVMTypeOf(value)), x, y;
	LLVMBuilderRef b = c->builder;

	LLVMPositionBuilderBefore(b, value);
	x = LLVMBuildTrunc(b, argument[0], c->i32, "");
	y = LLVMBuildTrunc(b, argument[1], c->i32, "");
	argument[2] = LLVMBuildAnd(b, x, y, "");
	LLVMReplaceAllUsesWith(value, LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, argument, 3, ""));
	LLVMInstructionEraseFromParent(value);
}

/*
 * The "or" of lower halves that are disjoint: of 64 bits a sum, since LLVM forgets that an "or" is disjoint as it finds
 * that upper halves need not be cleared.
 */
static LLVMValueRef
build_sum(struct compilation *c, LLVMValueRef x, LLVMValueRef y)
{
	LLVMValueRef value;

	if (LLVMTypeOf(x) == c->i64)
		return LLVMBuildAdd(c->builder, x, y, "");
	value = LLVMBuildOr(c->builder, x, y, "");
	if (is_opcode(value, LLVMOr))
		LLVMSetIsDisjoint(value, 1);
	return value;
}

/* The calls are "or" again: where LLVM has found the third argument to be 0, that of halves that are disjoint. */
static void
replace_calls(struct compilation *c, const char *name)
{
	LLVMValueRef function = LLVMGetNamedFunction(c->module, name), call, x, y;
	LLVMUseRef use;

	if (!function)
		return;
	while ((use = LLVMGetFirstUse(function)) != NULL) {
		call = LLVMGetUser(use);
		LLVMPositionBuilderBefore(c->builder, call);
		x = LLVMGetOperand(call, 0);
		y = LLVMGetOperand(call, 1);
		LLVMReplaceAllUsesWith(call, LLVMIsNull(LLVMGetOperand(call, 2)) ? build_sum(c, x, y) : LLVMBuildOr(c->builder, x, y, ""));
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDeleteFunction(function);
}

int
disjoint_mark(struct compilation *c, LLVMValueRef function)
{
	LLVMBasicBlockRef block;
	LLVMValueRef i, next;
	bool found = false;
	int failed;

	for (block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
		for (i = LLVMGetFirstInstruction(block); i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (is_opcode(i, LLVMOr))
				mark_below(c, i);
			if (!may_be_sum(c, i))
				continue;
			replace_by_call(c, i);
			found = true;
		}
	if (!found)
		return 0;
	failed = compilation_run_on_function(c, function, "early-cse,instcombine<no-verify-fixpoint>");
	replace_calls(c, name_64);
	replace_calls(c, name_32);
	return failed || compilation_run_on_function(c, function, "instsimplify") ? -1 : 0;
}
