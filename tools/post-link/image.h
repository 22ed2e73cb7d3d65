/*
 * Images as bitcode: a part of the program cut out of its records (lib/bitcode), at
 * a cost that depends on the image, not on the program.
 */
#ifndef POST_LINK_IMAGE_H
#define POST_LINK_IMAGE_H

#include "bitcode/bitcut.h"
#include "graph.h"

/*
 * LLVM's module of the program without the bodies of its functions, which are most
 * of it and stay records.  NULL when lib/bitcode cannot read the records: then LLVM
 * must read the whole.
 */
LLVMModuleRef image_skeleton(const char *name, const char *bytes, size_t len);
/* Another module than the skeleton is the program: it has changed since it was read. */
void image_forget(void);
/*
 * Prepares the program for cutting, once, after it was read and before
 * graph_build(): from the bytes that image_skeleton() got, otherwise from the
 * module, written to memory.  Reports and returns -1.
 */
int image_open(LLVMModuleRef module);
/* The program's tables: variables, functions, aliases and ifuncs have the numbers that LLVM's lists give them. */
const struct bitmodule *image_program(void);
/* NULL before image_open(): modules that are compared or hashed are read whole. */
struct bitcut *image_cutter(void);
/* The module with all bodies, for messages that name instructions; reads it at the first call. */
LLVMModuleRef image_whole(LLVMModuleRef module);
/* Gives the nodes of the graph their numbers in the program, once. */
void image_init(const struct graph *graph);
uint32_t image_number(uint32_t node);
/* PTRMAP_NONE: a list without a meaning in an image. */
uint32_t image_node(uint32_t of_number);
/*
 * Appends the image of the closure to what the writer has.  Only its entry points
 * stay visible, with "sycl-entry-point" in place of "sycl-module-id"; metadata names
 * only what the image holds.  Records of the input that cannot be cut are read and
 * written by LLVM first, once.  Reports and returns -1.
 */
int image_cut(const struct graph *graph, const struct closure *closure, struct bitwriter *writer);

#endif
