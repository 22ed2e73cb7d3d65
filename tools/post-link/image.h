/*
 * Images as bitcode: a part of the program cut out of its records
 * (lib/bitcode), so that an image costs what it holds.
 */
#ifndef POST_LINK_IMAGE_H
#define POST_LINK_IMAGE_H

#include "bitcode/bitcut.h"
#include "graph.h"

/*
 * Makes a module of LLVM's of the program's bitcode, with all but what its
 * functions do: their bodies, which are most of it, stay records.  NULL when
 * the records are not understood, or nobody but LLVM reads them: then LLVM is
 * to read the whole.
 */
LLVMModuleRef image_skeleton(const char *name, const char *bytes, size_t len);
/*
 * Makes the program ready for cutting, once, after it was read and before
 * graph_build(): from the bytes that image_skeleton() was given, otherwise from
 * the module, written to memory.  Reports and returns -1.
 */
int image_open(LLVMModuleRef module);
/* The program's tables: variables, functions, aliases and ifuncs have the numbers that LLVM's lists give them. */
const struct bitmodule *image_program(void);
/* NULL before image_open(): modules that are compared or hashed are read whole. */
struct bitcut *image_cutter(void);
/* The module with all bodies, for messages that name instructions; read now when it was not. */
LLVMModuleRef image_whole(LLVMModuleRef module);
/* Gives the nodes of the graph their numbers in the program, once. */
void image_init(const struct graph *graph);
uint32_t image_number(uint32_t node);
/* PTRMAP_NONE: a list that means nothing in an image. */
uint32_t image_node(uint32_t of_number);
/*
 * Appends the image of the closure to what the writer has.  Only its entry points
 * stay visible, with "sycl-entry-point" in place of "sycl-module-id"; metadata names
 * only what the image holds.  Reports and returns -1.
 */
int image_cut(const struct graph *graph, const struct closure *closure, struct bitwriter *writer);

#endif
