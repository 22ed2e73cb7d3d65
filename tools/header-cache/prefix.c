/* Where the headers of a source or a preprocessed text are. */
#include "header-cache.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- texts ------------------------------------------------------------------------ */

/* A line marker: # NUMBER "FILE" FLAG... */
struct marker {
	const char *name;
	size_t n_name;
	int flag;		/* 1: a file begins, 2: back in a file, 0: else */
	bool system;		/* of a system header */
};

static const char *
line_end(const char *line)
{
	return strchrnul(line, '\n');
}

static bool
marker_read(struct marker *marker, const char *line)
{
	const char *end = line_end(line), *close;

	if (line[0] != '#' || line[1] != ' ' || !isdigit((unsigned char)line[2]))
		return false;
	marker->name = memchr(line, '"', (size_t)(end - line));
	if (!marker->name)
		return false;
	marker->name++;
	close = memrchr(marker->name, '"', (size_t)(end - marker->name));
	if (!close)
		return false;
	marker->n_name = (size_t)(close - marker->name);
	marker->flag = close + 2 < end && (close[2] == '1' || close[2] == '2') && (close + 3 == end || close[3] == ' ') ? close[2] - '0' : 0;
	marker->system = marker->flag && close + 4 < end && close[4] == '3';
	return true;
}

/* The headers that are precompiled, as programs name them. */
static const char *const our_header[] = { "sycl/sycl.hpp", "syclcompat.hpp", "syclcompat/syclcompat.hpp", NULL };

static bool
is_our_header(const struct marker *marker)
{
	const char *const *name;
	size_t n;

	for (name = our_header; marker->flag == 1 && *name; name++) {
		n = strlen(*name);
		if (marker->n_name > n && marker->name[marker->n_name - n - 1] == '/' && !memcmp(marker->name + marker->n_name - n, *name, n))
			return true;
	}
	return false;
}

static bool
is_blank(const char *line, const char *end)
{
	for (; line < end && isspace((unsigned char)*line); line++)
		;
	return line == end;
}

/* The end of the file that the marker at line enters: the marker behind it. */
static const char *
file_end(const char *line)
{
	struct marker marker;
	size_t depth = 0;

	for (; *line; line = *line_end(line) ? line_end(line) + 1 : line_end(line)) {
		if (!marker_read(&marker, line))
			continue;
		depth += marker.flag == 1;
		if (marker.flag == 2 && !--depth)
			return line;
	}
	return NULL;
}

static void
add_piece(struct prefix *prefix, const char *piece, size_t size)
{
	prefix->piece[prefix->n] = piece;
	prefix->size[prefix->n++] = size;
}

/* Behind attr-rewrite's own lines: a marker that names it, and the one behind. */
static const char *
skip_start(const char *text)
{
	struct marker marker;
	const char *line = text;

	if (!marker_read(&marker, line) || marker.n_name != 14 || memcmp(marker.name, "<attr-rewrite>", 14))
		return text;
	line = line_end(line);
	line = *line ? line_end(line + 1) : line;
	return line + (*line == '\n');
}

bool
prefix_find(struct prefix *prefix, const char *text)
{
	/* Not the name of the source, which others that take the same headers do not have. */
	static const char includer[] = "# 1 \"headers\" 2\n";
	struct marker marker;
	const char *line = skip_start(text), *end;

	prefix->n = 0;
	add_piece(prefix, text, (size_t)(line - text));
	for (; *line; line = *line_end(line) ? line_end(line) + 1 : line_end(line)) {
		if (!marker_read(&marker, line)) {
			if (!is_blank(line, line_end(line)))
				return false;
			continue;
		}
		if (marker.flag != 1 || *marker.name == '<')
			continue;
		end = (marker.system || is_our_header(&marker)) && prefix->n < 2 * MOST_HEADERS - 1 ? file_end(line) : NULL;
		if (!end)
			return false;
		add_piece(prefix, includer, prefix->n > 1 ? sizeof includer - 1 : 0);
		add_piece(prefix, line, (size_t)(end - line));
		if (is_our_header(&marker)) {
			prefix->path = marker.name;
			prefix->n_path = marker.n_name;
			prefix->rest = end;
			return true;
		}
		line = end;
	}
	return false;
}

/* --- sources ---------------------------------------------------------------------- */

/* Behind blanks and comments. */
static const char *
skip_comments(const char *s)
{
	const char *end;

	for (;;) {
		for (; isspace((unsigned char)*s); s++)
			;
		if (s[0] == '/' && s[1] == '/') {
			/* A backslash at its end makes the next line part of the comment: too rare to follow. */
			s = line_end(s);
			if (s[-1] == '\\')
				return "";
		} else if (s[0] == '/' && s[1] == '*') {
			end = strstr(s + 2, "*/");
			if (!end)
				return "";
			s = end + 2;
		} else
			return s;
	}
}

const char *
source_header(const char *text, struct arena *arena, const char *name[MOST_HEADERS], size_t *n)
{
	const char *s, *end;
	size_t i;

	for (*n = 0; *n < MOST_HEADERS; text = end + 1) {
		s = skip_comments(text);
		if (*s++ != '#')
			return NULL;
		s += strspn(s, " \t");
		if (strncmp(s, "include", 7))
			return NULL;
		s += 7;
		s += strspn(s, " \t");
		end = *s == '<' ? s + strcspn(s, ">\n") : s;
		if (*end != '>' || (!is_blank(end + 1, line_end(end)) && end[1 + strspn(end + 1, " \t")] != '/'))
			return NULL;
		name[*n] = arena_strndup(arena, s + 1, (size_t)(end - s - 1));
		for (i = 0; our_header[i]; i++)
			if (!strcmp(name[*n], our_header[i]))
				return our_header[i];
		(*n)++;
	}
	return NULL;
}
