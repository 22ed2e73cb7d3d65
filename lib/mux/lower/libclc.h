/*
 * Maths: libclc for the host, made at build time from Debian's library for
 * another target (share/mux.mk).
 */
#ifndef MUX_LIBCLC_H
#define MUX_LIBCLC_H

#include "mux/compilation.h"

/* Links what the module needs of libclc into it.  Reports and returns -1. */
int libclc_link(struct compilation *c);

#endif
