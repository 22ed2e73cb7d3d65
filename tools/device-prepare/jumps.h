/*
 * Computed gotos ("goto *table[i]"): no back end of devices has addresses of labels.  The address
 * of a label becomes a number, the jump a choice between the function's labels.
 */
#ifndef DEVICE_PREPARE_JUMPS_H
#define DEVICE_PREPARE_JUMPS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/* The labels of each function that jumps so have the numbers from 1, in the order in which its jumps name them. */
void jumps_become_switches(LLVMModuleRef module, struct arena *arena);

#endif
