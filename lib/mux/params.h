/* Kernel parameters: how they lie in the packed block. */
#ifndef MUX_PARAMS_H
#define MUX_PARAMS_H

#include "compilation.h"

/* Fills kernel->arg and packed_size. */
void params_lay_out(struct compilation *c, struct kernel *kernel);

/*
 * The packed block is shared by all work-items: a kernel that writes to a
 * by-value parameter, or gives its address away, gets a copy in each work-item.
 */
void params_copy_written(struct compilation *c, struct kernel *kernel);

#endif
