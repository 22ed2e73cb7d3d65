/* The optional features of a function, and the grouping of entry points by them. */
#ifndef POST_LINK_FEATURES_H
#define POST_LINK_FEATURES_H

#include "graph.h"
#include "post-link.h"

/* Reads the metadata of a function; NULL when it has none of ours.  Reports malformed metadata and returns -1. */
int features_read(struct features **features, const struct node *node);
/* The size from !sycl_functor_size (0: none). */
uint32_t functor_size_of(LLVMValueRef function);

/*
 * Groups all entry points into images, in row order: greatest key first
 * (decisions 16 and 17).
 */
void images_group(struct images *images, const struct graph *graph);
/* Sets the way each image's specialization constants are lowered, and adds the copies with default values. */
void images_add_default_copies(struct images *images, const struct graph *graph);

#endif
