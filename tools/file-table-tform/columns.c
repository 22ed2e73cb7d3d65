/* The actions that make, drop and name columns: extract, rename, add-column. */
#include "stage.h"

#include <string.h>

#include "base/args.h"
#include "base/diag.h"

/* --- extract ----------------------------------------------------------- */

struct extract {
	char **name;		/* as asked for */
	size_t n;
	size_t *column;		/* where each is in the table, ascending */
	struct slice *cell;
};

static void
extract_check(struct stage *stage)
{
	struct extract *x = stage->state = arena_calloc(&arena, 1, sizeof *x);
	size_t i, j;

	x->name = args_split(&arena, stage->arg, ',', &x->n);
	if (!x->n)
		die_usage("option '%s' wants column names, not ''", stage->action->option);
	for (i = 0; i < x->n; i++) {
		if (!*x->name[i])
			die_usage("option '%s': '%s' has an empty column name", stage->action->option, stage->arg);
		for (j = 0; j < i; j++)
			if (!strcmp(x->name[i], x->name[j]))
				die_usage("option '%s' names column '%s' twice", stage->action->option, x->name[i]);
	}
}

/* Columns keep the order of the table, not that of the option. */
static int
extract_open(struct stage *stage)
{
	struct extract *x = stage->state;
	bool *wanted;
	size_t i, column;

	stage_same_columns(stage);
	wanted = arena_calloc(&arena, stage->ncol, sizeof *wanted);
	for (i = 0; i < x->n; i++) {
		if (stage_column(stage, x->name[i], &column))
			return -1;
		wanted[column] = true;
	}
	x->column = arena_calloc(&arena, x->n, sizeof *x->column);
	x->cell = arena_calloc(&arena, x->n, sizeof *x->cell);
	stage->title = arena_calloc(&arena, x->n, sizeof *stage->title);
	stage->ncol = 0;
	for (i = 0; i < stage->in->ncol; i++)
		if (wanted[i]) {
			x->column[stage->ncol] = i;
			stage->title[stage->ncol++] = stage->in->title[i];
		}
	return 0;
}

static int
extract_next(struct stage *stage, struct row *row)
{
	struct extract *x = stage->state;
	int more = stage_next(stage->in, row);
	size_t i;

	if (more <= 0)
		return more;
	for (i = 0; i < x->n; i++)
		x->cell[i] = row->cell[x->column[i]];
	row->cell = x->cell;
	return 1;
}

const struct action extract_action = { "-extract", false, extract_check, extract_open, extract_next };

/* --- rename ------------------------------------------------------------ */

struct rename {
	const char *from, *to;
};

static void
rename_check(struct stage *stage)
{
	struct rename *x = stage->state = arena_calloc(&arena, 1, sizeof *x);
	const char *comma = strchr(stage->arg, ',');

	if (!comma || comma == stage->arg || !comma[1])
		die_usage("option '%s' wants OLD,NEW, not '%s'", stage->action->option, stage->arg);
	x->from = arena_strndup(&arena, stage->arg, (size_t)(comma - stage->arg));
	x->to = comma + 1;
	check_cell_text(stage, x->to);
}

/* Two columns of one name would be ambiguous in later actions. */
static int
check_new_title(const struct stage *stage, const char *title)
{
	size_t i;

	for (i = 0; i < stage->ncol; i++)
		if (!strcmp(stage->title[i], title)) {
			diag_at(&(struct diag_place){ stage->path, 0, 0 }, DIAG_ERROR,
				"column '%s' exists already", title);
			return -1;
		}
	return 0;
}

static int
rename_open(struct stage *stage)
{
	const struct rename *x = stage->state;
	size_t column;

	stage_same_columns(stage);
	if (stage_column(stage, x->from, &column))
		return -1;
	if (!strcmp(x->from, x->to))
		return 0;
	if (check_new_title(stage, x->to))
		return -1;
	stage->title = arena_grow(&arena, stage->title, stage->ncol * sizeof *stage->title,
		stage->ncol * sizeof *stage->title);
	stage->title[column] = x->to;
	return 0;
}

static int
rename_next(struct stage *stage, struct row *row)
{
	return stage_next(stage->in, row);
}

const struct action rename_action = { "-rename", false, rename_check, rename_open, rename_next };

/* --- add-column -------------------------------------------------------- */

struct add_column {
	const char *name;
	struct slice value;
	struct slice *cell;
};

static void
add_column_check(struct stage *stage)
{
	struct add_column *x = stage->state = arena_calloc(&arena, 1, sizeof *x);
	const char *equals = strchrnul(stage->arg, '=');

	if (equals == stage->arg)
		die_usage("option '%s' wants NAME or NAME=VALUE, not '%s'", stage->action->option, stage->arg);
	check_cell_text(stage, stage->arg);
	x->name = arena_strndup(&arena, stage->arg, (size_t)(equals - stage->arg));
	x->value.text = *equals ? equals + 1 : equals;
	x->value.len = strlen(x->value.text);
}

static int
add_column_open(struct stage *stage)
{
	struct add_column *x = stage->state;

	stage_same_columns(stage);
	if (check_new_title(stage, x->name))
		return -1;
	stage->title = arena_grow(&arena, stage->title, stage->ncol * sizeof *stage->title,
		(stage->ncol + 1) * sizeof *stage->title);
	stage->title[stage->ncol++] = x->name;
	x->cell = arena_calloc(&arena, stage->ncol, sizeof *x->cell);
	return 0;
}

static int
add_column_next(struct stage *stage, struct row *row)
{
	struct add_column *x = stage->state;
	int more = stage_next(stage->in, row);
	size_t i;

	if (more <= 0)
		return more;
	for (i = 0; i + 1 < stage->ncol; i++)
		x->cell[i] = row->cell[i];
	x->cell[i] = row->marked ? x->value : (struct slice){ "", 0 };
	row->cell = x->cell;
	return 1;
}

const struct action add_column_action = {
	"--add-column", false, add_column_check, add_column_open, add_column_next
};
