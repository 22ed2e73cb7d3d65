#include "tablereader.h"

#include <string.h>

#include "base/diag.h"
#include "base/suggest.h"

static int
bad_row(const struct tablereader *reader, const char *text)
{
	diag_at(&(struct diag_place){ reader->path, reader->line, 0 }, DIAG_ERROR, "%s", text);
	return -1;
}

static size_t
count_cells(const char *text, size_t len)
{
	const char *end = text + len;
	size_t n = 1;

	for (; (text = memchr(text, '|', (size_t)(end - text))); text++)
		n++;
	return n;
}

/* Cuts text into at most max cells; returns how many it has, which may be more. */
static size_t
split_cells(const char *text, size_t len, struct slice *cell, size_t max)
{
	const char *end = text + len, *bar;
	size_t n;

	for (n = 0; n < max; n++) {
		bar = memchr(text, '|', (size_t)(end - text));
		cell[n].text = text;
		cell[n].len = (size_t)((bar ? bar : end) - text);
		if (!bar)
			return n + 1;
		text = bar + 1;
	}
	return n + count_cells(text, (size_t)(end - text));
}

static int
set_columns(struct tablereader *reader, struct arena *arena, size_t ncol)
{
	reader->ncol = ncol;
	reader->title = arena_calloc(arena, ncol, sizeof *reader->title);
	reader->cell = arena_calloc(arena, ncol, sizeof *reader->cell);
	return reader->title && reader->cell ? 0 : bad_row(reader, "out of memory");
}

static int
check_titles_differ(const struct tablereader *reader)
{
	size_t i, j;

	for (i = 0; i < reader->ncol; i++)
		for (j = 0; j < i; j++)
			if (!strcmp(reader->title[i], reader->title[j])) {
				diag_at(&(struct diag_place){ reader->path, reader->line, 0 }, DIAG_ERROR,
					"column '%s' appears twice", reader->title[i]);
				return -1;
			}
	return 0;
}

static int
read_titles(struct tablereader *reader, struct arena *arena)
{
	const char *text = reader->text.text;
	size_t len = reader->text.len, i;

	if (len < 2 || text[len - 1] != ']')
		return bad_row(reader, "malformed title line: no ']' at its end");
	reader->titled = true;
	if (len == 2)
		return 0;	/* "[]": a table without columns */
	if (set_columns(reader, arena, count_cells(text + 1, len - 2)))
		return -1;
	split_cells(text + 1, len - 2, reader->cell, reader->ncol);
	for (i = 0; i < reader->ncol; i++) {
		reader->title[i] = arena_strndup(arena, reader->cell[i].text, reader->cell[i].len);
		if (!reader->title[i])
			return bad_row(reader, "out of memory");
	}
	return check_titles_differ(reader);
}

/* An untitled table: the titles of columns are their numbers. */
static int
number_columns(struct tablereader *reader, struct arena *arena)
{
	size_t i;

	if (set_columns(reader, arena, count_cells(reader->text.text, reader->text.len)))
		return -1;
	for (i = 0; i < reader->ncol; i++)
		if (!(reader->title[i] = arena_printf(arena, "%zu", i)))
			return bad_row(reader, "out of memory");
	reader->waiting = true;
	return 0;
}

/* The next line that is not blank. */
static bool
next_line(struct tablereader *reader)
{
	do
		if (!textfile_next(&reader->text))
			return false;
	while (!reader->text.len);
	reader->line = reader->text.line;
	return true;
}

int
tablereader_open(struct tablereader *reader, struct arena *arena, const char *path)
{
	int failed = 0;

	memset(reader, 0, sizeof *reader);
	if (textfile_open(&reader->text, path)) {
		memset(reader, 0, sizeof *reader);
		return -1;
	}
	reader->text.limit = TABLE_ROW_MAX;
	reader->path = reader->text.path;
	if (next_line(reader))
		failed = *reader->text.text == '[' ? read_titles(reader, arena) : number_columns(reader, arena);
	else
		failed = reader->text.failed;
	if (!failed)
		return 0;
	tablereader_close(reader);
	return -1;
}

int
tablereader_next(struct tablereader *reader)
{
	size_t n;

	if (reader->waiting)
		reader->waiting = false;
	else if (!next_line(reader))
		return reader->text.failed ? -1 : 0;
	n = split_cells(reader->text.text, reader->text.len, reader->cell, reader->ncol);
	if (n == reader->ncol)
		return 1;
	diag_at(&(struct diag_place){ reader->path, reader->line, 0 }, DIAG_ERROR,
		"row has %zu cell%s, the %s row has %zu", n, n == 1 ? "" : "s", reader->titled ? "title" : "first",
		reader->ncol);
	return -1;
}

void
tablereader_close(struct tablereader *reader)
{
	if (reader->path)
		textfile_close(&reader->text);
	reader->path = NULL;
}

int
title_column(const char *const *title, size_t ncol, const char *name, const char *path, size_t *column)
{
	const struct diag_place place = { path, 0, 0 };
	const char *near;

	for (*column = 0; *column < ncol; ++*column)
		if (!strcmp(title[*column], name))
			return 0;
	near = suggest(name, title, ncol);
	if (near)
		diag_at(&place, DIAG_ERROR, "no column '%s', did you mean '%s'?", name, near);
	else
		diag_at(&place, DIAG_ERROR, "no column '%s'", name);
	return -1;
}
