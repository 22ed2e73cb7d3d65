/* Local memory: module variables become offsets in the block that the runtime gives each work-group. */
#ifndef MUX_LOCALMEM_H
#define MUX_LOCALMEM_H

#include "mux/compilation.h"

/*
 * The headers' accessors read the address of local memory from a local variable,
 * which the kernel sets to its parameter: replaces loads of it by the parameter.
 */
void localmem_forward_base(struct compilation *c, struct kernel *kernel);

/*
 * Lays out the local variables that the kernel uses and replaces them by
 * addresses; sets local_size, and notes what size of work-groups they tell (likely.h).  Reports constants that it cannot
 * expand; -1.
 */
int localmem_place(struct compilation *c, struct kernel *kernel);

/* The operand is a variable in local memory, or a constant that mentions one. */
bool localmem_is_mentioned(struct compilation *c, LLVMValueRef operand);

#endif
