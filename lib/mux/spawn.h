/* Running other programs, with temporary files. */
#ifndef MUX_SPAWN_H
#define MUX_SPAWN_H

#include <stddef.h>

#include "base/arena.h"

/*
 * A folder for temporary files, made on first use in $TMPDIR or /tmp and
 * removed with its files by spawn_cleanup(), which also runs at exit.
 * Reports and returns NULL.
 */
const char *spawn_folder(struct arena *arena);
void spawn_cleanup(void);

/* The path of a file in that folder (arena); it need not exist yet. */
const char *spawn_path(struct arena *arena, const char *name);

/*
 * Runs argv[0], found in the folder of LLVM's tools or in PATH, and waits.
 * Its messages are passed on when it fails.  Reports and returns -1 unless it
 * ended with status 0.
 */
int spawn_run(struct arena *arena, const char *const *argv);
/* The same for a program that may loop for ever on a damaged input of that many bytes: its memory and time are limited. */
int spawn_run_on(struct arena *arena, const char *const *argv, size_t input);
/*
 * The same, and what the program printed goes to *heard, for free(), NULL for nothing.  It is not passed on then, and
 * an exit status that it explains is not reported.
 */
int spawn_run_heard(struct arena *arena, const char *const *argv, char **heard);

#endif
