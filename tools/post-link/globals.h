/*
 * Device globals: variables with the attribute "sycl-device-global-size", and those
 * of include/sycl (sycl-cc/device-global.h), known by their initializer.  The
 * C interface of LLVM reads no attributes of variables, so they are read from
 * the program's bitcode records.
 */
#ifndef POST_LINK_GLOBALS_H
#define POST_LINK_GLOBALS_H

#include <stdbool.h>
#include <stdint.h>

#include "graph.h"
#include "post-link.h"

struct device_global {
	LLVMValueRef variable;
	const char *id;		/* "sycl-unique-id" */
	uint32_t size;
	bool image_scope;
	bool is_ours;		/* of include/sycl, without attributes: the runtime finds its variable by name */
};

/* Reads the module's device globals; reports one without an id and returns -1.  Before graph_build(). */
int globals_read(LLVMModuleRef module);
/* NULL when the variable is not a device global. */
const struct device_global *device_global_of(LLVMValueRef variable);
static inline bool
is_device_global(LLVMValueRef variable)
{
	return device_global_of(variable) != NULL;
}
/* A variable with the property device_image_scope may be in one image only: reports others and returns -1. */
int globals_check(const struct graph *graph, const struct images *images);

#endif
