/*
 * GNU make's jobserver, as a client.  Make hands out one token (a byte in a
 * pipe or a fifo) for each job beyond the first; a process that was started
 * by make owns one job without a token.  Tokens are given back as the bytes
 * that were read, at the latest when the process exits.
 */
#ifndef BASE_TOKENS_H
#define BASE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

enum tokens_found { TOKENS_NONE, TOKENS_SERVED, TOKENS_UNREACHABLE };

/*
 * Looks for a jobserver in MAKEFLAGS.  TOKENS_UNREACHABLE: make runs one, but
 * did not pass it to this recipe (no '+' before the command).
 */
enum tokens_found tokens_init(void);
/*
 * Where there is no jobserver, becomes one for the programs that this process
 * starts, with n tokens, in MAKEFLAGS; then as after tokens_init().  -1 with errno.
 */
int tokens_serve(size_t n);
/*
 * Whether one more child may start beside those that run: always without jobserver and for the
 * first, which needs no token; else a token is held for it, which this call takes without waiting.
 */
bool tokens_allow(size_t running);
/* Gives back tokens that so many children do not need: others can use them. */
void tokens_keep(size_t running);
/* A file descriptor that is readable when tokens_allow() may succeed; -1 without jobserver. */
int tokens_fd(void);

#endif
