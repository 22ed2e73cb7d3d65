/*
 * SPIR-V kernels with parameters of their own as kernels that our launches can
 * start: for each kernel the module gets one that takes all arguments as one
 * structure, like a function object (doc/graph.md, "Kernels"), and calls it.
 */
#ifndef FORMAT_SPIRVADAPT_H
#define FORMAT_SPIRVADAPT_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

struct spirvadapt_kernel {
	const char *name;	/* as the module has it */
	uint32_t nparam;
	/*
	 * Where each argument is in the structure, and behind the last one the structure's size, in
	 * bytes.  A pointer to local memory is the offset of it in the launch's local
	 * memory, 32 bits of 8 bytes.
	 */
	size_t *offset;
	size_t *size;		/* of each argument, in bytes */
};

struct spirvadapt {
	uint32_t *word;		/* the new module */
	size_t nword;
	struct spirvadapt_kernel *kernel;
	size_t nkernel;
};

/*
 * Adapts the n words of a module for the OpenCL environment with 64-bit addresses.
 * The new kernels are called NAME@unit.  Returns NULL, or what is wrong; all of it is in
 * the arena.
 */
const char *spirvadapt_make(struct spirvadapt *made, struct arena *arena, const uint32_t *in, size_t n, const char *unit);

#endif
