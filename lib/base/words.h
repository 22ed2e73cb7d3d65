/* Words of response files, as LLVM's programs and gcc read them, and of shell scripts. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stddef.h>
#include <stdio.h>

/* Writes text as one word, in quotes where it needs them. */
void words_put(FILE *stream, const char *text, size_t len);

#endif
