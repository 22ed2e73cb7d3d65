#include "filetable.h"

#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/tablereader.h"

/* Appends a row whose cells are not set.  Row storage doubles when nrow reaches a power of two. */
static int
filetable_grow(struct filetable *table, struct arena *arena)
{
	size_t n = table->nrow, width = table->ncol * sizeof *table->cell;

	table->cell = arena_extend(arena, table->cell, n, width);
	table->line = arena_extend(arena, table->line, n, sizeof *table->line);
	if (!table->cell || !table->line)
		return -1;
	table->line[n] = 0;
	table->nrow++;
	return 0;
}

/* Copies the reader's current row to the end of the table. */
static int
add_read_row(struct filetable *table, struct arena *arena, const struct tablereader *reader)
{
	size_t row = table->nrow, i;
	const char **cell;

	if (filetable_grow(table, arena))
		return -1;
	cell = filetable_cell(table, row, 0);
	for (i = 0; i < table->ncol; i++)
		if (!(cell[i] = arena_strndup(arena, reader->cell[i].text, reader->cell[i].len)))
			return -1;
	table->line[row] = reader->line;
	return 0;
}

int
filetable_read(struct filetable *table, struct arena *arena, const char *path)
{
	struct tablereader reader;
	int more;

	memset(table, 0, sizeof *table);
	table->path = strcmp(path, "-") ? arena_strdup(arena, path) : "<stdin>";
	if (!table->path || tablereader_open(&reader, arena, path))
		return -1;
	table->title = reader.title;
	table->ncol = reader.ncol;
	table->titled = reader.titled;
	while ((more = tablereader_next(&reader)) > 0)
		if (add_read_row(table, arena, &reader)) {
			diag_at(&(struct diag_place){ table->path, reader.line, 0 }, DIAG_ERROR, "out of memory");
			more = -1;
			break;
		}
	tablereader_close(&reader);
	return more;
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
	size_t column;

	return title_column(table->title, table->ncol, title, table->path, &column) ? -1 : (int)column;
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

int
filetable_add_row(struct filetable *table, struct arena *arena, const char *const *cell)
{
	if (filetable_grow(table, arena))
		return -1;
	memcpy(filetable_cell(table, table->nrow - 1, 0), cell, table->ncol * sizeof *cell);
	return 0;
}

static int
unwritable(const char *cell, const char *why)
{
	diag(DIAG_ERROR, "cell '%s' cannot be in a file table: %s", cell, why);
	return -1;
}

/* Refuses rows that would be read back differently. */
static int
put_cells(const struct filetable *table, FILE *stream, const char *const *cell)
{
	size_t i;

	if (table->ncol == 1 && !**cell)
		return unwritable("", "a row of one empty cell is a blank line");
	for (i = 0; i < table->ncol; i++) {
		if (strpbrk(cell[i], "|\n\r"))
			return unwritable(cell[i], strchr(cell[i], '|') ? "it contains '|'" : "it contains a line break");
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

	if (!titles && table->nrow && table->ncol && *table->cell[0] == '[')
		return unwritable(table->cell[0], "'[' at the start of an untitled table begins a title line");
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
	return outfile_end(&out, filetable_put(table, out.stream, titles));
}
