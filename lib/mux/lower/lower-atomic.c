/* The atomic functions of SPIR-V: (pointer, scope, semantics, operands). */
#include <string.h>

#include "format/irnames.h"
#include "ir/irmodule.h"
#include "mux/lower/lower.h"

LLVMAtomicOrdering
semantics_ordering(uint64_t semantics)
{
	if (semantics & 0x10)
		return LLVMAtomicOrderingSequentiallyConsistent;
	if ((semantics & 8) || (semantics & 6) == 6)
		return LLVMAtomicOrderingAcquireRelease;
	if (semantics & 4)
		return LLVMAtomicOrderingRelease;
	if (semantics & 2)
		return LLVMAtomicOrderingAcquire;
	return LLVMAtomicOrderingMonotonic;
}

/* The ordering an argument asks for; the strongest one when it is not constant. */
static LLVMAtomicOrdering
argument_ordering(struct compilation *c, LLVMValueRef call, unsigned i)
{
	LLVMValueRef value = LLVMGetOperand(call, i);

	lower_check_order(c, call, value);
	return semantics_ordering(LLVMIsAConstantInt(value) ? LLVMConstIntGetZExtValue(value) : 0x10);
}

bool
lower_is_local(LLVMValueRef call)
{
	const char *name = irmodule_name(call_target(call)), *pointer = strstr(name, "PU3AS");

	return (pointer && !strncmp(pointer, "PU3AS3", 6)) ||
	       LLVMGetCallSiteStringAttribute(call, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTRIBUTE_MUX_LOCAL,
					      sizeof ATTRIBUTE_MUX_LOCAL - 1);
}

LLVMAtomicOrdering
lower_weaken(LLVMAtomicOrdering ordering, LLVMAtomicOrdering impossible, LLVMAtomicOrdering possible)
{
	if (ordering == LLVMAtomicOrderingAcquireRelease)
		return possible;
	return ordering == impossible ? LLVMAtomicOrderingMonotonic : ordering;
}

static LLVMValueRef
lower_load(struct compilation *c, LLVMValueRef call)
{
	LLVMTypeRef type = LLVMTypeOf(call);
	LLVMValueRef load = LLVMBuildLoad2(c->builder, type, LLVMGetOperand(call, 0), "");

	LLVMSetAlignment(load, (unsigned)LLVMABISizeOfType(c->layout, type));
	LLVMSetOrdering(load, lower_weaken(argument_ordering(c, call, 2), LLVMAtomicOrderingRelease, LLVMAtomicOrderingAcquire));
	return load;
}

static LLVMValueRef
lower_store(struct compilation *c, LLVMValueRef call)
{
	LLVMValueRef value = LLVMGetOperand(call, 3);
	LLVMValueRef store = LLVMBuildStore(c->builder, value, LLVMGetOperand(call, 0));

	LLVMSetAlignment(store, (unsigned)LLVMABISizeOfType(c->layout, LLVMTypeOf(value)));
	LLVMSetOrdering(store, lower_weaken(argument_ordering(c, call, 2), LLVMAtomicOrderingAcquire, LLVMAtomicOrderingRelease));
	return store;
}

/* A flag is 32 bits, not 0 when it is set. */
static LLVMValueRef
lower_flag(struct compilation *c, LLVMValueRef call, bool clear)
{
	LLVMAtomicOrdering ordering = argument_ordering(c, call, 2);
	LLVMValueRef store, old;

	if (clear) {
		store = LLVMBuildStore(c->builder, const_int(c->i32, 0), LLVMGetOperand(call, 0));
		LLVMSetAlignment(store, 4);
		LLVMSetOrdering(store, lower_weaken(ordering, LLVMAtomicOrderingAcquire, LLVMAtomicOrderingRelease));
		return store;
	}
	old = LLVMBuildAtomicRMW(c->builder, LLVMAtomicRMWBinOpXchg, LLVMGetOperand(call, 0), const_int(c->i32, 1), ordering,
				 lower_is_local(call));
	old = LLVMBuildICmp(c->builder, LLVMIntNE, old, const_int(c->i32, 0), "");
	return LLVMBuildIntCast2(c->builder, old, LLVMTypeOf(call), 0, "");
}

static LLVMValueRef
lower_compare_exchange(struct compilation *c, LLVMValueRef call)
{
	LLVMAtomicOrdering failure = lower_weaken(argument_ordering(c, call, 3), LLVMAtomicOrderingRelease,
					      LLVMAtomicOrderingAcquire);
	LLVMAtomicOrdering success = argument_ordering(c, call, 2);
	LLVMTypeRef type = LLVMTypeOf(call), word = type;
	LLVMValueRef expected = LLVMGetOperand(call, 5), desired = LLVMGetOperand(call, 4), pair;

	/* LLVM's back end writes it of floats too; their bits are compared. */
	if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
		word = LLVMIntTypeInContext(c->context, (unsigned)LLVMSizeOfTypeInBits(c->layout, type));
	expected = LLVMBuildBitCast(c->builder, expected, word, "");
	desired = LLVMBuildBitCast(c->builder, desired, word, "");
	pair = LLVMBuildAtomicCmpXchg(c->builder, LLVMGetOperand(call, 0), expected, desired, success, failure,
				      lower_is_local(call));
	return LLVMBuildBitCast(c->builder, LLVMBuildExtractValue(c->builder, pair, 0, ""), type, "");
}

static const struct {
	const char *name;
	LLVMAtomicRMWBinOp op;
} operations[] = {
	{ "Exchange", LLVMAtomicRMWBinOpXchg }, { "IAdd", LLVMAtomicRMWBinOpAdd },
	{ "ISub", LLVMAtomicRMWBinOpSub },	{ "IIncrement", LLVMAtomicRMWBinOpAdd },
	{ "IDecrement", LLVMAtomicRMWBinOpSub }, { "SMin", LLVMAtomicRMWBinOpMin },
	{ "UMin", LLVMAtomicRMWBinOpUMin },	{ "SMax", LLVMAtomicRMWBinOpMax },
	{ "UMax", LLVMAtomicRMWBinOpUMax },	{ "And", LLVMAtomicRMWBinOpAnd },
	{ "Or", LLVMAtomicRMWBinOpOr },		{ "Xor", LLVMAtomicRMWBinOpXor },
	{ "FAddEXT", LLVMAtomicRMWBinOpFAdd },	{ "FMinEXT", LLVMAtomicRMWBinOpFMin },
	{ "FMaxEXT", LLVMAtomicRMWBinOpFMax },
};

static LLVMValueRef
lower_operation(struct compilation *c, LLVMValueRef call, LLVMAtomicRMWBinOp op)
{
	LLVMValueRef value = LLVMGetNumArgOperands(call) > 3 ? LLVMGetOperand(call, 3) : const_int(LLVMTypeOf(call), 1);

	return LLVMBuildAtomicRMW(c->builder, op, LLVMGetOperand(call, 0), value, argument_ordering(c, call, 2), lower_is_local(call));
}

LLVMValueRef
lower_atomic(struct compilation *c, LLVMValueRef call, const char *base)
{
	unsigned narg = LLVMGetNumArgOperands(call);
	size_t i;

	if (strncmp(base, "__spirv_Atomic", 14) || narg < 3)
		return NULL;
	base += 14;
	lower_check_scope(c, call, LLVMGetOperand(call, 1));
	if (!strcmp(base, "Load"))
		return lower_load(c, call);
	if (!strcmp(base, "Store") && narg == 4)
		return lower_store(c, call);
	if (!strcmp(base, "FlagClear") || !strcmp(base, "FlagTestAndSet"))
		return lower_flag(c, call, base[4] == 'C');
	if (!strncmp(base, "CompareExchange", 15) && narg == 6)
		return lower_compare_exchange(c, call);
	for (i = 0; i < sizeof operations / sizeof *operations; i++)
		if (!strcmp(base, operations[i].name))
			return lower_operation(c, call, operations[i].op);
	return NULL;
}
