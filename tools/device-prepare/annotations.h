/*
 * llvm.global.annotations as a list: annotations of functions and variables from
 * attr-rewrite(1) and the SYCL headers.
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

/* Reads the annotations of the module; entries of another shape are skipped. */
void annotations_read(struct annotations *annotations, struct arena *arena, LLVMModuleRef module);
/* The string that a constant refers to, through casts, in the arena; NULL for other constants. */
const char *annotations_string(struct arena *arena, LLVMValueRef constant);
/* Removes them from the module: SPIR-V consumers refuse them. */
void annotations_strip(LLVMModuleRef module);

#endif
