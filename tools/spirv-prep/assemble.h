/* Assembling text with another LLVM than the one this program is linked with. */
#ifndef SPIRV_PREP_ASSEMBLE_H
#define SPIRV_PREP_ASSEMBLE_H

#include <stddef.h>

/*
 * Turns len bytes of textual IR (text[len] is NUL) into bitcode of LLVM 15, by
 * the library that llvm-spirv-15 itself is linked with.  Reports and returns
 * -1 when the library is missing or refuses the text.
 */
int assemble_older(const char *text, size_t len, const char *path);

#endif
