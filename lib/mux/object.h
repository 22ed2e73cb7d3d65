/* Machine code: an object file, and a shared object linked from it. */
#ifndef MUX_OBJECT_H
#define MUX_OBJECT_H

#include "compilation.h"

/* Makes c->machine and c->layout for options->cpu.  Reports and returns -1. */
int object_target(struct compilation *c);
/* Writes the finished module to path as options->emit says.  Report and return -1. */
int object_write(struct compilation *c, const char *path);

#endif
