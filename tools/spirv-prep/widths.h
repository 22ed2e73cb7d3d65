/*
 * Integers of widths that SPIR-V does not have.  A value of N bits lives in
 * the next wider integer of 8, 16, 32 or 64 bits, whose upper bits are always
 * zero; in memory nothing changes.
 */
#ifndef SPIRV_PREP_WIDTHS_H
#define SPIRV_PREP_WIDTHS_H

#include "base/ptrmap.h"
#include "prep.h"

struct widening {
	struct ptrmap map;	/* a value of odd width, a function with such parameters: its place in by */
	LLVMValueRef *by;
	size_t n;
};

/* --- widths.c: types and values -------------------------------------------------- */

/* True when an integer of 2 to 64 bits is part of the type that has not 8, 16, 32 or 64. */
bool widths_has_odd(LLVMTypeRef type);
/* The type with wider integers in place of odd ones. */
LLVMTypeRef widths_type(LLVMTypeRef type);
/* The next width that SPIR-V has. */
unsigned widths_next(unsigned bits);
/* What stands for the value: itself when its type is not odd; NULL for constants that cannot be widened. */
LLVMValueRef widths_value(struct widening *w, LLVMValueRef value);

/* The value without its bits from the given one on. */
LLVMValueRef widths_clear(LLVMBuilderRef b, LLVMValueRef value, unsigned bits);
/* The value with bit number bits - 1 copied to all upper ones. */
LLVMValueRef widths_sign(LLVMBuilderRef b, LLVMValueRef value, unsigned bits);

/* The attributes of a function or call; what is said about odd parameters may say it in odd numbers: it goes. */
void widths_copy_attributes(LLVMValueRef from, LLVMValueRef to);

/* --- widen.c: one instruction ----------------------------------------------------- */

/*
 * What computes the same as the instruction on widened operands; its result
 * has the widened type of the instruction's, upper bits zero.  The instruction
 * itself: it has no result and may go.  NULL: there is no such thing.
 */
LLVMValueRef widen_instruction(struct widening *w, LLVMBuilderRef b, LLVMValueRef inst);

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
