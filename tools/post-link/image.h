/*
 * Images as bitcode: a part of the program cut out of its records
 * (lib/bitcode), so that an image costs what it holds.
 */
#ifndef POST_LINK_IMAGE_H
#define POST_LINK_IMAGE_H

#include "bitcode/bitmodule.h"
#include "graph.h"

/*
 * The records of the module, once: the input's own bytes when there is one
 * input that this LLVM wrote, otherwise the module written to memory.  Reports
 * and returns -1.
 */
int image_open(LLVMModuleRef module);
/* The bytes' tables: variables, functions, aliases and ifuncs have the numbers that LLVM's lists give them. */
const struct bitmodule *image_program(void);
/* Makes the program ready for cutting, once, after graph_build().  Reports and returns -1. */
int image_init(const struct graph *graph);
/*
 * Writes the image of the closure behind what the writer has, cleaned up as
 * reference section 6.8 says.  own: the image's entry points, marked
 * "sycl-entry-point".  Reports and returns -1.
 */
int image_cut(const struct graph *graph, const struct closure *closure, struct bitwriter *writer);

#endif
