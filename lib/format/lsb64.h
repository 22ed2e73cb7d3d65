/*
 * The letter code of byte arrays in property files (doc/formats/property-set.5,
 * "Byte arrays"): the bytes as one little-endian integer, its base-64 digits
 * lowest first, alphabet A-Z a-z 0-9 + /, no padding.  Not RFC 4648.
 */
#ifndef FORMAT_LSB64_H
#define FORMAT_LSB64_H

#include <stddef.h>
#include <sys/types.h>

/* Letters that size bytes take. */
size_t lsb64_encoded_size(size_t size);
/* Writes lsb64_encoded_size(size) letters to text; no NUL. */
void lsb64_encode(char *text, const void *data, size_t size);
/*
 * Decodes len letters to data, which has room for len * 6 / 8 bytes.  Returns
 * the number of bytes, or -1 for a foreign letter, a length that no byte array
 * has (one letter left over) or set bits beyond the last byte.
 */
ssize_t lsb64_decode(void *data, const char *text, size_t len);

#endif
