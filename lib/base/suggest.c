#include "suggest.h"

#include <string.h>

enum { MAX_WORD = 64 };

/* Edits (insert, delete, replace, swap of neighbours) that turn a into b. */
static size_t
distance(const char *a, size_t na, const char *b, size_t nb)
{
	size_t row[3][MAX_WORD + 1], i, j, best;

	for (j = 0; j <= nb; j++)
		row[0][j] = j;
	for (i = 1; i <= na; i++) {
		size_t *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];

		now[0] = i;
		for (j = 1; j <= nb; j++) {
			best = up[j - 1] + (a[i - 1] != b[j - 1]);
			if (up[j] + 1 < best)
				best = up[j] + 1;
			if (now[j - 1] + 1 < best)
				best = now[j - 1] + 1;
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && up2[j - 2] + 1 < best)
				best = up2[j - 2] + 1;
			now[j] = best;
		}
	}
	return row[na % 3][nb];
}

const char *
suggest(const char *word, const char *const *names, size_t n)
{
	size_t len = strlen(word), limit = len < 3 ? 0 : (len + 2) / 3, i, d, best = limit + 1;
	const char *found = NULL;

	if (len > MAX_WORD)
		return NULL;
	for (i = 0; i < n; i++) {
		size_t other = strlen(names[i]);

		if (other > MAX_WORD || other > len + limit || len > other + limit)
			continue;
		d = distance(word, len, names[i], other);
		if (d < best) {
			best = d;
			found = names[i];
		}
	}
	return found;
}
