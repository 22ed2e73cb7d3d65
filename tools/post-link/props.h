/* The property file of an image. */
#ifndef POST_LINK_PROPS_H
#define POST_LINK_PROPS_H

#include "format/propset.h"
#include "graph.h"
#include "post-link.h"

/* Reads the facts that all images' properties use; once, before the first. */
void props_init(const struct graph *graph);
/*
 * Sets all properties of the image, as property-set(5) lists them.  spec has its
 * lowered constants (NULL: none); strings live in the arena of file.
 */
void props_make(struct propfile *file, const struct graph *graph, const struct closure *closure,
		const struct image *image, const struct spec_constants *spec);

#endif
