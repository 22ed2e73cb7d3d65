/*
 * The way for images that cannot be copied piece by piece (block addresses,
 * function prefixes, indirect symbols): a process of its own cuts its copy of
 * the whole module down.
 */
#ifndef POST_LINK_PRUNE_H
#define POST_LINK_PRUNE_H

#include "graph.h"

/* Does the closure hold anything that image_clone() cannot copy? */
bool prune_is_needed(const struct graph *graph, const struct closure *closure);
/* Cuts the module itself down to the closure; reports and returns -1.  Only in a process that ends afterwards. */
int prune(const struct graph *graph, const struct closure *closure);

#endif
