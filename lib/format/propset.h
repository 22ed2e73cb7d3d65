/*
 * Property sets (doc/formats/property-set.5): named categories of named values,
 * facts about a device image from post-link for the wrapper and the runtime.  (Optional kernel features, "Create the
 * SYCL/device requirements property set".)
 *
 * A byte array is kept as the blob that the descriptor holds too: an 8-byte
 * little-endian count of BITS, then the bytes.
 */
#ifndef FORMAT_PROPSET_H
#define FORMAT_PROPSET_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/nametable.h"

/* Categories and names that more than one program knows. */
#define PROPSET_REQUIREMENTS "SYCL/device requirements"
#define PROPSET_SPEC_CONSTANTS "SYCL/specialization constants"
#define PROPSET_SPEC_DEFAULTS "SYCL/specialization constants default values"
#define PROPSET_EXPORTED "SYCL/exported symbols"
#define PROPSET_IMPORTED "SYCL/imported symbols"
/* This project's own, of images with several entry points: those of PROPSET_IMPORTED that each of them needs, one a line. */
#define PROPSET_IMPORTS_OF "SYCL-CC/imports of entry points"
#define PROPSET_MISC "SYCL/misc properties"
/* In PROPSET_MISC, of a copy of an image: its specialization constants all have their default values. */
#define PROP_DEFAULT_COPY "specConstsReplacedWithDefault"
#define PROPSET_DEVICE_GLOBALS "SYCL/device globals"
/* This project's own: the names of their variables, by id. */
#define PROPSET_GLOBAL_VARIABLES "SYCL-CC/variables of device globals"
#define PROPSET_KERNEL_NAMES "SYCL/kernel names"
#define PROPSET_ASSERT_USED "SYCL/assert used"
#define PROPSET_PROGRAM_METADATA "SYCL/program metadata"
#define PROPSET_PARAM_OPT "SYCL/kernel param opt"
/* This project's own: size in bytes of each kernel's by-value functor argument. */
#define PROPSET_FUNCTOR_SIZE "SYCL-CC/functor size"
/* This project's own: what code for fixed targets uses, for the targets that are compiled ahead of time. */
#define PROPSET_FIXED_USES "SYCL-CC/uses of fixed targets"
/* This project's own: how an image's constants were lowered ("mode"), and what they are made of (spectype.h). */
#define PROPSET_SPEC_MODE "SYCL-CC/specialization constants"
#define PROPSET_SPEC_TYPES "SYCL-CC/specialization constant types"

enum prop_type { PROP_UINT32 = 1, PROP_BYTES = 2 };

struct prop {
	const char *name;
	enum prop_type type;
	uint32_t value;		/* PROP_UINT32 */
	const uint8_t *blob;	/* PROP_BYTES: bit count and bytes */
	size_t blob_size;	/* 8 + bytes */
};

struct propset {
	const char *category;
	struct prop *prop;	/* in order of insertion */
	size_t nprop;
	struct nametable names;	/* private: place in prop */
};

struct propfile {
	struct propset *set;	/* in order of creation */
	size_t nset;
	struct arena *arena;	/* where everything lives */
};

/* An empty file; everything added lives in the arena. */
void propfile_init(struct propfile *file, struct arena *arena);
/* Reads path, "-" is standard input.  Reports bad input as FILE:LINE:COL and returns -1. */
int propfile_read(struct propfile *file, struct arena *arena, const char *path);
/* The same from text that is already in memory; name is for diagnostics. */
int propfile_parse(struct propfile *file, struct arena *arena, const char *name, const char *text, size_t len);
/*
 * Prints the text form; outfile_commit() reports write errors.  A category or name
 * that cannot be read back is reported, -1: one that is empty or contains a line
 * break, or a name that contains '=' or begins with '['.
 */
int propfile_put(const struct propfile *file, FILE *stream);
/* propfile_put() into a whole file, atomically.  Reports and returns -1 on failure. */
int propfile_write(const struct propfile *file, const char *path);

/* The set of that category, or NULL. */
const struct propset *propfile_find(const struct propfile *file, const char *category);
/* The same, created (at the end) when missing.  NULL only when memory ran out. */
struct propset *propfile_get(struct propfile *file, const char *category);
/* The property of that name, NULL when there is none or set is NULL. */
const struct prop *propset_find(const struct propset *set, const char *name);

/*
 * Set a property of the category (created when missing); a property of the
 * same name is replaced in place.  Return -1 when memory ran out.
 */
int propfile_set_uint32(struct propfile *file, const char *category, const char *name, uint32_t value);
/* nbits bits; data has (nbits + 7) / 8 bytes. */
int propfile_set_bits(struct propfile *file, const char *category, const char *name, const void *data, uint64_t nbits);
int propfile_set_bytes(struct propfile *file, const char *category, const char *name, const void *data, size_t size);
int propfile_set_string(struct propfile *file, const char *category, const char *name, const char *text);
int propfile_set_uint32s(struct propfile *file, const char *category, const char *name, const uint32_t *value, size_t n);
int propfile_set_uint64s(struct propfile *file, const char *category, const char *name, const uint64_t *value, size_t n);

/*
 * The property as a list of 32-bit (64-bit) numbers in the arena, *n of them:
 * a UINT32 gives one, a byte array one for every 4 (8) bytes.  NULL with *n = 0
 * for an empty list; NULL with *n = (size_t)-1 when the length does not fit.
 */
uint32_t *prop_uint32s(const struct prop *prop, struct arena *arena, size_t *n);
uint64_t *prop_uint64s(const struct prop *prop, struct arena *arena, size_t *n);
/* The bytes of a byte array without the bit count, *size of them. */
const uint8_t *prop_bytes(const struct prop *prop, size_t *size);

#endif
