#include "prep.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "ir/irmodule.h"

/*
 * OpenCL 1's atomic functions, such as atomic_add(int *, int): the translator of
 * LLVM 15 needs the pointee type, which pointers no longer have.  It accepts
 * atomic instructions.
 */

static const struct {
	const char *name;
	LLVMAtomicRMWBinOp of_signed, of_unsigned;
} operations[] = {
	{ "add", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd }, { "sub", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub },
	{ "inc", LLVMAtomicRMWBinOpAdd, LLVMAtomicRMWBinOpAdd }, { "dec", LLVMAtomicRMWBinOpSub, LLVMAtomicRMWBinOpSub },
	{ "and", LLVMAtomicRMWBinOpAnd, LLVMAtomicRMWBinOpAnd }, { "or", LLVMAtomicRMWBinOpOr, LLVMAtomicRMWBinOpOr },
	{ "xor", LLVMAtomicRMWBinOpXor, LLVMAtomicRMWBinOpXor }, { "xchg", LLVMAtomicRMWBinOpXchg, LLVMAtomicRMWBinOpXchg },
	{ "min", LLVMAtomicRMWBinOpMin, LLVMAtomicRMWBinOpUMin }, { "max", LLVMAtomicRMWBinOpMax, LLVMAtomicRMWBinOpUMax },
};

/* The text after "atomic_" or "atom_" in a mangled name, with its length; NULL for other names. */
static const char *
operation_of(const char *name, size_t *len)
{
	static const char *const prefixes[] = { "atomic_", "atom_" };
	char *text;
	size_t whole, i;

	if (strncmp(name, "_Z", 2) || !isdigit((unsigned char)name[2]))
		return NULL;
	whole = strtoul(name + 2, &text, 10);
	for (i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
		size_t n = strlen(prefixes[i]);

		if (whole > n && strlen(text) > whole && !strncmp(text, prefixes[i], n)) {
			*len = whole - n;
			return text + n;
		}
	}
	return NULL;
}

static LLVMValueRef
compare_and_exchange(LLVMBuilderRef b, LLVMValueRef call)
{
	LLVMValueRef both = LLVMBuildAtomicCmpXchg(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), LLVMGetOperand(call, 2),
						   LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);

	return LLVMBuildExtractValue(b, both, 0, "");
}

/* NULL for functions that are not among the operations. */
static LLVMValueRef
build_atomic(LLVMBuilderRef b, LLVMValueRef call, const char *operation, size_t len)
{
	unsigned n = LLVMGetNumArgOperands(call);
	bool is_unsigned = strpbrk(operation + len, "jm") != NULL;	/* of the parameters' letters */
	size_t i;

	if (n == 3 && len == 7 && !strncmp(operation, "cmpxchg", 7))
		return compare_and_exchange(b, call);
	for (i = 0; i < sizeof operations / sizeof *operations && n && n <= 2; i++)
		if (len == strlen(operations[i].name) && !strncmp(operation, operations[i].name, len))
			return LLVMBuildAtomicRMW(b, is_unsigned ? operations[i].of_unsigned : operations[i].of_signed,
						  LLVMGetOperand(call, 0),
						  n == 2 ? LLVMGetOperand(call, 1) : LLVMConstInt(LLVMTypeOf(call), 1, 0),
						  LLVMAtomicOrderingMonotonic, 0);
	return NULL;
}

static void
replace_call(LLVMValueRef call, const char *operation, size_t len)
{
	LLVMBuilderRef b = builder_before(call);
	LLVMValueRef by = build_atomic(b, call, operation, len);

	LLVMDisposeBuilder(b);
	if (by)
		replace_instruction(call, by);
}

void
prep_old_atomics(LLVMModuleRef module)
{
	LLVMValueRef function, next_function;

	for (function = LLVMGetFirstFunction(module); function; function = next_function) {
		size_t len;
		const char *operation = LLVMIsDeclaration(function) ? operation_of(irmodule_name(function), &len) : NULL;
		LLVMUseRef use, next;

		next_function = LLVMGetNextFunction(function);
		for (use = operation ? LLVMGetFirstUse(function) : NULL; use; use = next) {
			LLVMValueRef call = LLVMGetUser(use);

			next = LLVMGetNextUse(use);
			if (LLVMIsACallInst(call) && LLVMGetCalledValue(call) == function)
				replace_call(call, operation, len);
		}
		if (operation && !LLVMGetFirstUse(function))
			LLVMDeleteFunction(function);
	}
}
