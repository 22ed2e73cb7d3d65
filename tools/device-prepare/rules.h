/*
 * What device code may not do.  Stock clang 22 lets nearly all of it pass
 * (SYCL 2020, "Language restrictions for device functions").
 */
#ifndef DEVICE_PREPARE_RULES_H
#define DEVICE_PREPARE_RULES_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "annotations.h"
#include "base/arena.h"
#include "features.h"
#include "ir/callgraph.h"

/* One thing found in one function, by the walk that also builds the call graph. */
struct violation {
	uint32_t function;
	unsigned rule;
	LLVMValueRef instruction;	/* NULL: the function as a whole */
	const char *what;
};

struct rules {
	struct arena *arena;
	struct violation *violation;
	size_t n;
	uint32_t function;	/* whose instructions are visited, */
	unsigned seen;		/* and the rules it broke so far */
	LLVMValueRef current;
	bool asm_allowed;	/* a triple whose assembly user code may write */
};

/* Prepares the visitor for callgraph_build(). */
void rules_init(struct rules *rules, struct arena *arena, LLVMModuleRef module, struct callgraph_visitor *visitor);
/*
 * Reports what the functions that a kernel or a SYCL_EXTERNAL function
 * reaches have done, each with the calls that lead there.  inherits marks the
 * functions of headers that are no news to the user.  Variables that an
 * annotation declares a device_global may be written.
 */
void rules_report(struct rules *rules, struct callgraph *graph, const struct features *features,
		  const uint8_t *inherits, const struct annotations *annotations, const char *source);

#endif
