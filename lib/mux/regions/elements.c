#include "mux/regions/elements.h"

#include <llvm-c/DebugInfo.h>

#include "mux/lower/builtin.h"

enum {
	MAX_ELEMENTS = 8,
	MAX_BYTES = 32,		/* of an array: larger ones are gathered faster */
	MAX_PLACES = 32,	/* that are unknown */
	MAX_DEPTH = 8,		/* of an address that is looked at */
	MAX_VALUES = 64,	/* of which an index is made, that are looked at */
	MAX_CODE = 5000,	/* instructions of a kernel: larger ones may become no vectors (emit/huge.h) */
};

struct array {
	struct compilation *c;
	LLVMValueRef address;
	LLVMTypeRef type;		/* of an element */
	unsigned n;
	LLVMValueRef place[MAX_PLACES];	/* addresses of unknown places */
	unsigned nplace;
};

/* --- reading ---------------------------------------------------------------------- */

static bool
is_number(LLVMTypeRef type)
{
	switch (LLVMGetTypeKind(type)) {
	case LLVMFloatTypeKind:
	case LLVMDoubleTypeKind:
		return true;
	case LLVMIntegerTypeKind:
		return LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64;
	default:
		return false;
	}
}

/* The value differs between work-items: ids or what is in memory are in it, not only what a loop counts.  Looks at so many values. */
static bool
is_of_items(LLVMValueRef value, int *values)
{
	int i;

	if (LLVMIsALoadInst(value) || LLVMIsACallInst(value))
		return true;
	if (--*values < 0 || (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value) && !LLVMIsASelectInst(value) && !LLVMIsAPHINode(value)))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_of_items(LLVMGetOperand(value, (unsigned)i), values))
			return true;
	return false;
}

/* The number of the element that such an address is of, of the array whose address is the first operand; else NULL. */
static LLVMValueRef
element_number(const struct array *array, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
	int n = LLVMGetNumOperands(address);
	LLVMValueRef index = LLVMGetOperand(address, (unsigned)n - 1);

	if (n == 3 && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsNull(LLVMGetOperand(address, 1)))
		type = LLVMGetElementType(type);
	else if (n != 2)
		return NULL;
	return LLVMABISizeOfType(array->c->layout, type) == LLVMABISizeOfType(array->c->layout, array->type) ? index : NULL;
}

bool
elements_is_access(LLVMValueRef user, LLVMValueRef address)
{
	LLVMValueRef callee;

	if (LLVMIsACallInst(user)) {
		callee = call_target(user);
		return callee && LLVMGetIntrinsicID(callee);
	}
	if (LLVMIsAStoreInst(user))
		return LLVMGetOperand(user, 0) != address && !LLVMGetVolatile(user) && !LLVMIsAtomic(user);
	return LLVMIsALoadInst(user) && !LLVMGetVolatile(user) && !LLVMIsAtomic(user);
}

/* Reads or writes an element at that address. */
static bool
is_element_access(const struct array *array, LLVMValueRef access, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMTypeOf(LLVMIsAStoreInst(access) ? LLVMGetOperand(access, 0) : access);

	return (LLVMIsALoadInst(access) || LLVMIsAStoreInst(access)) && elements_is_access(access, address) && type == array->type;
}

/* The address of a place that differs between work-items, of which the element is only read and written. */
static bool
is_choice(const struct array *array, LLVMValueRef address)
{
	LLVMValueRef number = element_number(array, address);
	LLVMUseRef use;
	int values = MAX_VALUES;

	if (!number || !is_of_items(number, &values))
		return false;
	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
		if (!is_element_access(array, LLVMGetUser(use), address))
			return false;
	return true;
}

static bool
has_known_place(LLVMValueRef address)
{
	int i;

	for (i = 1; i < LLVMGetNumOperands(address); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
			return false;
	return true;
}

/* All uses of the array are accesses at known places, or of elements at places that differ between work-items. */
static bool
read_uses(struct array *array, LLVMValueRef address, int depth)
{
	LLVMUseRef use;
	LLVMValueRef user;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAGetElementPtrInst(user)) {
			if (!elements_is_access(user, address))
				return false;
		} else if (has_known_place(user)) {
			if (depth == 0 || !read_uses(array, user, depth - 1))
				return false;
		} else {
			if (address != array->address || array->nplace == MAX_PLACES || !is_choice(array, user))
				return false;
			array->place[array->nplace++] = user;
		}
	}
	return true;
}

/* Small arrays of numbers alone; the processor has vectors in which to choose. */
static bool
begin_array(struct array *array, struct compilation *c, LLVMValueRef address)
{
	LLVMTypeRef type = LLVMGetAllocatedType(address);
	uint64_t size, n;

	if (c->vector_bits < 256 || LLVMGetTypeKind(type) != LLVMArrayTypeKind || !is_number(LLVMGetElementType(type)))
		return false;
	n = LLVMGetArrayLength2(type);
	size = LLVMABISizeOfType(c->layout, type);
	*array = (struct array){ .c = c, .address = address, .type = LLVMGetElementType(type), .n = (unsigned)n };
	return n > 1 && size <= MAX_BYTES;
}

bool
elements_is_choice(struct compilation *c, LLVMValueRef address)
{
	LLVMValueRef of = LLVMGetOperand(address, 0);
	struct array array;

	return LLVMIsAAllocaInst(of) && begin_array(&array, c, of) && is_choice(&array, address);
}

/* --- choosing --------------------------------------------------------------------- */

/* The element whose number has those bits of the index, and above them those of first. */
static LLVMValueRef
choose(const struct array *array, LLVMValueRef *element, LLVMValueRef index, unsigned first, unsigned bits)
{
	LLVMBuilderRef b = array->c->builder;
	LLVMValueRef low, high, bit;
	unsigned half;

	if (bits == 0)
		return element[first];
	half = 1u << (bits - 1);
	low = choose(array, element, index, first, bits - 1);
	if (first + half >= array->n)
		return low;
	high = choose(array, element, index, first + half, bits - 1);
	bit = LLVMBuildAnd(b, index, const_int(LLVMTypeOf(index), half), "");
	return LLVMBuildSelect(b, LLVMBuildICmp(b, LLVMIntNE, bit, LLVMConstNull(LLVMTypeOf(index)), ""), high, low, "");
}

static LLVMValueRef
element_address(const struct array *array, unsigned i)
{
	LLVMValueRef number = const_int(array->c->i64, i);

	return LLVMBuildInBoundsGEP2(array->c->builder, array->type, array->address, &number, 1, "");
}

static void
replace_load(const struct array *array, LLVMValueRef load, LLVMValueRef index)
{
	LLVMValueRef element[MAX_ELEMENTS];
	unsigned i, bits;

	for (i = 0; i < array->n; i++)
		element[i] = LLVMBuildLoad2(array->c->builder, array->type, element_address(array, i), "");
	for (bits = 1; 1u << bits < array->n; bits++)
		;
	LLVMReplaceAllUsesWith(load, choose(array, element, index, 0, bits));
}

/* Each element stays, or is the new one. */
static void
replace_store(const struct array *array, LLVMValueRef store, LLVMValueRef index)
{
	LLVMBuilderRef b = array->c->builder;
	LLVMValueRef address, old, is_new;
	unsigned i;

	for (i = 0; i < array->n; i++) {
		address = element_address(array, i);
		old = LLVMBuildLoad2(b, array->type, address, "");
		is_new = LLVMBuildICmp(b, LLVMIntEQ, index, const_int(LLVMTypeOf(index), i), "");
		LLVMBuildStore(b, LLVMBuildSelect(b, is_new, LLVMGetOperand(store, 0), old, ""), address);
	}
}

static void
replace_accesses(const struct array *array, LLVMValueRef place)
{
	LLVMValueRef access, index = element_number(array, place);
	LLVMUseRef use;

	while ((use = LLVMGetFirstUse(place))) {
		access = LLVMGetUser(use);
		LLVMPositionBuilderBefore(array->c->builder, access);
		LLVMSetCurrentDebugLocation2(array->c->builder, LLVMInstructionGetDebugLoc(access));
		if (LLVMIsALoadInst(access))
			replace_load(array, access, index);
		else
			replace_store(array, access, index);
		LLVMInstructionEraseFromParent(access);
	}
	LLVMSetCurrentDebugLocation2(array->c->builder, NULL);
	LLVMInstructionEraseFromParent(place);
}

int
elements_choose(struct compilation *c, struct kernel *kernel)
{
	static const char passes[] = "sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>";
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->function);
	LLVMValueRef i;
	struct array array;
	bool any = false;
	unsigned k;

	if (function_size(kernel->function) > MAX_CODE)
		return 0;
	/* What follows the array may be one of the places, which are gone when it is replaced. */
	for (i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsAAllocaInst(i) || !begin_array(&array, c, i) || !read_uses(&array, i, MAX_DEPTH) || !array.nplace)
			continue;
		for (k = 0; k < array.nplace; k++)
			replace_accesses(&array, array.place[k]);
		any = true;
	}
	return any ? compilation_run_on_function(c, kernel->function, passes) : 0;
}
