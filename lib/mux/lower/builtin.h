/*
 * The mux builtins: work-item functions, barriers and sub-group functions after
 * every spelling of them was lowered.  They are declared functions named __mux_*,
 * so that the module can be printed after each stage.
 */
#ifndef MUX_BUILTIN_H
#define MUX_BUILTIN_H

#include "mux/compilation.h"

enum builtin {
	BUILTIN_NONE,
	/* Functions of a dimension, i32 -> i64. */
	BUILTIN_LOCAL_ID,
	BUILTIN_GLOBAL_ID,
	BUILTIN_GROUP_ID,
	BUILTIN_LOCAL_SIZE,
	BUILTIN_GLOBAL_SIZE,
	BUILTIN_NUM_GROUPS,
	BUILTIN_GLOBAL_OFFSET,
	/* () -> i64. */
	BUILTIN_WORK_DIM,
	BUILTIN_LOCAL_LINEAR_ID,
	BUILTIN_GLOBAL_LINEAR_ID,
	BUILTIN_SUB_GROUP_ID,
	BUILTIN_NUM_SUB_GROUPS,
	BUILTIN_SUB_GROUP_SIZE,		/* of the work-item's own sub-group: the last one may be smaller */
	BUILTIN_MAX_SUB_GROUP_SIZE,
	BUILTIN_SUB_GROUP_LOCAL_ID,
	/* () -> ptr: the work-group's static local memory. */
	BUILTIN_LOCAL_MEMORY,
	/* (i32 id, i32 scope, i32 semantics) -> void, the numbers of SPIR-V. */
	BUILTIN_BARRIER,
	/* (i32 scope, i32 semantics) -> void. */
	BUILTIN_FENCE,
	/* The same; the work-items of a sub-group wait for each other. */
	BUILTIN_SUB_GROUP_BARRIER,
};

/* Which mux builtin the function is. */
enum builtin builtin_of(LLVMValueRef function);
/* The type of its function. */
LLVMTypeRef builtin_type(struct compilation *c, enum builtin builtin);
/* The builtin that an instruction calls, BUILTIN_NONE for all else. */
enum builtin builtin_called(LLVMValueRef instruction);
/* Its value depends only on the work-item, so it can be computed again anywhere. */
bool builtin_is_query(enum builtin builtin);
/* Its value differs between work-items of a group. */
bool builtin_is_divergent(enum builtin builtin);
/* A call of it at the builder's place. */
LLVMValueRef builtin_call(struct compilation *c, enum builtin builtin, LLVMValueRef *args);

#endif
