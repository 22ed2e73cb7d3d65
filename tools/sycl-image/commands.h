/* The commands; each prints to standard output and returns the exit status. */
#ifndef COMMANDS_H
#define COMMANDS_H

#include "images/facts.h"
#include "images/image.h"

/* A table with a line for each image; all facts about each; the same as JSON. */
int command_list(const struct imagelist *list);
int command_show(const struct imagelist *list);
int command_json(const struct imagelist *list);
/* Sizes of the images of the file at path. */
int command_size(const struct imagelist *list, const char *path);
/* Writes the images to folder; compressed ones as they are if raw. */
int command_extract(const struct imagelist *list, const char *folder, bool raw);
/* Returns status when b needs something new or grew by more than growth per cent; status 0: always 0. */
int command_diff(const struct imagelist *a, const struct imagelist *b, int status, double growth);
/* Which image of the kernel runs on the target, or why none does. */
int command_why(const struct imagelist *list, const char *kernel, const char *target);
/* Writes path to output with n assignments NAME=VALUE to specialization constants made part of the images. */
int command_specialize(const struct imagelist *list, const char *path, const char *const *assignment, size_t n,
	const char *output);
/* Checks images against their descriptors; 1 when one is wrong. */
int command_verify(const struct imagelist *list);

#endif
