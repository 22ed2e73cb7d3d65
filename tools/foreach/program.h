/* The program of a command: where it is, and the files it is made of. */
#ifndef FOREACH_PROGRAM_H
#define FOREACH_PROGRAM_H

#include <stddef.h>

#include "base/arena.h"

/*
 * The path of the program that the shell would run for name.  Without one,
 * reports that and ends the tool with the shell's status: 127 not found, 126
 * not executable.
 */
const char *program_find(struct arena *arena, const char *name);

/* Files that together decide what a program does. */
struct program_files {
	const char **path;
	size_t n;
};

/*
 * Adds the program itself, of an ELF program its loader and the shared
 * libraries that it loads at start (LD_LIBRARY_PATH and such included), of a
 * script its interpreter with the same.  -1 when that cannot be found out.
 */
int program_files_add(struct program_files *files, struct arena *arena, const char *path);

#endif
