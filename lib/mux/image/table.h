/* The table of kernels, as data of the module and as text. */
#ifndef MUX_TABLE_H
#define MUX_TABLE_H

#include "mux/compilation.h"

/* Adds __mux_kernels to the module (doc/formats/mux-image.5). */
void table_emit(struct compilation *c);
/* Writes the table as text.  Reports and returns -1. */
int table_print(struct compilation *c, const char *path);

#endif
