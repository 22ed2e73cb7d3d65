/* How much a cache folder holds, and its limit. */
#ifndef FOREACH_CACHELIMIT_H
#define FOREACH_CACHELIMIT_H

#include <stdint.h>

/* Bytes of an entry's name: 64 hexadecimal digits and NUL. */
enum { CACHE_NAME_SIZE = 65 };

/*
 * After entries of added bytes were stored in the folder dir: removes those
 * used longest ago until the others take at most limit bytes.  -1 with errno
 * when the sum cannot be kept.
 */
int cachelimit_hold(int dir, uint64_t limit, uint64_t added);

/* Prints the number and size of the entries of a folder; the exit status. */
int cachelimit_print(const char *path);

#endif
