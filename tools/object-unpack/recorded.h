/*
 * What sycl-cc -c recorded in objects: strings whose key begins with a dash
 * are options of the driver, which must have one value in all objects of a
 * link.
 */
#ifndef OBJECT_UNPACK_RECORDED_H
#define OBJECT_UNPACK_RECORDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "format/offloadbin.h"

struct recorded {
	struct arena *arena;
	struct recorded_option {
		const char *key, *value;	/* value NULL: any will do */
		const char *origin;		/* NULL: the command line */
	} *option;
	size_t n_options;
	struct recorded_fixed {
		const char *targets, *origin;
	} *fixed;		/* each list of fixed targets, and the first object compiled for it */
	size_t n_fixed;
	const char **file;	/* inputs with device code, n_files */
	size_t n_files, n_images;	/* images since the last file ended */
	bool modules;		/* device code that is linked with that of other objects */
	bool alone;		/* device code of objects that were compiled with -fno-sycl-rdc */
	bool images;		/* device images that are ready, in host objects */
	bool members;		/* some of it in members of archives */
	const char *relinked;	/* an object that ld -r made of several compiled with -flto; NULL: none */
	bool runtime;		/* some input calls the runtime */
};

/* Nothing is recorded yet; memory is the arena's. */
void recorded_init(struct recorded *recorded, struct arena *arena);
/* KEY=VALUE from the command line; KEY alone: objects may differ. */
void recorded_give(struct recorded *recorded, const char *text);
/* Notes an image and its options.  Reports and returns -1 when one has another value than before. */
int recorded_add(struct recorded *recorded, const struct offloadbin_image *image, const char *origin);
/* Reads an input's bytes, after its images, for facts about the host's part of the link. */
void recorded_look(struct recorded *recorded, const char *path, const void *data, size_t size);
/* Notes that the images since the last call were those of an input. */
void recorded_end_file(struct recorded *recorded, const char *path);
/* One line for each: "file PATH"; "modules", "alone", "images", "members", "runtime" when true; "relinked PATH"; "fixed TARGETS ORIGIN"; then options of objects as KEY=VALUE.  Reports and returns -1. */
int recorded_write(const struct recorded *recorded, const char *path);

#endif
