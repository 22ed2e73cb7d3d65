/*
 * -ffp-accuracy: calls of maths functions get internal, negative aspects, so
 * that kernels which ask for different accuracies are in different images.
 * (Optional kernel features, "Internal aspects"; decision 14.)
 */
#ifndef DEVICE_PREPARE_ACCURACY_H
#define DEVICE_PREPARE_ACCURACY_H

#include <llvm-c/Core.h>

#include "base/arena.h"

struct accuracy;

/* No function has a level. */
struct accuracy *accuracy_new(struct arena *arena);
/* Reads LEVEL[:FUNCTION,...]: a wrong one ends the tool with status 2.  A level for a function wins over one for all. */
void accuracy_add(struct accuracy *accuracy, struct arena *arena, const char *text);
/* Tags the calls (and divisions, "fdiv") of the module. */
void accuracy_write(const struct accuracy *accuracy, LLVMModuleRef module, struct arena *arena);

#endif
