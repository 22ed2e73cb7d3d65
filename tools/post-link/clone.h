/*
 * Copies a part of the input into a module of its own: only what the closure
 * holds is touched, so that the cost of an image follows its own size.
 */
#ifndef POST_LINK_CLONE_H
#define POST_LINK_CLONE_H

#include <llvm-c/Core.h>

#include "graph.h"

/*
 * A new module in the same context with the functions, variables and aliases
 * of the closure, cleaned up as reference section 6.8 says.  own: the image's
 * entry points, marked "sycl-entry-point".  The caller disposes it, before the
 * next one is made when there is debug info.
 */
LLVMModuleRef image_clone(const struct graph *graph, const struct closure *closure, const uint32_t *own, size_t nown);

#endif
