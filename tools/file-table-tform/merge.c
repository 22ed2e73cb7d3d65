/* The action merge: the rows of the tables that a column names, one after the other. */
#include "stage.h"

#include <string.h>

#include "base/diag.h"

struct merge {
	size_t column;
	bool begun;		/* some table was opened: its titles are the stage's */
	struct tablereader table;	/* the current one */
	const char *path;	/* its name */
	struct arena titles;	/* what the current one allocates */
};

static void
merge_check(struct stage *stage)
{
	struct merge *x;

	if (!*stage->arg)
		die_usage("option '%s' wants a column name, not ''", stage->action->option);
	stage->state = x = arena_calloc(&arena, 1, sizeof *x);
	arena_init(&x->titles);
}

/* The first table gives the titles; the others must have the same in the same order. */
static int
check_titles(struct stage *stage, const struct tablereader *table)
{
	const struct diag_place place = { table->path, 0, 0 };
	size_t i;

	if (table->ncol != stage->ncol) {
		diag_at(&place, DIAG_ERROR, "the table has %zu column%s, the first merged one has %zu", table->ncol,
			table->ncol == 1 ? "" : "s", stage->ncol);
		return -1;
	}
	for (i = 0; i < stage->ncol; i++)
		if (strcmp(table->title[i], stage->title[i])) {
			diag_at(&place, DIAG_ERROR, "column %zu is '%s', in the first merged table it is '%s'", i,
				table->title[i], stage->title[i]);
			return -1;
		}
	return 0;
}

static int
open_table(struct stage *stage, const struct row *outer)
{
	struct merge *x = stage->state;
	struct slice name = outer->cell[x->column];

	if (x->begun)
		arena_free(&x->titles);
	x->path = arena_strndup(&arena, name.text, name.len);
	if (tablereader_open(&x->table, x->begun ? &x->titles : &arena, x->path))
		return -1;
	if (x->begun)
		return check_titles(stage, &x->table);
	stage->title = x->table.title;
	stage->ncol = x->table.ncol;
	x->begun = true;
	return 0;
}

/* Opens the table of the next marked row: 1, 0 at the end, -1 after an error. */
static int
next_table(struct stage *stage)
{
	struct row outer;
	int more;

	do
		more = stage_next(stage->in, &outer);
	while (more > 0 && !outer.marked);
	if (more <= 0)
		return more;
	if (!outer.cell[((struct merge *)stage->state)->column].len)
		return bad_row(&outer, "no table to merge: the cell is empty");
	if (!open_table(stage, &outer))
		return 1;
	diag_at(&(struct diag_place){ outer.path, outer.line, 0 }, DIAG_NOTE, "the table to merge is named here");
	return -1;
}

static int
merge_open(struct stage *stage)
{
	struct merge *x = stage->state;

	stage_same_columns(stage);
	if (stage_column(stage, stage->arg, &x->column))
		return -1;
	stage->ncol = 0;
	return next_table(stage) < 0 ? -1 : 0;
}

static int
merge_next(struct stage *stage, struct row *row)
{
	struct merge *x = stage->state;
	int more;

	while (x->table.path) {
		more = tablereader_next(&x->table);
		if (more < 0)
			return -1;
		if (more) {
			*row = (struct row){ x->table.cell, true, x->path, x->table.line };
			return 1;
		}
		tablereader_close(&x->table);
		if (next_table(stage) < 0)
			return -1;
	}
	return 0;
}

const struct action merge_action = { "-merge", false, merge_check, merge_open, merge_next };
