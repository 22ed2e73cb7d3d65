/*
 * Every spelling of a device builtin becomes a mux builtin, an LLVM
 * instruction or a function of libclc: OpenCL C names, SPIR-V names as
 * functions and as variables, C names of maths functions, LLVM intrinsics.
 * Functions are recognized by their plain name, because the mangled arguments
 * differ between producers.
 */
#ifndef MUX_LOWER_H
#define MUX_LOWER_H

#include "compilation.h"

/* The sub-group size of this device. */
enum { SUB_GROUP_SIZE = 1 };

/* Lowers all calls of builtins in the module.  Reports and returns -1. */
int lower_builtins(struct compilation *c);

/* A builtin's name, taken apart: _Z<length><base><parameters>. */
struct mangled {
	const char *base;	/* arena */
	const char *params;	/* what follows it */
};

/* Splits name; false when it is not the mangled name of a plain function. */
bool mangled_split(struct arena *arena, const char *name, struct mangled *mangled);

/*
 * lower-atomic.c: replaces a call of __spirv_Atomic* by an instruction.
 * Returns the value, NULL when base is not an atomic function.
 */
LLVMValueRef lower_atomic(struct compilation *c, LLVMValueRef call, const char *base);
/* SPIR-V's memory semantics as an ordering. */
LLVMAtomicOrdering semantics_ordering(uint64_t semantics);

/* lower-math.c: maths under other names becomes calls of OpenCL's names, which libclc defines. */
void lower_math(struct compilation *c);

#endif
