/* Local memory: module variables become places in the block that the runtime gives each work-group. */
#ifndef MUX_LOCALMEM_H
#define MUX_LOCALMEM_H

#include "compilation.h"

/*
 * The header's accessors find local memory through a local variable that the
 * kernel sets to its own parameter: loads of it become the parameter.
 */
void localmem_forward_base(struct compilation *c, struct kernel *kernel);

/*
 * Lays out the local variables that the kernel uses and replaces them by
 * addresses; sets local_size.  Reports constants it cannot take apart; -1.
 */
int localmem_place(struct compilation *c, struct kernel *kernel);

/* The operand is a variable in local memory, or a constant that mentions one. */
bool localmem_is_mentioned(struct compilation *c, LLVMValueRef operand);

#endif
