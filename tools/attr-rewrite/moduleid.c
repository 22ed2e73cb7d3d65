#include "moduleid.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "place.h"

static uint64_t
hash_text(const char *text, size_t len)
{
	struct hash hash;
	uint64_t words[2];
	const char *end = text + len, *newline;

	hash_init(&hash);
	for (; text < end; text = newline) {
		newline = memchr(text, '\n', (size_t)(end - text));
		newline = newline ? newline + 1 : end;
		if (*text != '#' || !place_is_marker(text, (size_t)(newline - text)))
			hash_add(&hash, text, (size_t)(newline - text));
	}
	hash_get(&hash, words);
	return words[0];
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
