/* The constructor and destructor that hand the descriptors to the runtime. */
#ifndef OFFLOAD_WRAPPER_REGISTRATION_H
#define OFFLOAD_WRAPPER_REGISTRATION_H

#include "object.h"

struct registration {
	uint32_t text, init, fini, descs;	/* sections */
};

/* Three steps, in the order in which an object is made: sections, local symbols, code. */
void registration_sections(struct registration *r, struct object *object, uint32_t descs);
void registration_symbols(const struct registration *r, struct object *object);
/* Calls that cover every descriptor in the section descs, and the symbol that programs with kernels look for. */
void registration_add(const struct registration *r, struct object *object);

#endif
