/*
 * llvm.global.annotations as a list: what attr-rewrite(1) and the SYCL headers
 * say about functions and variables.
 */
#ifndef DEVICE_PREPARE_ANNOTATIONS_H
#define DEVICE_PREPARE_ANNOTATIONS_H

#include <llvm-c/Core.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/diag.h"

struct annotation {
	LLVMValueRef target;	/* the function or variable */
	const char *text;
	int64_t *value;		/* n_values arguments without the first; other than integers count as 0 */
	const char **string;	/* the same for strings; others are NULL */
	size_t n_values;
	struct diag_place place;
};

struct annotations {
	struct annotation *item;	/* n of them, in the order of the module */
	size_t n;
};

/* Reads the annotations of the module; entries of another shape are passed over. */
void annotations_read(struct annotations *annotations, struct arena *arena, LLVMModuleRef module);
/* The string behind a constant, through casts, in the arena; NULL when it is none. */
const char *annotations_string(struct arena *arena, LLVMValueRef constant);
/* Removes them from the module: left over, they upset SPIR-V consumers. */
void annotations_strip(LLVMModuleRef module);

#endif
