/* The checks before any file is written. */
#ifndef POST_LINK_CHECK_H
#define POST_LINK_CHECK_H

#include "graph.h"
#include "post-link.h"

/*
 * Reports every function and variable that an entry point reaches, that is
 * defined nowhere, and that is neither a builtin of the target nor importable:
 * all in one run, sorted by name, each with the shortest chain from a kernel.
 * Returns -1 when one was an error.
 */
int check_undefined(const struct graph *graph);

/*
 * Sets the requirements of every image and warns about functions whose
 * features their kernels do not declare, each once.  (Optional kernel
 * features, "Error checking for SYCL_EXTERNAL functions".)  Reports an
 * unknown fixed target and returns -1.
 */
int check_external(const struct graph *graph, struct images *images);

#endif
