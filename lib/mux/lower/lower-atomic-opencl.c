/*
 * The atomic functions of OpenCL C: those of C11 (atomic_fetch_add_explicit), of
 * OpenCL 1.2 (atomic_add) and of its extensions for 64 bits (atom_add).
 */
#include <string.h>

#include "mux/lower/lower.h"

/* A call of one of them: "atomic_fetch_min_explicit(address, value, order, scope)" is "fetch_min", with orders from argument 2. */
struct atomic {
	LLVMValueRef call;
	char *name;
	const char *params;	/* mangled */
	bool is_explicit;
};

/* The order in argument i; atomic operations without one are sequentially consistent. */
static LLVMAtomicOrdering
order_of(struct compilation *c, const struct atomic *a, unsigned i)
{
	LLVMValueRef value = a->is_explicit && i < LLVMGetNumArgOperands(a->call) ? LLVMGetOperand(a->call, i) : NULL;

	if (!value)
		return LLVMAtomicOrderingSequentiallyConsistent;
	lower_check_opencl(c, a->call, i, ~0u);
	if (!LLVMIsAConstantInt(value))
		return LLVMAtomicOrderingSequentiallyConsistent;
	switch (LLVMConstIntGetZExtValue(value)) {
	case 0:
		return LLVMAtomicOrderingMonotonic;
	case 2:
		return LLVMAtomicOrderingAcquire;
	case 3:
		return LLVMAtomicOrderingRelease;
	case 4:
		return LLVMAtomicOrderingAcquireRelease;
	default:
		return LLVMAtomicOrderingSequentiallyConsistent;
	}
}

static void
check_scope(struct compilation *c, const struct atomic *a, unsigned i)
{
	if (a->is_explicit && i < LLVMGetNumArgOperands(a->call))
		lower_check_opencl(c, a->call, ~0u, i);
}

static LLVMTypeRef
word_of(struct compilation *c, LLVMTypeRef type)
{
	return LLVMIntTypeInContext(c->context, (unsigned)LLVMABISizeOfType(c->layout, type) * 8);
}

static bool
is_integer(LLVMTypeRef type)
{
	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
}

static LLVMValueRef
build_load(struct compilation *c, LLVMTypeRef type, LLVMValueRef address, LLVMAtomicOrdering ordering)
{
	LLVMValueRef load = LLVMBuildLoad2(c->builder, type, address, "");

	LLVMSetAlignment(load, (unsigned)LLVMABISizeOfType(c->layout, type));
	LLVMSetOrdering(load, lower_weaken(ordering, LLVMAtomicOrderingRelease, LLVMAtomicOrderingAcquire));
	return load;
}

static LLVMValueRef
build_store(struct compilation *c, LLVMValueRef value, LLVMValueRef address, LLVMAtomicOrdering ordering)
{
	LLVMValueRef store = LLVMBuildStore(c->builder, value, address);

	LLVMSetAlignment(store, (unsigned)LLVMABISizeOfType(c->layout, LLVMTypeOf(value)));
	LLVMSetOrdering(store, lower_weaken(ordering, LLVMAtomicOrderingAcquire, LLVMAtomicOrderingRelease));
	return store;
}

/* What was at the address, the call's first argument, in which the value is now if it was wanted. */
static LLVMValueRef
build_exchange(struct compilation *c, LLVMValueRef call, LLVMValueRef wanted, LLVMValueRef value, LLVMAtomicOrdering success,
	       LLVMAtomicOrdering failure)
{
	LLVMTypeRef type = LLVMTypeOf(value), word = word_of(c, type);
	LLVMValueRef old;

	failure = lower_weaken(failure, LLVMAtomicOrderingRelease, LLVMAtomicOrderingAcquire);
	wanted = LLVMBuildBitCast(c->builder, wanted, word, "");
	value = LLVMBuildBitCast(c->builder, value, word, "");
	old = LLVMBuildAtomicCmpXchg(c->builder, LLVMGetOperand(call, 0), wanted, value, success, failure, lower_is_local(call));
	return LLVMBuildBitCast(c->builder, LLVMBuildExtractValue(c->builder, old, 0, ""), type, "");
}

/* atomic_compare_exchange_*(address, expected, desired): writes what was there to expected. */
static LLVMValueRef
lower_compare_exchange(struct compilation *c, const struct atomic *a)
{
	LLVMValueRef expected = LLVMGetOperand(a->call, 1), old, wanted, same;
	LLVMValueRef value = LLVMGetOperand(a->call, 2);
	LLVMTypeRef type = LLVMTypeOf(value);

	check_scope(c, a, 5);
	wanted = LLVMBuildLoad2(c->builder, type, expected, "");
	old = build_exchange(c, a->call, wanted, value, order_of(c, a, 3), order_of(c, a, 4));
	LLVMBuildStore(c->builder, old, expected);
	/* The comparison is one of bits. */
	same = LLVMBuildICmp(c->builder, LLVMIntEQ, LLVMBuildBitCast(c->builder, old, word_of(c, type), ""),
			     LLVMBuildBitCast(c->builder, wanted, word_of(c, type), ""), "");
	return LLVMBuildIntCast2(c->builder, same, LLVMTypeOf(a->call), 0, "");
}

/* The letter of the type that the address points to: behind the qualifiers, before the value's. */
static bool
is_unsigned(const char *params)
{
	const char *at = strstr(params, "_Atomic");

	if (at)
		at += strlen("_Atomic");
	else
		at = strchr(params, 'V') ? strchr(params, 'V') + 1 : params + strcspn(params, "hjmty");
	return *at && strchr("hjmty", *at);
}

static const struct {
	const char *name;
	LLVMAtomicRMWBinOp op, of_unsigned, of_float;
} operations[] = {
	{ "add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpFAdd },
	{ "sub", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpFSub },
	{ "min", LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpUMin, LLVMAtomicRMWBinOpFMin },
	{ "max", LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpUMax, LLVMAtomicRMWBinOpFMax },
	{ "and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd },
	{ "or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr },
	{ "xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor },
	{ "exchange", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg },
	{ "xchg", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg },
	{ "inc", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd },
	{ "dec", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub },
};

/* "fetch_add", "exchange" of C11, "add" and "inc" of OpenCL 1.2, which order nothing. */
static LLVMValueRef
lower_operation(struct compilation *c, const struct atomic *a, const char *name, bool of_c11)
{
	LLVMAtomicOrdering ordering = of_c11 ? order_of(c, a, 2) : LLVMAtomicOrderingMonotonic;
	bool one = !strcmp(name, "inc") || !strcmp(name, "dec");
	LLVMTypeRef type = LLVMTypeOf(a->call);
	LLVMAtomicRMWBinOp op;
	size_t i;

	for (i = 0; i < sizeof operations / sizeof *operations && strcmp(name, operations[i].name) != 0; i++)
		;
	if (i == sizeof operations / sizeof *operations || (!one && LLVMGetNumArgOperands(a->call) < 2))
		return NULL;
	if (of_c11)
		check_scope(c, a, 3);
	op = !is_integer(type) ? operations[i].of_float : is_unsigned(a->params) ? operations[i].of_unsigned : operations[i].op;
	return LLVMBuildAtomicRMW(c->builder, op, LLVMGetOperand(a->call, 0), one ? const_int(type, 1) : LLVMGetOperand(a->call, 1),
				  ordering, lower_is_local(a->call));
}

static LLVMValueRef
lower_c11(struct compilation *c, const struct atomic *a, unsigned n)
{
	LLVMValueRef address = LLVMGetOperand(a->call, 0), old;

	if (!strcmp(a->name, "init") && n == 2)
		return build_store(c, LLVMGetOperand(a->call, 1), address, LLVMAtomicOrderingMonotonic);
	if (!strcmp(a->name, "store") && n >= 2)
		return check_scope(c, a, 3), build_store(c, LLVMGetOperand(a->call, 1), address, order_of(c, a, 2));
	if (!strcmp(a->name, "load"))
		return check_scope(c, a, 2), build_load(c, LLVMTypeOf(a->call), address, order_of(c, a, 1));
	if (!strcmp(a->name, "flag_clear"))
		return check_scope(c, a, 2), build_store(c, const_int(c->i32, 0), address, order_of(c, a, 1));
	if (!strcmp(a->name, "flag_test_and_set")) {
		check_scope(c, a, 2);
		old = LLVMBuildAtomicRMW(c->builder, LLVMAtomicRMWBinOpXchg, address, const_int(c->i32, 1), order_of(c, a, 1),
					 lower_is_local(a->call));
		old = LLVMBuildICmp(c->builder, LLVMIntNE, old, const_int(c->i32, 0), "");
		return LLVMBuildIntCast2(c->builder, old, LLVMTypeOf(a->call), 0, "");
	}
	if ((!strcmp(a->name, "compare_exchange_strong") || !strcmp(a->name, "compare_exchange_weak")) && n >= 3)
		return lower_compare_exchange(c, a);
	if (!strncmp(a->name, "fetch_", 6))
		return lower_operation(c, a, a->name + 6, true);
	return !strcmp(a->name, "exchange") ? lower_operation(c, a, a->name, true) : NULL;
}

LLVMValueRef
lower_atomic_opencl(struct compilation *c, LLVMValueRef call, const char *base, const char *params)
{
	size_t prefix = !strncmp(base, "atomic_", 7) ? 7 : !strncmp(base, "atom_", 5) ? 5 : 0, len = strlen(base);
	struct atomic a = { .call = call, .params = params };
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef value;

	if (!prefix || n == 0 || LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, 0))) != LLVMPointerTypeKind)
		return NULL;
	a.name = arena_strdup(c->arena, base + prefix);
	if (len > 9 && !strcmp(base + len - 9, "_explicit")) {
		a.is_explicit = true;
		a.name[len - 9 - prefix] = '\0';
	}
	value = lower_c11(c, &a, n);
	if (value || a.is_explicit)
		return value;
	if (!strcmp(a.name, "cmpxchg") && n == 3)
		return build_exchange(c, call, LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
				      LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic);
	return lower_operation(c, &a, a.name, false);
}
