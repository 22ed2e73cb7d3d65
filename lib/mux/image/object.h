/* Machine code: an object file, and a shared object linked from it. */
#ifndef MUX_OBJECT_H
#define MUX_OBJECT_H

#include "mux/compilation.h"

/* Makes c->machine and c->layout for options->cpu.  Reports and returns -1. */
int object_target(struct compilation *c);
/* Writes the finished module as an object file.  Reports and returns -1. */
int object_write(struct compilation *c, const char *path);
/* Links n object files into the shared object path.  Reports and returns -1. */
int object_link(struct compilation *c, const char *const *object, size_t n, const char *path);

#endif
