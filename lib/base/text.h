/* Beginnings and ends of strings. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool
text_starts(const char *text, const char *start)
{
	return !strncmp(text, start, strlen(start));
}

static inline bool
text_ends(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && !strcmp(text + len - n, end);
}

#endif
