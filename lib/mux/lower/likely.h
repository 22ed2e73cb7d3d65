/*
 * The work-group size that launches of a kernel probably have: its attribute work_group_size_hint, or that of
 * its arrays in local memory, `__local float tile[16][17]`.  The entry point then has code for that size too (emit/choice.h).
 */
#ifndef MUX_LIKELY_H
#define MUX_LIKELY_H

#include "mux/compilation.h"

struct likely {
	struct compilation *c;
	struct kernel *kernel;
	unsigned dimensions;	/* of the ids that the kernel asks for; 0: not counted yet */
	uint32_t size[3];	/* of the arrays seen; 0,0,0: unknown */
};

/* Sees a variable in local memory that the kernel uses; the first one that tells a size counts. */
void likely_see(struct likely *likely, LLVMTypeRef type);

/* Notes the size as the kernel's attribute ATTRIBUTE_MUX_LIKELY_SIZE, if it has barriers and does not require one. */
void likely_note(struct likely *likely);

#endif
