/* --report: a summary of the images. */
#ifndef POST_LINK_REPORT_H
#define POST_LINK_REPORT_H

#include "graph.h"
#include "post-link.h"

/*
 * Prints on standard output, for each image: its code, entry points, bytes,
 * functions, how many of these other images have too, and the common features of
 * its entry points.  size: bytes of each image's code.
 */
int report_print(const struct graph *graph, const struct images *images, const uint64_t *size);

#endif
