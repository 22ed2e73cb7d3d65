/*
 * Bit-fields of packed structures: clang reads and writes a run of neighbouring ones as a single
 * integer where none of them begins at a boundary that an access could have.  Such an integer may
 * be an i136 or larger; device code has integers of at most 128 bits.
 */
#ifndef DEVICE_PREPARE_BITFIELDS_H
#define DEVICE_PREPARE_BITFIELDS_H

#include <llvm-c/Core.h>

#include "base/arena.h"

/*
 * Loads, stores, logic, shifts by constants and conversions of integers of more than 128 bits become
 * those of 64-bit words.  What else there is of such integers stays, for the rules to report.
 */
void bitfields_divide(LLVMModuleRef module, struct arena *arena);

#endif
