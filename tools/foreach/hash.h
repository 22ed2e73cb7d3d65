/* XXH3 with 128 bits, from the header of libxxhash, as bytes that can be stored. */
#ifndef FOREACH_HASH_H
#define FOREACH_HASH_H

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

#endif
