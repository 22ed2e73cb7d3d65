#include "lsb64.h"

#include <stdint.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t
lsb64_encoded_size(size_t size)
{
	return size / 3 * 4 + (size % 3 ? size % 3 + 1 : 0);
}

void
lsb64_encode(char *text, const void *data, size_t size)
{
	const unsigned char *byte = data;
	uint32_t bits = 0;
	unsigned have = 0;

	while (size--) {
		bits |= (uint32_t)*byte++ << have;
		for (have += 8; have >= 6; have -= 6, bits >>= 6)
			*text++ = letters[bits & 63];
	}
	if (have)
		*text = letters[bits & 63];
}

static int
letter_value(char c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

ssize_t
lsb64_decode(void *data, const char *text, size_t len)
{
	unsigned char *byte = data;
	uint32_t bits = 0;
	unsigned have = 0;

	if (len % 4 == 1)
		return -1;
	while (len--) {
		int value = letter_value(*text++);

		if (value < 0)
			return -1;
		bits |= (uint32_t)value << have;
		have += 6;
		if (have >= 8) {
			*byte++ = (unsigned char)bits;
			bits >>= 8;
			have -= 8;
		}
	}
	return bits ? -1 : byte - (unsigned char *)data;
}
