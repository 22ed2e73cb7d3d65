#include "filetable.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "base/suggest.h"
#include "format/textfile.h"

static int
bad_line(const struct filetable *table, unsigned line, const char *text)
{
	diag_at(&(struct diag_place){ table->path, line, 0 }, DIAG_ERROR, "%s", text);
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

/* Cuts text at '|' into n cells. */
static int
split_cells(struct arena *arena, const char *text, size_t len, const char **cell, size_t n)
{
	const char *end = text + len;
	size_t i;

	for (i = 0; i < n; i++) {
		const char *bar = memchr(text, '|', (size_t)(end - text));

		if (!bar)
			bar = end;
		cell[i] = arena_strndup(arena, text, (size_t)(bar - text));
		if (!cell[i])
			return -1;
		text = bar + 1;
	}
	return 0;
}

static int
read_titles(struct filetable *table, struct arena *arena, const char *text, size_t len, unsigned line)
{
	size_t i, j;

	if (len < 2 || text[len - 1] != ']')
		return bad_line(table, line, "malformed title line: no ']' at its end");
	table->titled = true;
	if (len == 2)
		return 0;	/* "[]": a table without columns */
	table->ncol = count_cells(text + 1, len - 2);
	table->title = arena_calloc(arena, table->ncol, sizeof *table->title);
	if (!table->title || split_cells(arena, text + 1, len - 2, table->title, table->ncol))
		return bad_line(table, line, "out of memory");
	for (i = 0; i < table->ncol; i++)
		for (j = 0; j < i; j++)
			if (!strcmp(table->title[i], table->title[j])) {
				diag_at(&(struct diag_place){ table->path, line, 0 }, DIAG_ERROR,
					"column '%s' appears twice", table->title[i]);
				return -1;
			}
	return 0;
}

/* An untitled table: columns are called by their number. */
static int
number_columns(struct filetable *table, struct arena *arena, size_t ncol)
{
	size_t i;

	table->ncol = ncol;
	table->title = arena_calloc(arena, ncol, sizeof *table->title);
	for (i = 0; table->title && i < ncol; i++)
		if (!(table->title[i] = arena_printf(arena, "%zu", i)))
			return -1;
	return table->title ? 0 : -1;
}

static int
read_row(struct filetable *table, struct arena *arena, const char *text, size_t len, unsigned line)
{
	size_t n = count_cells(text, len), old = table->nrow;
	const char **cell;

	if (!table->titled && !table->ncol && number_columns(table, arena, n))
		return bad_line(table, line, "out of memory");
	if (n != table->ncol) {
		diag_at(&(struct diag_place){ table->path, line, 0 }, DIAG_ERROR,
			"row has %zu cells, the %s row has %zu", n, table->titled ? "title" : "first", table->ncol);
		return -1;
	}
	cell = arena_alloc(arena, n * sizeof *cell);
	if (!cell || split_cells(arena, text, len, cell, n) || filetable_add_row(table, arena, cell))
		return bad_line(table, line, "out of memory");
	table->line[old] = line;
	return 0;
}

int
filetable_read(struct filetable *table, struct arena *arena, const char *path)
{
	struct textfile text;
	int failed = 0;

	memset(table, 0, sizeof *table);
	table->path = strcmp(path, "-") ? arena_strdup(arena, path) : "<stdin>";
	if (!table->path || textfile_open(&text, path))
		return -1;
	while (!failed && textfile_next(&text)) {
		if (!text.len)
			continue;
		if (!table->titled && !table->ncol && text.text[0] == '[')
			failed = read_titles(table, arena, text.text, text.len, text.line);
		else
			failed = read_row(table, arena, text.text, text.len, text.line);
	}
	if (textfile_close(&text))
		failed = -1;
	return failed;
}

int
filetable_find(const struct filetable *table, const char *title)
{
	size_t i;

	for (i = 0; i < table->ncol; i++)
		if (!strcmp(table->title[i], title))
			return (int)i;
	return -1;
}

int
filetable_column(const struct filetable *table, const char *title)
{
	int column = filetable_find(table, title);
	const char *near;

	if (column >= 0)
		return column;
	near = suggest(title, table->title, table->ncol);
	diag_at(&(struct diag_place){ table->path, 0, 0 }, DIAG_ERROR,
		near ? "no column '%s', did you mean '%s'?" : "no column '%s'", title, near);
	return -1;
}

void
filetable_init(struct filetable *table, const char **title, size_t ncol)
{
	memset(table, 0, sizeof *table);
	table->title = title;
	table->ncol = ncol;
	table->titled = true;
	table->path = "<table>";
}

/* Row storage doubles when nrow reaches a power of two. */
int
filetable_add_row(struct filetable *table, struct arena *arena, const char *const *cell)
{
	size_t n = table->nrow, width = table->ncol * sizeof *cell;

	if (!(n & (n - 1)) || !n) {
		size_t room = n ? 2 * n : 1;

		table->cell = arena_grow(arena, table->cell, n * width, room * width);
		table->line = arena_grow(arena, table->line, n * sizeof *table->line, room * sizeof *table->line);
		if (!table->cell || !table->line)
			return -1;
	}
	memcpy(table->cell + n * table->ncol, cell, width);
	table->line[n] = 0;
	table->nrow++;
	return 0;
}

static int
put_cells(const struct filetable *table, FILE *stream, const char *const *cell)
{
	size_t i;

	for (i = 0; i < table->ncol; i++) {
		if (strpbrk(cell[i], "|\n")) {
			diag(DIAG_ERROR, "cell '%s' cannot stand in a file table: it contains %s", cell[i],
				strchr(cell[i], '|') ? "'|'" : "a line break");
			return -1;
		}
		if (i)
			putc_unlocked('|', stream);
		fputs_unlocked(cell[i], stream);
	}
	return 0;
}

int
filetable_put(const struct filetable *table, FILE *stream, bool titles)
{
	size_t row;

	if (titles) {
		putc_unlocked('[', stream);
		if (put_cells(table, stream, table->title))
			return -1;
		fputs_unlocked("]\n", stream);
	}
	for (row = 0; row < table->nrow; row++) {
		if (put_cells(table, stream, filetable_cell(table, row, 0)))
			return -1;
		putc_unlocked('\n', stream);
	}
	return 0;
}

int
filetable_write(const struct filetable *table, const char *path, bool titles)
{
	struct outfile out;

	if (outfile_open(&out, path))
		return -1;
	if (filetable_put(table, out.stream, titles)) {
		outfile_abandon(&out);
		return -1;
	}
	return outfile_commit(&out);
}
