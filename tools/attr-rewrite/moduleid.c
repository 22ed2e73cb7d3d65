#include "moduleid.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "place.h"

/* FNV-1a, 64 bits: short, and sufficient because nobody constructs collisions here. */
static uint64_t
hash_add(uint64_t hash, const char *text, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3;
	return hash;
}

static uint64_t
hash_text(const char *text, size_t len)
{
	uint64_t hash = 0xcbf29ce484222325;
	const char *end = text + len, *newline;

	for (; text < end; text = newline) {
		newline = memchr(text, '\n', (size_t)(end - text));
		newline = newline ? newline + 1 : end;
		if (*text != '#' || !place_is_marker(text, (size_t)(newline - text)))
			hash = hash_add(hash, text, (size_t)(newline - text));
	}
	return hash;
}

const char *
moduleid_make(struct arena *arena, const char *source, const char *text, size_t len)
{
	char *name = arena_strdup(arena, basename(source)), *c;

	for (c = name; *c; c++)
		if (!isalnum((unsigned char)*c) && !strchr("._", *c))
			*c = '_';
	return arena_printf(arena, "%s.%016" PRIx64, name, hash_text(text, len));
}
