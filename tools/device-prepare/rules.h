/*
 * The restrictions of device code, which stock clang 22 hardly checks (SYCL 2020,
 * "Language restrictions for device functions").
 */
#ifndef DEVICE_PREPARE_RULES_H
#define DEVICE_PREPARE_RULES_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "annotations.h"
#include "base/arena.h"
#include "features.h"
#include "ir/callgraph.h"

/* A violation of a rule in a function, found by the walk that builds the call graph. */
struct violation {
	uint32_t function;
	unsigned rule;
	LLVMValueRef instruction;	/* NULL: the function as a whole */
	const char *what;
};

/* A call for the caller's object, or for a part of it. */
struct own_call {
	uint32_t caller;
	LLVMValueRef callee, instruction;
};

struct rules {
	struct arena *arena;
	struct violation *violation;
	size_t n;
	struct own_call *own_call;
	size_t n_own_calls;
	uint32_t function;	/* whose instructions are visited, */
	unsigned seen;		/* and the rules it broke so far */
	LLVMValueRef current;
	bool asm_allowed;	/* a triple whose assembly user code may write */
};

/* Prepares the visitor for callgraph_build(). */
void rules_init(struct rules *rules, struct arena *arena, LLVMModuleRef module, struct callgraph_visitor *visitor);
/*
 * Reports the violations in functions that a kernel or a SYCL_EXTERNAL function
 * reaches, each with the calls that lead there.  inherits marks functions of
 * headers, which the chains leave out.  Variables that an annotation declares a
 * device_global may be written.
 */
void rules_report(struct rules *rules, struct callgraph *graph, const struct features *features,
		  const uint8_t *inherits, const struct annotations *annotations, const char *source);

#endif
