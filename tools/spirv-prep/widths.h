/*
 * Integers of widths that SPIR-V does not have.  A value of N bits lives in
 * the next wider integer of 8, 16, 32 or 64 bits, whose upper bits are always
 * zero; one of 65 to 128 bits in a structure of two of 64, the lower half first.
 * In memory nothing changes.
 */
#ifndef SPIRV_PREP_WIDTHS_H
#define SPIRV_PREP_WIDTHS_H

#include "base/ptrmap.h"
#include "prep.h"

struct widening {
	struct ptrmap map;	/* a value of odd width, or a function with such parameters, to its index in by */
	LLVMValueRef *by;
	size_t n;
};

/* --- widths.c: types and values -------------------------------------------------- */

/* True when the type has an integer of 2 to 128 bits whose width is not 8, 16, 32 or 64. */
bool widths_has_odd(LLVMTypeRef type);
/* The type with wider integers in place of odd ones. */
LLVMTypeRef widths_type(LLVMTypeRef type);
/* The type is an integer of 65 to 128 bits or a vector of such. */
bool widths_is_wide(LLVMTypeRef type);
/* The next width that SPIR-V has. */
unsigned widths_next(unsigned bits);
/* The replacement of the value: itself when its type is not odd; NULL for constants that cannot be widened. */
LLVMValueRef widths_value(struct widening *w, LLVMValueRef value);

/* The value, of a widened type, without its bits from the given one on. */
LLVMValueRef widths_clear(LLVMBuilderRef b, LLVMValueRef value, unsigned bits);
/* The value with bit number bits - 1 copied to all upper ones. */
LLVMValueRef widths_sign(LLVMBuilderRef b, LLVMValueRef value, unsigned bits);

/* Copies the attributes of a function or call, except those of odd parameters, which may mention their width. */
void widths_copy_attributes(LLVMValueRef from, LLVMValueRef to);

/* --- widen.c: one instruction ----------------------------------------------------- */

/*
 * Builds the same computation on widened operands; the result has the widened
 * type, upper bits zero.  Returns the instruction itself when it has no result
 * and is to be deleted, NULL when it cannot be widened.
 */
LLVMValueRef widen_instruction(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst);

/* --- wide-functions.c: integers of 65 to 128 bits ----------------------------------- */

/* Divisions and conversions from and to floating point become calls of functions that the module gets, to be widened as others are. */
void wide_call_functions(LLVMModuleRef module);

/* --- halves.c: the same ---------------------------------------------------------------- */

/* The instruction has a result or operand of 65 to 128 bits and needs more than its parts in the same instruction. */
bool halves_is_wanted(LLVMValueRef inst);
/* The same as widen_instruction(). */
LLVMValueRef halves_instruction(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst);
/* The constant as two halves; NULL for addresses. */
LLVMValueRef halves_constant(LLVMValueRef value);

/* --- widen-memory.c ------------------------------------------------------------------ */

/* Loads and stores of so many bits in whole bytes; the same results as widen_instruction(). */
LLVMValueRef widen_load(LLVMBuilderRef b, LLVMValueRef load);
LLVMValueRef widen_store(struct widening *w, LLVMBuilderRef b, LLVMValueRef store);
/* A number and a vector of the same bits, one of them of odd width. */
LLVMValueRef widen_bitcast(struct widening *w, LLVMBuilderRef b, LLVMValueRef cast);

/* --- widen-calls.c ----------------------------------------------------------------- */

/* A call of a widened function or of an intrinsic; the same results as widen_instruction(). */
LLVMValueRef widen_call(struct widening *w, LLVMBuilderRef b, LLVMValueRef call);

#endif
