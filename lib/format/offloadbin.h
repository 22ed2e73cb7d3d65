/*
 * LLVM's container for device code in host objects, version 1: section
 * ".llvm.offloading" holds any number of them one after the other.  LLVM's
 * own tools (llvm-offload-binary, llvm-objdump --offloading) read what is
 * written here.
 */
#ifndef FORMAT_OFFLOADBIN_H
#define FORMAT_OFFLOADBIN_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"

#define OFFLOADBIN_SECTION ".llvm.offloading"

enum { OFFLOADBIN_SECTION_TYPE = 0x6fff4c0b, OFFLOADBIN_ALIGN = 8 };

/* The kind of an image and its programming model, with LLVM's numbers. */
enum offloadbin_kind {
	OFFLOADBIN_NONE, OFFLOADBIN_OBJECT, OFFLOADBIN_BITCODE, OFFLOADBIN_CUBIN, OFFLOADBIN_FATBIN,
	OFFLOADBIN_PTX, OFFLOADBIN_SPIRV,
};
enum { OFFLOADBIN_SYCL = 8 };

struct offloadbin_string {
	const char *key, *value;
};

struct offloadbin_image {
	unsigned kind;			/* enum offloadbin_kind */
	unsigned model;			/* OFFLOADBIN_SYCL, others of LLVM */
	struct offloadbin_string *string;	/* n_strings: "triple" and other recorded keys */
	size_t n_strings;
	const void *data;
	size_t size;
};

/* The kind of an image by its first bytes, OFFLOADBIN_NONE for unknown ones. */
enum offloadbin_kind offloadbin_detect(const void *data, size_t size);
/* The value of that key, or NULL. */
const char *offloadbin_find(const struct offloadbin_image *image, const char *key);

/* Writes one container; the stream's owner checks for write errors. */
void offloadbin_put(const struct offloadbin_image *image, FILE *stream);
/*
 * Reads the container at *at of data[0, size) and advances *at past it.  Returns
 * 1, 0 when only zero bytes are left, -1 with *why when the bytes are not a
 * container.  Strings are copied to the arena, data points into
 * the input.
 */
int offloadbin_next(struct offloadbin_image *image, struct arena *arena, const void *data, size_t size, size_t *at,
		    const char **why);

#endif
