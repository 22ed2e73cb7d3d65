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
	return true;
}

static bool
is_our_header(const struct marker *marker)
{
	static const char name[] = "/sycl/sycl.hpp";

	return marker->flag == 1 && marker->n_name >= sizeof name - 1 &&
		!memcmp(marker->name + marker->n_name - (sizeof name - 1), name, sizeof name - 1);
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

bool
prefix_find(struct prefix *prefix, const char *text)
{
	struct marker marker;
	const char *line = text;

	/* attr-rewrite's own lines: a marker that names it, and the one behind. */
	prefix->start = text;
	prefix->n_start = 0;
	if (marker_read(&marker, line) && marker.n_name == 14 && !memcmp(marker.name, "<attr-rewrite>", 14)) {
		line = line_end(line);
		line = *line ? line_end(line + 1) : line;
		line += *line == '\n';
		prefix->n_start = (size_t)(line - text);
	}
	for (; *line; line = *line_end(line) ? line_end(line) + 1 : line_end(line)) {
		if (marker_read(&marker, line)) {
			if (!is_our_header(&marker))
				continue;
			prefix->headers = line;
			prefix->path = marker.name;
			prefix->n_path = marker.n_name;
			prefix->rest = file_end(line);
			prefix->n_headers = prefix->rest ? (size_t)(prefix->rest - line) : 0;
			return prefix->rest;
		}
		if (!is_blank(line, line_end(line)))
			return false;
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

bool
source_begins_so(const char *text)
{
	static const char name[] = "<sycl/sycl.hpp>";
	const char *s = skip_comments(text);

	if (*s++ != '#')
		return false;
	s += strspn(s, " \t");
	if (strncmp(s, "include", 7))
		return false;
	s += 7;
	s += strspn(s, " \t");
	if (strncmp(s, name, sizeof name - 1))
		return false;
	return is_blank(s + sizeof name - 1, line_end(s));
}
