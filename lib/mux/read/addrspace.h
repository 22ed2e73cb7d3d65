/* A CPU has one address space: removes their numbers, after noting what is local memory. */
#ifndef MUX_ADDRSPACE_H
#define MUX_ADDRSPACE_H

#include "mux/compilation.h"

/* OpenCL's local memory in SPIR-V modules. */
enum { ADDRSPACE_CONSTANT = 2, ADDRSPACE_LOCAL = 3 };

/*
 * Notes local variables (c->local) and kernels with their local parameters
 * (c->kernel), then replaces c->module by the same module without address
 * spaces.  Unnamed local variables get names.  Reports and returns -1.
 */
int addrspace_strip(struct compilation *c);

/*
 * Every scope becomes the system's, since work-groups of one device share its threads.
 * addrspace_strip() has done so, but for atomic operations on local memory: one thread
 * runs a whole work-group, and alone sees that.  They have the single thread's scope.
 */
void addrspace_drop_scopes(struct compilation *c);

/* Finds kernels and local variables again, by name, after c->module was replaced or shrunk. */
void addrspace_find_again(struct compilation *c);

#endif
