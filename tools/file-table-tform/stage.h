/*
 * A stage is an action of the command line: it gets a row from the stage before
 * it, changes or drops the row, and returns it.  The first stage reads the input
 * table; the output is written from the last one.  Only stages that need the
 * whole table (--sort) hold it in memory.
 */
#ifndef STAGE_H
#define STAGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "format/tablereader.h"

struct row {
	struct slice *cell;	/* one for each column of the stage; the next stage may change them */
	bool marked;		/* fulfils the last --where, or there was none */
	const char *path;	/* the table it comes from, and its line there */
	unsigned line;
};

struct stage {
	const struct action *action;
	const char *arg;	/* of the option, NULL when it has none */
	const char *file;	/* the side input, NULL when the action takes none */
	struct stage *in;	/* the stage before, NULL for the input table */
	const char *path;	/* the table that the rows come from, for diagnostics */
	const char **title;	/* ncol titles, known once the stage is open */
	size_t ncol;
	void *state;		/* private, made by check */
};

/* A kind of action.  Functions report errors and return -1. */
struct action {
	const char *option;	/* as messages call it */
	bool takes_file;
	/* Checks arg before any file is read; a wrong one is a wrong command line. */
	void (*check)(struct stage *stage);
	/* Sets path, title and ncol; in is open. */
	int (*open)(struct stage *stage);
	/* The next row: 1; 0 at the end; -1 after an error. */
	int (*next)(struct stage *stage, struct row *row);
};

/* Memory of stages, until the end of the process. */
extern struct arena arena;

extern const struct action input_action, extract_action, rename_action, add_column_action;
extern const struct action replace_action, replace_cell_action;
extern const struct action select_action, where_action, sort_action;
extern const struct action merge_action;

static inline int
stage_next(struct stage *stage, struct row *row)
{
	return stage->action->next(stage, row);
}

/* An error of the row's line. */
int bad_row(const struct row *row, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The number of the stage's column with that title, in *column; a missing one is reported and gives -1. */
int stage_column(const struct stage *stage, const char *name, size_t *column);
/* For open: the stage has the columns of the one before it. */
void stage_same_columns(struct stage *stage);
/* arg as NAME,ROW: the name to *name, the number to *row. */
void check_cell_arg(const struct stage *stage, const char **name, size_t *row);
/* arg as COL=VALUE. */
void check_equals_arg(const struct stage *stage, const char **name, struct slice *value);
/* Text that is to become a cell: a bad one ends the tool as a wrong command line. */
void check_cell_text(const struct stage *stage, const char *text);

static inline bool
slice_equal(struct slice a, struct slice b)
{
	return a.len == b.len && !__builtin_memcmp(a.text, b.text, a.len);
}

/* All rows of a stage, copied to the arena. */
struct rowlist {
	struct row *row;
	size_t n;
};

/* Reads the stage to its end.  Returns -1 after a reported error. */
int rowlist_read(struct rowlist *list, struct stage *stage);

#endif
