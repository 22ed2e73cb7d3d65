/*
 * Damage of bitcode that knows what it damages: blocks, abbreviations and
 * records are taken apart, a few of them changed, and put together again, so
 * that the damage lies in what they say and not in how they are packed.
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
