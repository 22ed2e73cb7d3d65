/* Making images in several processes that share the loaded module. */
#ifndef POST_LINK_WORKERS_H
#define POST_LINK_WORKERS_H

#include "graph.h"
#include "post-link.h"

/*
 * Writes the files of all images with options.jobs processes, fewer when make's
 * jobserver or the memory budget allows no more.  size[i] becomes the bytes of
 * image i's code.  A failure or crash of any process is reported and gives -1 after
 * all have ended.
 */
int workers_run(const struct graph *graph, const struct images *images, uint64_t *size);

#endif
