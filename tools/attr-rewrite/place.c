#include "place.h"

#include <stdlib.h>
#include <string.h>

void
place_init(struct place *place, struct arena *arena, const char *path, const char *text, size_t len)
{
	*place = (struct place){ .text = text, .len = len, .arena = arena, .here = { path, 1, 0 } };
}

/* The digits of a marker line, NULL for other lines. */
static const char *
marker_digits(const char *text, size_t len)
{
	const char *end = text + len;

	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	if (text == end || *text++ != '#')
		return NULL;
	while (text < end && (*text == ' ' || *text == '\t'))
		text++;
	if (end - text > 5 && !memcmp(text, "line ", 5))
		text += 5;
	return text < end && *text >= '0' && *text <= '9' ? text : NULL;
}

bool
place_is_marker(const char *text, size_t len)
{
	return marker_digits(text, len) != NULL;
}

/* The name between quotes, escapes undone; NULL when there is none. */
static const char *
marker_name(struct arena *arena, const char *text, const char *end)
{
	char *name, *to;

	text = memchr(text, '"', (size_t)(end - text));
	if (!text)
		return NULL;
	to = name = arena_alloc(arena, (size_t)(end - text) + 1);
	for (text++; text < end && *text != '"'; text++) {
		if (*text == '\\' && text + 1 < end)
			text++;
		*to++ = *text;
	}
	*to = '\0';
	return name;
}

/* Advances past the line [at, end). */
static void
pass_line(struct place *place, size_t end)
{
	const char *line = place->text + place->at;
	const char *digits = marker_digits(line, end - place->at), *name;

	if (!digits) {
		place->here.line++;
		return;
	}
	place->here.line = (unsigned)strtoul(digits, NULL, 10);
	name = marker_name(place->arena, digits, place->text + end);
	if (name)
		place->here.file = name;
}

const struct diag_place *
place_find(struct place *place, size_t offset)
{
	const char *newline;

	while ((newline = memchr(place->text + place->at, '\n', place->len - place->at)) &&
	       (size_t)(newline - place->text) < offset) {
		pass_line(place, (size_t)(newline - place->text));
		place->at = (size_t)(newline - place->text) + 1;
	}
	place->here.col = (unsigned)(offset - place->at) + 1;
	return &place->here;
}
