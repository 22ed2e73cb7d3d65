/* Kernel parameters: how they lie in the packed block. */
#ifndef MUX_PARAMS_H
#define MUX_PARAMS_H

#include "compilation.h"

/* Fills kernel->arg and packed_size. */
void params_lay_out(struct compilation *c, struct kernel *kernel);

/*
 * The packed block is shared by all work-items: a kernel that writes to a
 * by-value parameter, or gives its address away, gets a copy in each work-item;
 * so does one that wants more alignment than the block has.
 */
void params_copy_written(struct compilation *c, struct kernel *kernel);

/*
 * Moves plain loads from known places of by-value parameters, which nobody
 * writes then, to the kernel's begin: there they are the same for all
 * work-items, whatever is known of other pointers.
 */
void params_load_first(struct compilation *c, struct kernel *kernel);
/* The by-value parameter that a plain load reads, with *offset to the place; NULL for other instructions. */
const struct mux_arg *params_loaded(struct compilation *c, const struct kernel *kernel, LLVMValueRef load,
				    LLVMValueRef *param, uint64_t *offset);
/* A load at the builder's place of what lies offset bytes behind the begin of the parameter at base. */
LLVMValueRef params_load(struct compilation *c, LLVMValueRef base, const struct mux_arg *arg, uint64_t offset,
			 LLVMTypeRef type);

#endif
