/*
 * The layout of a specialization constant as text, in the property set
 * PROPSET_SPEC_TYPES: its numbers and the name of its C++ type.
 *
 *     s4@0 int
 *     i4@0,f4@4*2 A
 *
 * Each item is a kind, a size in bytes, '@' and the offset in the constant;
 * '*' and a count mean numbers without gaps between them.  post-link
 * writes it, sycl-image reads it.  (doc/formats/property-set.5)
 */
#ifndef FORMAT_SPECTYPE_H
#define FORMAT_SPECTYPE_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* "version" in PROPSET_SPEC_MODE: the format of this set and the two common ones. */
enum { SPEC_FORMAT_VERSION = 1 };

enum spec_kind {
	SPEC_KIND_BOOL = 'b',
	SPEC_KIND_SIGNED = 's',
	SPEC_KIND_UNSIGNED = 'u',
	SPEC_KIND_INTEGER = 'i',	/* signed or unsigned: not known */
	SPEC_KIND_FLOAT = 'f',		/* IEEE 754 */
	SPEC_KIND_BFLOAT = 'g'
};

struct spec_number {
	enum spec_kind kind;
	uint32_t size, offset;
};

struct spec_type {
	struct spec_number *number;	/* in order of offset */
	size_t n;
	const char *name;		/* "" when it is not known */
};

/* The text of the type, in the arena. */
const char *spectype_text(const struct spec_type *type, struct arena *arena);
/* Parses the text of a type; everything lives in the arena.  -1 on malformed text. */
int spectype_parse(struct spec_type *type, struct arena *arena, const char *text);
/* The kind of the scalar C++ type of that name, fallback for unknown names. */
enum spec_kind spectype_kind(const char *name, enum spec_kind fallback);
/*
 * The variable that a demangled symbolic id means.  Ids are names of a template's
 * instance for the variable: "tag<&(ns::id)>" gives "ns::id".  Other ids are
 * returned unchanged.
 */
const char *spec_variable_name(const char *id, struct arena *arena);

#endif
