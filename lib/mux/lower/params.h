/* Kernel parameters: their layout in the packed block. */
#ifndef MUX_PARAMS_H
#define MUX_PARAMS_H

#include "mux/compilation.h"

/* Fills kernel->arg and packed_size. */
void params_lay_out(struct compilation *c, struct kernel *kernel);

/*
 * All work-items share the packed block: a by-value parameter that the kernel
 * writes, or whose address escapes, gets a copy in each work-item; so does one
 * that needs a larger alignment than the block has.
 */
void params_copy_written(struct compilation *c, struct kernel *kernel);

/*
 * Moves plain loads from known offsets of by-value parameters, which are not
 * written after params_copy_written(), to the kernel's begin: there they are
 * uniform without any alias analysis.
 */
void params_load_first(struct compilation *c, struct kernel *kernel);
/* The by-value parameter that a plain load reads, at *offset; NULL for other instructions. */
const struct mux_arg *params_loaded(struct compilation *c, const struct kernel *kernel, LLVMValueRef load,
				    LLVMValueRef *param, uint64_t *offset);
/* Builds a load from offset bytes after the begin of the parameter at base. */
LLVMValueRef params_load(struct compilation *c, LLVMValueRef base, const struct mux_arg *arg, uint64_t offset,
			 LLVMTypeRef type);

#endif
