/*
 * A file table (doc/formats/file-table.5): rows of file names under titles.
 * A file list is a table with one untitled column.  All strings live in the
 * arena given to filetable_read().  (Compiler and runtime design, "SYCL
 * support in the driver".)
 */
#ifndef FORMAT_FILETABLE_H
#define FORMAT_FILETABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"

struct filetable {
	const char **title;	/* ncol titles; "0", "1", ... when the file had none */
	const char **cell;	/* nrow * ncol cells, row by row */
	unsigned *line;		/* nrow physical line numbers, 0 for rows that were added */
	size_t nrow, ncol;
	bool titled;		/* the file had a title line */
	const char *path;	/* as given to filetable_read(), for diagnostics */
};

/* Reads path, "-" is standard input.  Reports bad input and returns -1. */
int filetable_read(struct filetable *table, struct arena *arena, const char *path);

/* The number of the column with that title, -1 when there is none (nothing is reported). */
int filetable_find(const struct filetable *table, const char *title);
/* The same, but a missing column is reported (with the nearest title) as an error of the table's file. */
int filetable_column(const struct filetable *table, const char *title);

/* The cell at row, col: a pointer that may be assigned. */
static inline const char **
filetable_cell(const struct filetable *table, size_t row, size_t col)
{
	return &table->cell[row * table->ncol + col];
}

/* An empty table with these titles (copied by reference). */
void filetable_init(struct filetable *table, const char **title, size_t ncol);
/* Appends a row of ncol cells (copied by reference).  Returns -1 when memory ran out. */
int filetable_add_row(struct filetable *table, struct arena *arena, const char *const *cell);

/*
 * Writes the table to the stream, the title line only when titles is set.
 * Cells that would be read back differently are reported, -1: a cell that
 * contains '|' or a line break, an empty cell in a table of one column, and
 * without titles a first cell that begins with '['.
 * outfile_commit() reports write errors.
 */
int filetable_put(const struct filetable *table, FILE *stream, bool titles);
/* filetable_put() into a whole file, atomically; "-" is standard output. */
int filetable_write(const struct filetable *table, const char *path, bool titles);

#endif
