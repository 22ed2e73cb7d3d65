/*
 * Every spelling of a device builtin becomes a mux builtin, an LLVM
 * instruction or a function of libclc: OpenCL C names, SPIR-V names as
 * functions and as variables, C names of maths functions, LLVM intrinsics.
 * Functions are recognized by their plain name, because the mangled arguments
 * differ between producers.
 */
#ifndef MUX_LOWER_H
#define MUX_LOWER_H

#include "mux/compilation.h"

/* Lowers all calls of builtins in the module.  Reports and returns -1. */
int lower_builtins(struct compilation *c);

/*
 * Dimensions from the fourth on, which SPIR-V lacks and OpenCL C has: llvm-spirv writes get_local_id(d) as
 * element d of three.  Before any pass, which would make an element that does not exist a poison value.
 */
void lower_dimensions(struct compilation *c);

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
/* lower-atomic-opencl.c: the same for those of OpenCL C, with the mangled parameters. */
LLVMValueRef lower_atomic_opencl(struct compilation *c, LLVMValueRef call, const char *base, const char *params);
/* The atomic function changes local memory: its first parameter is mangled as a pointer there, or read/addrspace has marked the call. */
bool lower_is_local(LLVMValueRef call);
/* Loads cannot release, stores cannot acquire: the ordering without that. */
LLVMAtomicOrdering lower_weaken(LLVMAtomicOrdering ordering, LLVMAtomicOrdering impossible, LLVMAtomicOrdering possible);
/* SPIR-V's memory semantics as an ordering. */
LLVMAtomicOrdering semantics_ordering(uint64_t semantics);

/* lower-vector.c: replaces vload and vstore of all kinds.  Returns what has the call's value, NULL for other functions. */
LLVMValueRef lower_vector(struct compilation *c, LLVMValueRef call, const char *base);
/* A number as half, rounded as the end of the name base says: "_rtz". */
LLVMValueRef lower_to_half(struct compilation *c, LLVMValueRef value, bool is_unsigned, const char *base);

/* lower-half.c: functions of half that depend on its bits.  Returns the value, NULL for others. */
LLVMValueRef lower_half(struct compilation *c, LLVMValueRef call, const char *base, const char *params);
/* All others are called with float. */
void promote_half(struct compilation *c, LLVMValueRef function);

/* lower-opencl.c: shuffle, nan, prefetch.  Returns the value, NULL for others. */
LLVMValueRef lower_opencl(struct compilation *c, LLVMValueRef call, const char *base);

/* lower-bits.c: fields and order of bits, dot products of bytes, the clock.  Returns the value, NULL for others. */
LLVMValueRef lower_bits(struct compilation *c, LLVMValueRef call, const struct mangled *name);

/*
 * lower-spirv.c: relations and conversions as llvm-spirv writes them
 * (__spirv_IsNan, __spirv_ConvertFToS_Rint_sat).  Returns the value, NULL for
 * other functions.
 */
LLVMValueRef lower_spirv(struct compilation *c, LLVMValueRef call, const struct mangled *name);

/*
 * lower-subgroup.c: functions of sub-groups, in modules that have sub-groups of
 * more than one work-item (compilation.sub_groups).  False for other functions;
 * else *value is what has the call's value, NULL for barriers.
 */
bool lower_subgroup(struct compilation *c, LLVMValueRef call, const struct mangled *name, LLVMValueRef *value);
/*
 * The same: functions of cl_intel_subgroups that OpenCL C lacks, which are blocks of memory and, where
 * sub-groups have one work-item, exchanges of two values.  NULL for other functions.
 */
LLVMValueRef lower_intel_subgroup(struct compilation *c, LLVMValueRef call, const char *base);
/* The same: the words of SPIR-V's variable name, one of SubgroupEqMask, Ge, Gt, Le and Lt, as a vector of four. */
LLVMValueRef lower_subgroup_mask(struct compilation *c, const char *name);
/* The same of all work-items alone: for kernels of such modules whose sub-groups have one. */
void lower_lone_subgroups(struct compilation *c, LLVMValueRef function);
/* Their largest size, and that of each if all are whole, where it is known to be size.  Returns whether the function asks. */
bool lower_known_subgroups(LLVMValueRef function, uint32_t size, bool all_whole);

/*
 * lower-image.c: images of OpenCL C, which libclc_link() then links what they need for.  Returns what has the
 * call's value, NULL for other functions.
 */
LLVMValueRef lower_image(struct compilation *c, LLVMValueRef call, const struct mangled *name);
/* The same: samplers that the program has as constants. */
void lower_samplers(struct compilation *c);

/* lower-printf.c: calls of printf become calls of C's. */
void lower_printf(struct compilation *c);

/*
 * Checks constant numbers of SPIR-V of a barrier, a fence or an atomic
 * operation: semantics with at most one order, a scope that exists.  Reports
 * through code_error().
 */
void lower_check_order(struct compilation *c, LLVMValueRef call, LLVMValueRef semantics);
void lower_check_scope(struct compilation *c, LLVMValueRef call, LLVMValueRef scope);
/* The same for the arguments with those indices, which are orders of C11 and scopes of OpenCL; no argument: no check. */
void lower_check_opencl(struct compilation *c, LLVMValueRef call, unsigned order, unsigned scope);

/* lower-math.c: maths under other names becomes calls of OpenCL's names, which libclc defines. */
void lower_math(struct compilation *c);

#endif
