/*
 * Device modules that others need: a kernel may call a SYCL_EXTERNAL function of
 * an archive's member that no host code needs.
 */
#ifndef DEVICE_SELECT_NEEDED_H
#define DEVICE_SELECT_NEEDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct candidate {
	const char *path;	/* of the module */
	bool chosen;
};

/*
 * Sets chosen on the first module that defines a symbol which a chosen one leaves
 * undefined, until no module defines a symbol that is still undefined.  Reports and returns -1 when a module cannot be read.
 */
int needed_choose(struct candidate *candidate, size_t n, struct arena *arena);

#endif
