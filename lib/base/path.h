/* Names of files.  The name without its folder is libc's basename() of <string.h>. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "arena.h"

/*
 * The path of name as seen from a file: name itself when it is absolute or file
 * has no folder, else name in the folder of file, from arena (NULL when a quiet
 * arena is out of memory).  Neither file needs to exist.
 */
const char *path_beside(struct arena *arena, const char *file, const char *name);

/*
 * The file share/NAME of the installation or build tree that file, a program
 * or library, belongs to (links to it are followed).  The first that can be
 * read, in arena, NULL when none can:
 *	$SYCL_CC_ROOT/share/sycl-cc/NAME, $SYCL_CC_ROOT/share/NAME
 * and seen from the folder of file
 *	../share/sycl-cc/NAME		(bin, lib)
 *	../../share/sycl-cc/NAME	(libexec/sycl-cc, lib/x86_64-linux-gnu)
 *	../../share/NAME		(build/bin, build/lib)
 *	../share/NAME			(the same, for what make makes)
 */
const char *path_shared(struct arena *arena, const char *file, const char *name);

#endif
