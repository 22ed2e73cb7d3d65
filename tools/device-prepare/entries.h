/*
 * Entry points: what kernels and SYCL_EXTERNAL functions are called, how they
 * are linked and which features they inherit; all else becomes internal.
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
 * functions that header wrappers call.  inherits[i] is set for the wrappers
 * and call operators met on the way (nfunction bytes).
 */
void entries_inherit(const struct callgraph *graph, struct features *features, struct arena *arena,
		     uint8_t *inherits);
/*
 * Reports two kernels of one name as an error: the host would find the first
 * for both.  inherits as above; source is named where no line is known.
 */
void entries_check_names(LLVMModuleRef module, const struct callgraph *graph, const uint8_t *inherits,
			 const char *source, struct arena *arena);
/*
 * Kernels become weak_odr, those local to the translation unit get the suffix
 * @id; kernels and SYCL_EXTERNAL functions get the attribute sycl-module-id;
 * kernels get !sycl_functor_size.  Everything else becomes internal.
 */
void entries_link(LLVMModuleRef module, const struct callgraph *graph, const struct features *features,
		  struct arena *arena, const char *id);

#endif
