/*
 * Hashes as bytes that can be stored: XXH3 with 128 bits, from the header of libxxhash,
 * as a checksum; SHA-256 of Nettle as the name of contents and of results, since those
 * who share a cache need not trust who wrote the inputs.
 */
#ifndef FOREACH_HASH_H
#define FOREACH_HASH_H

#include <nettle/sha2.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

struct hash {
	unsigned char byte[16];
};

static inline struct hash
hash_bytes(XXH128_hash_t value)
{
	XXH128_canonical_t canonical;
	struct hash hash;

	XXH128_canonicalFromHash(&canonical, value);
	memcpy(hash.byte, canonical.digest, sizeof hash.byte);
	return hash;
}

/* The hash of the bytes added to the state so far. */
static inline struct hash
hash_digest(const XXH3_state_t *state)
{
	return hash_bytes(XXH3_128bits_digest(state));
}

struct key {
	unsigned char byte[SHA256_DIGEST_SIZE];
};

/* The hash of what was added; the context starts anew. */
static inline struct key
key_digest(struct sha256_ctx *context)
{
	struct key key;

	sha256_digest(context, sizeof key.byte, key.byte);
	return key;
}

#endif
