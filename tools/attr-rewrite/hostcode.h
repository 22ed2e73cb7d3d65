/*
 * Host code that names the processor: targets of GPUs and SPIR-V have no such registers and
 * versions of functions, so that clang would refuse the source in the device pass.
 */
#ifndef ATTR_REWRITE_HOSTCODE_H
#define ATTR_REWRITE_HOSTCODE_H

#include <stddef.h>

#include "base/arena.h"

/*
 * Blanks the attributes target_clones, ifunc and regparm, and of variables in registers
 * ("register long n asm("rax")") the words that say so.  text[len] is NUL.
 */
void hostcode_blank(struct arena *arena, char *text, size_t len);

#endif
