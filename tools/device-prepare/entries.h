/*
 * Entry points: the names and linkage of kernels and SYCL_EXTERNAL functions, and
 * the features that they inherit; all else becomes internal.
 */
#ifndef DEVICE_PREPARE_ENTRIES_H
#define DEVICE_PREPARE_ENTRIES_H

#include <llvm-c/Core.h>
#include <stdint.h>

#include "base/arena.h"
#include "features.h"
#include "ir/callgraph.h"

/*
 * Gives each kernel the features of the function object it runs: those of the
 * functions that header wrappers call.  Sets inherits[i] (nfunction bytes) for
 * these wrappers and call operators.
 */
void entries_inherit(const struct callgraph *graph, struct features *features, struct arena *arena,
		     uint8_t *inherits);
/* The call operator of the kernel's function object, the kernel itself when there is none; inherits as above. */
uint32_t entries_operator(const struct callgraph *graph, uint32_t kernel, const uint8_t *inherits);
/*
 * Reports two kernels of one name as an error: the host would find the first
 * for both.  inherits as above; without debug information the message names source.
 */
void entries_check_names(LLVMModuleRef module, const struct callgraph *graph, const uint8_t *inherits,
			 const char *source, struct arena *arena);
/*
 * Kernels become weak_odr, those local to the translation unit get the suffix
 * @id; kernels and SYCL_EXTERNAL functions get the attribute sycl-module-id;
 * kernels get !sycl_functor_size.  Other functions become internal, and so do
 * variables but device globals and constants that name no function.
 */
void entries_link(LLVMModuleRef module, const struct callgraph *graph, const struct features *features,
		  struct arena *arena, const char *id);

/* NAME@ID: the name in the whole program of what is local to the translation unit; other signs where the target's tools need it. */
const char *entries_local_name(LLVMModuleRef module, struct arena *arena, const char *name, const char *id);

/* The type of the kernel's function object, which is its first parameter, by value; NULL when it has none. */
LLVMTypeRef entries_functor(LLVMValueRef kernel);

/* For NVPTX: gives functions and variables the names that PTX takes (format/gpuname.h).  After that nothing looks for names. */
void entries_encode_names(LLVMModuleRef module, struct arena *arena);

#endif
