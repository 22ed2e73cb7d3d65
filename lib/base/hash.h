/*
 * The one hash: XXH3 of 128 bits over pieces of bytes, for cache keys, checksums
 * and ids; not for use against an adversary.
 */
#ifndef BASE_HASH_H
#define BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

struct hash {
	uint64_t word[2];	/* of what was added so far */
};

/* An empty hash; then hash_add() any number of times.  The result depends on the sizes of the pieces. */
void hash_init(struct hash *hash);
void hash_add(struct hash *hash, const void *data, size_t size);
/* The text with its NUL. */
void hash_add_string(struct hash *hash, const char *text);
/* The result as two words; the hash may be added to afterwards. */
void hash_get(const struct hash *hash, uint64_t out[2]);

/* The hash of these bytes in one word, for hash tables. */
uint64_t hash_bytes(const void *data, size_t size);

#endif
