/* Calls of intrinsics replaced by other code, as tables of functions say. */
#ifndef SPIRV_PREP_REWRITE_H
#define SPIRV_PREP_REWRITE_H

#include <stddef.h>

#include "prep.h"

/* Returns the replacement of a call; NULL: the call stays; the call itself: it is deleted. */
typedef LLVMValueRef rewriter(LLVMBuilderRef builder, LLVMValueRef call);

struct rewriting {
	const char *name;	/* of the intrinsic, without the types it is overloaded on */
	rewriter *rewrite;
};

/* Every call of the intrinsics in the table. */
void rewrite_calls(LLVMModuleRef module, const struct rewriting *table, size_t n);

/* Rewriters: the first argument replaces the call; nothing does (a result, which is unused, becomes null). */
rewriter rewrite_to_argument, rewrite_to_nothing;

/* --- for writing rewriters ---------------------------------------------------- */

/* Argument i of a call. */
LLVMValueRef arg(LLVMValueRef call, unsigned i);
/* The alignment that a call states for its argument i; 1: none. */
unsigned alignment_of(LLVMValueRef call, unsigned i);
/* Bits of an integer, or of one element of a vector. */
unsigned width_of(LLVMValueRef value);
/* { first, second } in the type of the call. */
LLVMValueRef pair(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef first, LLVMValueRef second);
/* A variable of the function, made in its first block. */
LLVMValueRef local_variable(LLVMBuilderRef builder, LLVMTypeRef type);
/* The intrinsic of one argument whose type it is overloaded on. */
LLVMValueRef unary(LLVMBuilderRef builder, const char *name, LLVMValueRef x);
/*
 * The mangled name of the OpenCL function whose first parameter has that type;
 * more is the rest of the parameters.  False for types that it does not have.
 */
bool mangle(char name[64], const char *function, LLVMTypeRef type, const char *more);
/* The same with the letter of an unsigned integer type. */
bool mangle_unsigned(char name[64], const char *function, LLVMTypeRef type, const char *more);
/*
 * The OpenCL function of the call's first argument that gives a second result,
 * of type out, through a pointer; more is the pointer's mangled name.  Both
 * results, NULL when there is no such function.
 */
LLVMValueRef build_two_results(LLVMBuilderRef builder, const char *function, LLVMValueRef call, LLVMTypeRef out, const char *more);
/* The OpenCL function of the first n (1, 2 or 3) arguments of the call, all of the result's type; NULL when there is none. */
LLVMValueRef build_math(LLVMBuilderRef builder, const char *function, LLVMValueRef call, unsigned n);

#endif
