/*
 * Maths: libclc for the host, made at build time from Debian's library for
 * another target (share/mux.mk); functions of images, of the SYCL headers.
 */
#ifndef MUX_LIBCLC_H
#define MUX_LIBCLC_H

#include "mux/compilation.h"

/*
 * Links what the module needs of the functions of images (lower-image.c) into it.  Reports and returns -1.
 * Before the program's functions are made ready for inlining: these count as its own.
 */
int libclc_link_images(struct compilation *c);

/* Links what the module needs of libclc into it.  Reports and returns -1. */
int libclc_link(struct compilation *c);

#endif
