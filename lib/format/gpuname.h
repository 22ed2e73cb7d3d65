/*
 * Names in PTX, whose assembler takes letters, digits, '_' and '$' alone: each
 * byte of 0x80 and above (identifiers may hold any letter of any language) is
 * "$$" and two hexadecimal digits there.  Kernels, device functions and
 * variables of NVPTX modules are named so from device-prepare on.
 */
#ifndef FORMAT_GPUNAME_H
#define FORMAT_GPUNAME_H

#include <stdbool.h>
#include <stddef.h>

/* Whether the name holds bytes that PTX does not take. */
bool gpuname_needs(const char *name);
/* Writes the name as PTX takes it, at most 4 * strlen(name) + 1 bytes. */
void gpuname_encode(char *to, const char *name);
/* Writes the program's name, at most strlen(name) + 1 bytes; to and name may be the same.  What is not encoded stays. */
void gpuname_decode(char *to, const char *name);

#endif
