#include "mux/regions/elements.h"

#include <llvm-c/DebugInfo.h>

#include "mux/lower/builtin.h"

enum {
	MAX_ELEMENTS = 8,
	MAX_BYTES = 32,		/* of an array: larger ones are gathered faster */
	MAX_READS = 32,		/* of it at unknown places */
	MAX_DEPTH = 8,		/* of an index that is looked at */
};

struct array {
	struct compilation *c;
	LLVMValueRef address;
	LLVMTypeRef type;		/* of an element */
	unsigned n;
	LLVMValueRef read[MAX_READS];	/* addresses of what is read at unknown places */
	unsigned nread;
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

/* The value differs between work-items: ids or what is in memory are in it, not only what a loop counts. */
static bool
is_of_items(LLVMValueRef value, int depth)
{
	int i;

	if (LLVMIsALoadInst(value) || LLVMIsACallInst(value))
		return true;
	if (depth == 0 || (!LLVMIsABinaryOperator(value) && !LLVMIsACastInst(value) && !LLVMIsASelectInst(value) && !LLVMIsAPHINode(value)))
		return false;
	for (i = 0; i < LLVMGetNumOperands(value); i++)
		if (is_of_items(LLVMGetOperand(value, (unsigned)i), depth - 1))
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

/* The element at that address, of a place that differs between work-items, is only read. */
static bool
is_choice(const struct array *array, LLVMValueRef address)
{
	LLVMValueRef number = element_number(array, address), load;
	LLVMUseRef use;

	if (!number || !is_of_items(number, MAX_DEPTH))
		return false;
	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		load = LLVMGetUser(use);
		if (!LLVMIsALoadInst(load) || LLVMGetVolatile(load) || LLVMIsAtomic(load) || LLVMTypeOf(load) != array->type)
			return false;
	}
	return true;
}

static bool
is_access(LLVMValueRef user, LLVMValueRef address)
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

static bool
has_known_place(LLVMValueRef address)
{
	int i;

	for (i = 1; i < LLVMGetNumOperands(address); i++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(address, (unsigned)i)))
			return false;
	return true;
}

/* All uses of the array are accesses at known places, or reads of elements at places that differ between work-items. */
static bool
read_uses(struct array *array, LLVMValueRef address, int depth)
{
	LLVMUseRef use;
	LLVMValueRef user;

	for (use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
		user = LLVMGetUser(use);
		if (!LLVMIsAGetElementPtrInst(user)) {
			if (!is_access(user, address))
				return false;
		} else if (has_known_place(user)) {
			if (depth == 0 || !read_uses(array, user, depth - 1))
				return false;
		} else {
			if (address != array->address || array->nread == MAX_READS || !is_choice(array, user))
				return false;
			array->read[array->nread++] = user;
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

static void
replace_load(const struct array *array, LLVMValueRef load, LLVMValueRef index)
{
	LLVMValueRef element[MAX_ELEMENTS], number, address;
	unsigned i, bits;

	LLVMPositionBuilderBefore(array->c->builder, load);
	LLVMSetCurrentDebugLocation2(array->c->builder, LLVMInstructionGetDebugLoc(load));
	for (i = 0; i < array->n; i++) {
		number = const_int(array->c->i64, i);
		address = LLVMBuildInBoundsGEP2(array->c->builder, array->type, array->address, &number, 1, "");
		element[i] = LLVMBuildLoad2(array->c->builder, array->type, address, "");
	}
	for (bits = 1; 1u << bits < array->n; bits++)
		;
	LLVMReplaceAllUsesWith(load, choose(array, element, index, 0, bits));
	LLVMInstructionEraseFromParent(load);
	LLVMSetCurrentDebugLocation2(array->c->builder, NULL);
}

static void
replace_reads(const struct array *array)
{
	LLVMUseRef use;
	unsigned i;

	for (i = 0; i < array->nread; i++) {
		while ((use = LLVMGetFirstUse(array->read[i])))
			replace_load(array, LLVMGetUser(use), element_number(array, array->read[i]));
		LLVMInstructionEraseFromParent(array->read[i]);
	}
}

int
elements_choose(struct compilation *c, struct kernel *kernel)
{
	static const char passes[] = "sroa<modify-cfg>,early-cse,instcombine<no-verify-fixpoint>";
	LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(kernel->function);
	LLVMValueRef i;
	struct array array;
	bool any = false;

	/* What follows the array may be one of the reads, which are gone when it is replaced. */
	for (i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i)) {
		if (!LLVMIsAAllocaInst(i) || !begin_array(&array, c, i) || !read_uses(&array, i, MAX_DEPTH) || !array.nread)
			continue;
		replace_reads(&array);
		any = true;
	}
	return any ? compilation_run_on_function(c, kernel->function, passes) : 0;
}
