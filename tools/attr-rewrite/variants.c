#include "variants.h"

#include <stdbool.h>
#include <string.h>

#include "base/text.h"

/* The words of a line, separated by one blank or more, begin with those. */
static bool
has_words(const char *line, const char *const *word, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		line += strspn(line, " \t");
		if (!text_starts(line, word[i]))
			return false;
		line += strlen(word[i]);
	}
	return true;
}

void
variants_blank(char *text, size_t len)
{
	static const char *const begin[] = { "#", "pragma", "omp", "begin", "declare", "variant" };
	static const char *const end[] = { "#", "pragma", "omp", "end", "declare", "variant" };
	const size_t n = sizeof begin / sizeof *begin;
	char *line, *next, *limit = text + len;
	int depth = 0;

	if (!memmem(text, len, "declare variant", strlen("declare variant")))
		return;
	for (line = text; line < limit; line = next) {
		next = memchr(line, '\n', (size_t)(limit - line));
		next = next ? next + 1 : limit;
		if (has_words(line, begin, n))
			depth++;
		else if (has_words(line, end, n))
			depth -= depth > 0;
		else if (depth && line[strspn(line, " \t")] != '#')
			memset(line, ' ', (size_t)(next - line) - (next[-1] == '\n'));
	}
}
