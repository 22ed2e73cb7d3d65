/* File names, the files of an image, and the tables: file-table(5), property-set(5), symbols(5). */
#ifndef POST_LINK_OUTPUT_H
#define POST_LINK_OUTPUT_H

#include "graph.h"
#include "post-link.h"

/* The file name without folder and last extension, in the arena. */
const char *output_stem(const char *path);
/* Sets the file names of all images. */
void output_names(struct images *images);
/* Without -o and with one image the table names the input itself as code. */
void output_keep_input(struct images *images, const struct graph *graph);
/*
 * Writes the code of the image, whose closure that is; *spec (may be NULL)
 * gets its lowered specialization constants, in the arena.  Reports and returns
 * -1.
 */
int output_code(const struct graph *graph, const struct closure *closure, const struct image *image, const char *path,
		struct arena *memory, struct spec_constants **spec);
/* Writes the code, property and symbol files of one image.  Reports and returns -1; *size is the code's. */
int output_image(const struct graph *graph, struct closure *closure, const struct image *image, uint64_t *size);
/* Writes all tables.  Reports and returns -1. */
int output_tables(const struct images *images);

#endif
