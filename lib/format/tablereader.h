/*
 * A file table (doc/formats/file-table.5) read row by row: memory depends on the
 * longest row, not on the number of rows.  filetable_read() reads a whole table.
 */
#ifndef FORMAT_TABLEREADER_H
#define FORMAT_TABLEREADER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "format/textfile.h"

/* A longer row is an error: cells are file names and short remarks. */
enum { TABLE_ROW_MAX = 1 << 20 };

/* Text of one cell: not NUL-terminated, unless its maker says so. */
struct slice {
	const char *text;
	size_t len;
};

struct tablereader {
	const char *path;	/* for diagnostics: "<stdin>" for "-" */
	const char **title;	/* ncol titles; "0", "1", ... when the file had none; in the arena */
	size_t ncol;
	bool titled;		/* the file had a title line */
	struct slice *cell;	/* the current row, valid until the next one */
	unsigned line;		/* its number in the file, from 1 */
	/* private */
	struct textfile text;
	bool waiting;		/* the first row was read to count its cells */
};

/*
 * Opens path, "-" is standard input, and reads up to the titles or the first
 * row.  Reports bad input and returns -1; then nothing need be closed.
 */
int tablereader_open(struct tablereader *reader, struct arena *arena, const char *path);
/* The next row: 1, at the end 0, -1 when a bad row was reported. */
int tablereader_next(struct tablereader *reader);
/* Closes; safe to call twice and on a reader that is all zero. */
void tablereader_close(struct tablereader *reader);

/* The number of the column with that title among ncol, in *column; a missing one is reported as an error of path and gives -1. */
int title_column(const char *const *title, size_t ncol, const char *name, const char *path, size_t *column);

#endif
