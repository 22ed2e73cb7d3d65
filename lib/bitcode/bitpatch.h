/*
 * A module with new metadata on its functions: all else is copied, record by
 * record.  Typical use:
 *
 *     patch = bitpatch_new(&arena, &module);
 *     kind = bitpatch_kind(patch, "sycl_used_aspects");
 *     one = bitpatch_int(patch, 6);
 *     bitpatch_set(patch, function, kind, bitpatch_tuple(patch, &one, 1));
 *     failed = bitpatch_write(patch, &writer);
 */
#ifndef BITCODE_BITPATCH_H
#define BITCODE_BITPATCH_H

#include "bitmodule.h"

struct bitpatch;

/* A new metadata node, or one of the module. */
typedef uint32_t bitpatch_node;
#define BITPATCH_NONE UINT32_MAX

/* Lives in the arena.  The module must outlive it. */
struct bitpatch *bitpatch_new(struct arena *arena, const struct bitmodule *module);
/* The kind's number, a new one when the module does not have the kind. */
uint32_t bitpatch_kind(struct bitpatch *patch, const char *name);
/* A string, an i32 and a tuple of others; equal ones are one.  Strings are copied. */
bitpatch_node bitpatch_string(struct bitpatch *patch, const char *text);
bitpatch_node bitpatch_int(struct bitpatch *patch, int32_t value);
bitpatch_node bitpatch_tuple(struct bitpatch *patch, const bitpatch_node *part, size_t n);
/*
 * Sets the function's (its number among the global values) metadata of that kind to
 * node, in place of the old; BITPATCH_NONE removes it.  Once for a function and
 * kind.
 */
void bitpatch_set(struct bitpatch *patch, uint32_t function, uint32_t kind, bitpatch_node node);
/* Writes the module.  Returns -1 when its records are malformed. */
int bitpatch_write(struct bitpatch *patch, struct bitwriter *writer);

#endif
