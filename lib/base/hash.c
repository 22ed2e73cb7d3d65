#include "hash.h"

#include <string.h>

/* Odd numbers with well mixed bits: the fractions of the square roots of 2, 3, 5 and 7. */
static const uint64_t mixer[4] = {
	0x6a09e667f3bcc909u, 0xbb67ae8584caa73bu, 0x3c6ef372fe94f82bu, 0xa54ff53a5f1d36f1u
};

/* The two halves of a 128-bit product folded together: every input bit reaches every output bit. */
static uint64_t
fold(uint64_t a, uint64_t b)
{
	__extension__ unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t
word(const unsigned char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof w);
	return w;
}

void
hash_init(struct hash *hash)
{
	hash->lane[0] = mixer[0];
	hash->lane[1] = mixer[1];
	hash->length = 0;
}

static void
add_block(struct hash *hash, uint64_t a, uint64_t b)
{
	hash->lane[0] = fold(hash->lane[0] ^ a, mixer[2] ^ b) + a;
	hash->lane[1] = fold(hash->lane[1] ^ b, mixer[3] ^ a) + b;
}

void
hash_add(struct hash *hash, const void *data, size_t size)
{
	const unsigned char *p = data;
	unsigned char tail[16] = { 0 };
	size_t left = size;

	for (; left >= 16; left -= 16, p += 16)
		add_block(hash, word(p), word(p + 8));
	if (left)
		memcpy(tail, p, left);
	add_block(hash, word(tail), word(tail + 8));
	add_block(hash, size, left);
	hash->length += size;
}

void
hash_add_string(struct hash *hash, const char *text)
{
	hash_add(hash, text, strlen(text) + 1);
}

void
hash_get(const struct hash *hash, uint64_t out[2])
{
	out[0] = fold(hash->lane[0] ^ hash->length, mixer[1] ^ hash->lane[1]);
	out[1] = fold(hash->lane[1] + hash->length, mixer[0] ^ out[0]);
}

uint64_t
hash_name(const char *name)
{
	struct hash hash;
	uint64_t out[2];

	hash_init(&hash);
	hash_add(&hash, name, strlen(name));
	hash_get(&hash, out);
	return out[0];
}
