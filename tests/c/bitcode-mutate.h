/*
 * Structured damage of bitcode: parses blocks, abbreviations and records, changes a
 * few and writes them again, so that the contents are damaged and not the encoding.
 */
#ifndef TESTS_BITCODE_MUTATE_H
#define TESTS_BITCODE_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/*
 * Writes the bitcode with `times` changes to out and returns its length; other
 * is bitcode that records may come from (NULL: none).  0 when it has no block, or
 * the result is longer than room.  The same state of random.h gives the same.
 */
size_t bitcode_mutate(const uint8_t *bytes, size_t len, const uint8_t *other, size_t nother, uint8_t *out, size_t room,
		      unsigned times, uint64_t seed);

#endif
