/* Names of files.  The name without its folder is libc's basename() of <string.h>. */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "arena.h"

/*
 * What a file calls name: name as it is when it is absolute or file has no
 * folder, else name in the folder of file, from arena (NULL when that is out of
 * memory and quiet).  Neither file needs to exist.
 */
const char *path_beside(struct arena *arena, const char *file, const char *name);

#endif
