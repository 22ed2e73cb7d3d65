/* The actions that fill cells from side inputs: replace, replace_cell. */
#include "stage.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/args.h"
#include "base/diag.h"

/* --- replace --------------------------------------------------------------- */

struct replace {
	const char *to, *from;	/* column names, as given */
	size_t to_column, from_column;
	struct tablereader side;
	size_t rows;		/* marked ones so far */
};

static void
replace_check(struct stage *stage)
{
	struct replace *x = stage->state = arena_calloc(&arena, 1, sizeof *x);
	char **name;
	size_t n;

	name = args_split(&arena, stage->arg, ',', &n);
	if (n != 2 || !*name[0] || !*name[1])
		die_usage("option '%s' wants DST,SRC, not '%s'", stage->action->option, stage->arg);
	x->to = name[0];
	x->from = name[1];
}

/* In a table of one column the name of the column does not matter. */
static int
replace_column(const char *const *title, size_t ncol, const char *name, const char *path, size_t *column)
{
	*column = 0;
	return ncol == 1 ? 0 : title_column(title, ncol, name, path, column);
}

static int
replace_open(struct stage *stage)
{
	struct replace *x = stage->state;

	stage_same_columns(stage);
	if (tablereader_open(&x->side, &arena, stage->file))
		return -1;
	if (!stage->ncol) {
		diag_at(&(struct diag_place){ stage->path, 0, 0 }, DIAG_ERROR, "the table has no columns");
		return -1;
	}
	if (replace_column(stage->title, stage->ncol, x->to, stage->path, &x->to_column))
		return -1;
	/* A side input without columns has no rows either: it fits when no row is marked. */
	return x->side.ncol ? replace_column(x->side.title, x->side.ncol, x->from, x->side.path, &x->from_column) : 0;
}

/* Counts what is left on both sides, so that the message can give both numbers. */
static int
report_mismatch(struct stage *stage, size_t rows, size_t side_rows)
{
	struct replace *x = stage->state;
	struct row row;
	int more;

	while ((more = stage_next(stage->in, &row)) > 0)
		rows += row.marked;
	while (!more && (more = tablereader_next(&x->side)) > 0) {
		side_rows++;
		more = 0;
	}
	if (more < 0)
		return -1;
	diag_at(&(struct diag_place){ stage->path, 0, 0 }, DIAG_ERROR,
		"column '%s' has %zu row%s to replace, column '%s' of '%s' has %zu",
		stage->title[x->to_column], rows, rows == 1 ? "" : "s",
		x->side.ncol ? x->side.title[x->from_column] : x->from, x->side.path, side_rows);
	return -1;
}

static int
replace_next(struct stage *stage, struct row *row)
{
	struct replace *x = stage->state;
	int more = stage_next(stage->in, row), side;

	if (more < 0 || (more && !row->marked))
		return more;
	side = tablereader_next(&x->side);
	if (side < 0)
		return -1;
	if (side != more)
		return report_mismatch(stage, x->rows + (size_t)more, x->rows + (size_t)side);
	if (!more)
		return 0;
	x->rows++;
	row->cell[x->to_column] = x->side.cell[x->from_column];
	return 1;
}

const struct action replace_action = { "-replace", true, replace_check, replace_open, replace_next };

/* --- replace_cell ------------------------------------------------------------ */

struct replace_cell {
	const char *name;
	size_t row, column;
	size_t rows;		/* marked ones so far */
};

static void
replace_cell_check(struct stage *stage)
{
	struct replace_cell *x = stage->state = arena_calloc(&arena, 1, sizeof *x);

	check_cell_arg(stage, &x->name, &x->row);
}

static int
replace_cell_open(struct stage *stage)
{
	struct replace_cell *x = stage->state;

	stage_same_columns(stage);
	if (access(stage->file, F_OK)) {
		diag(DIAG_ERROR, "cannot read '%s': %s", stage->file, strerror(errno));
		return -1;
	}
	check_cell_text(stage, stage->file);
	return stage_column(stage, x->name, &x->column);
}

static int
replace_cell_next(struct stage *stage, struct row *row)
{
	struct replace_cell *x = stage->state;
	int more = stage_next(stage->in, row);

	if (more > 0 && row->marked && x->rows++ == x->row)
		row->cell[x->column] = (struct slice){ stage->file, strlen(stage->file) };
	if (more || x->row < x->rows)
		return more;
	diag_at(&(struct diag_place){ stage->path, 0, 0 }, DIAG_ERROR, "no row %zu to replace: there %s %zu, counted from 0",
		x->row, x->rows == 1 ? "is" : "are", x->rows);
	return -1;
}

const struct action replace_cell_action = {
	"-replace_cell", true, replace_cell_check, replace_cell_open, replace_cell_next
};
