/* The commands; each prints to standard output and returns the exit status. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "facts.h"
#include "image.h"

/* A table with a line for each image; all that is known of each; the same as JSON. */
int command_list(const struct imagelist *list);
int command_show(const struct imagelist *list);
int command_json(const struct imagelist *list);
/* Where the bytes of the file at path went. */
int command_size(const struct imagelist *list, const char *path);
/* Writes the images to folder; compressed ones as they are if raw. */
int command_extract(const struct imagelist *list, const char *folder, bool raw);
/* status: what to return when b needs something new or grew more than growth per cent; 0: never. */
int command_diff(const struct imagelist *a, const struct imagelist *b, int status, double growth);
/* Which image of the kernel runs on the target, or why none does. */
int command_why(const struct imagelist *list, const char *kernel, const char *target);
/* Writes path to output with n assignments NAME=VALUE to specialization constants made part of the images. */
int command_specialize(const struct imagelist *list, const char *path, const char *const *assignment, size_t n,
	const char *output);
/* Whether images are what their descriptor says; 1 when one is not. */
int command_verify(const struct imagelist *list);

#endif
