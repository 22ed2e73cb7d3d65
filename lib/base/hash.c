#include "hash.h"

#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void
hash_init(struct hash *hash)
{
	memset(hash, 0, sizeof *hash);
}

/* The hash of all pieces so far, that of this one, and its size. */
void
hash_add(struct hash *hash, const void *data, size_t size)
{
	XXH128_hash_t piece = XXH3_128bits(data, size), all;
	uint64_t chain[5] = { hash->word[0], hash->word[1], piece.low64, piece.high64, size };

	all = XXH3_128bits(chain, sizeof chain);
	hash->word[0] = all.low64;
	hash->word[1] = all.high64;
}

void
hash_add_string(struct hash *hash, const char *text)
{
	hash_add(hash, text, strlen(text) + 1);
}

void
hash_get(const struct hash *hash, uint64_t out[2])
{
	memcpy(out, hash->word, sizeof hash->word);
}

uint64_t
hash_bytes(const void *data, size_t size)
{
	return XXH3_64bits(data, size);
}
