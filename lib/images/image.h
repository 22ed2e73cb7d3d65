/* The device images of a file of any kind, for tools that look into finished files. */
#ifndef IMAGES_IMAGE_H
#define IMAGES_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/nametable.h"
#include "format/devconfig.h"
#include "format/propset.h"
#include "sycl-cc/offload-descriptor.h"

/* What contains the image. */
enum image_origin {
	IMAGE_WRAPPED,		/* an offload descriptor */
	IMAGE_PACKED,		/* section .llvm.offloading of an object made by sycl-cc -c: a module, not yet linked */
	IMAGE_ROW		/* a row of a file table */
};

/* Where a property of a wrapped image is in the file: its name, and its value with the bit count, or its 64-bit number. */
struct prop_place {
	const char *category, *name;
	uint64_t name_at, blob_at;
};

struct image {
	const char *file;	/* "program", "lib.a(x.o)", "t.table" */
	enum image_origin origin;
	unsigned descriptor;	/* number of its descriptor in file, from 0; of a row: its line */
	const char *target;	/* "" when not recorded */
	uint8_t kind;		/* enum sycl_offload_kind */
	uint8_t said_format;	/* enum sycl_offload_format, as recorded */
	uint8_t format;		/* the same; for NONE, detected from the bytes */
	const char *compile_options, *link_options;
	const unsigned char *manifest, *data;	/* mapped, not copied */
	size_t manifest_size, size;
	const char **entry;	/* names of entry points */
	size_t nentry;
	bool new_entries;	/* struct sycl_offload_entry_new */
	struct propfile properties;
	/* of a wrapped image: offsets in the file of its bytes and of what sycl-image may change */
	uint64_t data_at;
	struct prop_place *place;
	size_t nplace;
};

struct imagelist {
	struct image *image;
	size_t n;
	struct arena *arena;
	bool is_thin;		/* the file is a thin archive: its images are in other files */
};

/*
 * Reads the images of path: ELF executable, shared library or object (of a
 * 64-bit little-endian machine), archive of objects, thin or not, or file table.  Reports
 * damage and returns -1.  Files stay mapped.
 */
int imagelist_read(struct imagelist *list, struct arena *arena, const char *path);
/* A new image at the end of the list, all zero but for empty strings. */
struct image *imagelist_add(struct imagelist *list, const char *file, enum image_origin origin);

/* Parts of imagelist_read(), one for each kind of holder. */
/* data is the size bytes of an ELF file, at an offset in the file that sycl-image may change. */
int read_elf(struct imagelist *list, const char *file, const unsigned char *data, size_t size, uint64_t at);
int read_packed(struct imagelist *list, const char *file, const unsigned char *data, size_t size);
int read_table(struct imagelist *list, const char *path);

/* Name of a format: "spirv". */
const char *format_name(unsigned format);
/* The format of an image by its bytes; NONE when unknown. */
unsigned format_of_bytes(const unsigned char *data, size_t size);

/* Bytes of the image before compression. */
uint64_t image_plain_size(const struct image *image);
/* The bytes before compression, in memory of their own when it was compressed; *size of them.  NULL: reported. */
const unsigned char *image_plain_data(const struct image *image, size_t *size);

/*
 * The bytes of each function of an image by its name, the kernel's name for entries of
 * mux-aot.  Only ELF images that are not compressed tell; of others the table is empty.
 */
void image_code_sizes(struct nametable *sizes, const struct image *image, struct arena *arena);

/* Sets format from said_format and the bytes. */
void image_set_format(struct image *image, unsigned said);
/* The format before compression. */
unsigned image_plain_format(const struct image *image);
/* True when the entry is an exported function instead of a kernel. */
bool image_exports(const struct image *image, const char *entry);
/* Text property of category SYCL_OFFLOAD_PROPSET_IMAGE, NULL when missing. */
const char *image_note(const struct image *image, const char *name, struct arena *arena);
/* "image 3 of 'program'", for messages. */
const char *image_name(const struct imagelist *list, const struct image *image);

#endif
