/*
 * The specialization constants of one device image, in its properties, and
 * their values as one block of bytes: first the defaults, then the values that the
 * program sets.  The block is the buffer that kernels of emulated images
 * read; for native images its parts are written into the SPIR-V.
 * (Specialization constants, "DPC++ runtime"; property-set(5).)
 */
#ifndef FORMAT_SPECCONST_H
#define FORMAT_SPECCONST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "format/propset.h"

/* The id of padding. */
#define SPECCONST_PADDING UINT32_MAX

/* How an image gets the values. */
enum specconst_mode { SPECCONST_NATIVE, SPECCONST_EMULATION };

/* A scalar in a constant. */
struct specconst_part {
	uint32_t id;		/* SpecId; in emulated images a number for the whole constant */
	uint32_t offset, size;	/* in the constant */
};

struct specconst {
	const char *name;	/* symbolic id */
	const char *type;	/* text of its type (spectype.h), NULL when not recorded */
	const struct specconst_part *part;
	size_t npart;
	uint64_t base, size;	/* its offset and size in the block, with padding */
};

struct specconsts {
	enum specconst_mode mode;
	struct specconst *constant;	/* ascending by number */
	size_t n;
	const uint8_t *defaults;	/* size bytes; NULL when the image has none */
	uint64_t size;			/* of the block */
};

/* Sets the properties of the constants; nothing when n is 0. */
void specconst_write(struct propfile *file, const struct specconsts *list);
/*
 * The constants in an image's properties, possibly none (n = 0).  They live in the
 * arena and in the file.  An image without a mode (from another toolchain) counts
 * as native when spirv.  Returns NULL, or the error in the properties as text for
 * a message.
 */
const char *specconst_read(struct specconsts *list, struct arena *arena, const struct propfile *file, bool spirv);

/* The constant NAME@unit, else NAME; NULL when there is none.  unit may be "". */
const struct specconst *specconst_find(const struct specconsts *list, const char *name, const char *unit);

/*
 * Puts a value of size bytes into the block, its padding left as it is.  -1
 * when the constant does not fit into the value: host and device disagree
 * about its type.
 */
int specconst_store(const struct specconst *constant, uint8_t *block, const void *value, size_t size);

/*
 * Writes the values of a block into their SPIR-V module of size bytes, in place.
 * Skips constants that the module no longer has.  -1 when the bytes are not a
 * valid module.
 */
int specconst_specialize(const struct specconsts *list, const uint8_t *block, struct arena *arena, void *module, size_t size);

#endif
