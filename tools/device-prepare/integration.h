/*
 * What a host compiler other than clang must know about the device code of a
 * translation unit, as C++: a header to include before it, with the kernels,
 * and a footer to include after it, with the symbolic ids of its specialization
 * constants.  (Specialization constants, "Integration footer generation";
 * decision 32.)
 */
#ifndef DEVICE_PREPARE_INTEGRATION_H
#define DEVICE_PREPARE_INTEGRATION_H

#include <llvm-c/Core.h>

#include "annotations.h"
#include "base/arena.h"
#include "ir/callgraph.h"

/*
 * Writes the header: kernels have their final names, id is the module's,
 * inherits is that of entries_inherit().  Reports and returns -1.
 */
int integration_write_header(const char *path, const struct callgraph *graph, const uint8_t *inherits, struct arena *arena,
			     const char *id);
/* Writes the footer, from the functions that attr-rewrite(1) adds.  Reports and returns -1. */
int integration_write_footer(const char *path, const struct annotations *annotations, struct arena *arena);
/* The annotated function only holds a symbolic id: it is not device code. */
bool integration_is_marker(const struct annotation *annotation);

#endif
