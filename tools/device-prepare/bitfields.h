/*
 * Bit-fields of packed structures: where a run of them ends within a byte's neighbour of the next
 * field, clang reads and writes the whole run as one integer, of i136 and more.  Device code has
 * integers of at most 128 bits.
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
