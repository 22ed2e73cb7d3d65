/* "Did you mean": the nearest of the known names. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/*
 * The entry of names (n of them) nearest to word by edit distance, NULL when
 * none is near (more than a third of the letters would change, or word has one or
 * two letters).  The first of equals wins, so the answer depends on the order of
 * names only.
 */
const char *suggest(const char *word, const char *const *names, size_t n);

#endif
