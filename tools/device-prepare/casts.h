/*
 * Casts between pointers to functions, or addresses of labels, and pointers to data ("(void *)f"):
 * those are in different address spaces, and clang writes a `bitcast`, which the reader refuses.
 */
#ifndef DEVICE_PREPARE_CASTS_H
#define DEVICE_PREPARE_CASTS_H

#include <stdbool.h>
#include <stddef.h>

#include <llvm-c/Core.h>

#include "base/arena.h"

/* Whether the text may have such casts. */
bool casts_in(const char *text, size_t len);

/* The text with `addrspacecast` in their place, which is marked where it is an instruction; itself if there are none. */
char *casts_mend(char *text, struct arena *arena);

/* Marked casts keep the number that a pointer to a function is on the device, which casts between address spaces need not. */
void casts_keep_numbers(LLVMModuleRef module);

#endif
