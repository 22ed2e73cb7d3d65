/* Words of response files, as LLVM's programs and gcc read them, and of shell scripts. */
#ifndef BASE_WORDS_H
#define BASE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes text as one word, in quotes where it needs them. */
void words_put(FILE *stream, const char *text, size_t len);
/*
 * Writes text as one word of a shell's command line; first: it is the command,
 * where NAME=VALUE would be an assignment.
 */
void words_put_shell(FILE *stream, const char *text, bool first);
/* The words, NULL at the end, as one such line; the caller frees it. */
char *words_shell_line(char *const *word);

#endif
