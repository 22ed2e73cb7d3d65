/* The images to wrap, in order, as the command line or a batch table names them. */
#ifndef OFFLOAD_WRAPPER_IMAGE_H
#define OFFLOAD_WRAPPER_IMAGE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Bytes of an image in the output, perhaps shared by several images. */
struct blob {
	uint32_t section;	/* 0: no bytes */
	uint64_t offset;	/* in the section */
	uint64_t size;		/* as stored */
	uint8_t format;		/* enum sycl_offload_format of what is stored */
};

/* Options about an image; they hold for all following images. */
struct image_options {
	const char *target, *compile_options, *link_options, *producer;
	const char *entries, *properties;	/* files, "" for none */
	const char *spirv_version, *spirv_extensions;	/* limits of SPIR-V; version "": not checked */
	uint8_t kind, format;
	uint8_t kind_given;
};

struct image {
	struct image_options options;
	const char *path;		/* NULL: emptied, see reason */
	const char *manifest;		/* file, "" for none */
	const char *reason;		/* why it was emptied, "" when it was not */
	struct blob blob;
};

struct image_list {
	struct image *image;
	size_t n;
	struct arena *arena;
};

/* A word of the command line or a table, and its code. */
struct word {
	const char *name;
	uint8_t code;
};

/* Names of enum sycl_offload_kind and sycl_offload_format; a NULL name ends them. */
extern const struct word image_kinds[], image_formats[];
/* The word of that name, or NULL. */
const struct word *word_find(const struct word *word, const char *name);

/* An empty list; memory is the arena's. */
void image_list_init(struct image_list *list, struct arena *arena);
/* Adds a copy; the pointer is valid until the next one is added. */
struct image *image_list_add(struct image_list *list, const struct image *image);
/*
 * Adds the rows of a table with the columns Code, Properties, Symbols, Manifest
 * and Reason, of which only Code must be there; options holds for all, unless
 * the table has a column Target, Kind, Format, CompileOptions or LinkOptions
 * (as `sycl-image extract` writes them), which then gives the value of each row.
 * Reports and returns -1.
 */
int image_list_read_batch(struct image_list *list, const char *path, const struct image_options *options);

#endif
