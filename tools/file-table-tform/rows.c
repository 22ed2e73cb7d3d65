/* The actions that choose and order rows: select, where, sort. */
#include "stage.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

/* --- select, where ------------------------------------------------------- */

struct condition {
	const char *name;	/* NULL: always true */
	struct slice value;
	size_t column;
};

static void
select_check(struct stage *stage)
{
	struct condition *x = stage->state = arena_calloc(&arena, 1, sizeof *x);

	check_equals_arg(stage, &x->name, &x->value);
}

/* An empty argument cancels an earlier --where. */
static void
where_check(struct stage *stage)
{
	if (*stage->arg)
		select_check(stage);
	else
		stage->state = arena_calloc(&arena, 1, sizeof(struct condition));
}

static int
condition_open(struct stage *stage)
{
	struct condition *x = stage->state;

	stage_same_columns(stage);
	return x->name ? stage_column(stage, x->name, &x->column) : 0;
}

static int
select_next(struct stage *stage, struct row *row)
{
	const struct condition *x = stage->state;
	int more;

	do
		more = stage_next(stage->in, row);
	while (more > 0 && !slice_equal(row->cell[x->column], x->value));
	return more;
}

static int
where_next(struct stage *stage, struct row *row)
{
	const struct condition *x = stage->state;
	int more = stage_next(stage->in, row);

	if (more > 0)
		row->marked = !x->name || slice_equal(row->cell[x->column], x->value);
	return more;
}

const struct action select_action = { "--select", false, select_check, condition_open, select_next };
const struct action where_action = { "--where", false, where_check, condition_open, where_next };

/* --- sort ---------------------------------------------------------------- */

struct sort {
	struct rowlist list;
	size_t column;
	bool sorted;
	size_t done;		/* rows handed on */
};

static void
sort_check(struct stage *stage)
{
	stage->state = arena_calloc(&arena, 1, sizeof(struct sort));
}

static int
sort_open(struct stage *stage)
{
	struct sort *x = stage->state;

	stage_same_columns(stage);
	return stage_column(stage, stage->arg, &x->column);
}

/* Bytewise; NUL-free and NUL-terminated, as rowlist_read() leaves them. */
static int
compare_cells(const void *a, const void *b, void *column)
{
	const struct row *left = a, *right = b;

	return strcmp(left->cell[*(size_t *)column].text, right->cell[*(size_t *)column].text);
}

/* Bottom-up merge sort: equal cells stay in table order, and qsort_r() does not promise that. */
static void
sort_rows(struct rowlist *list, size_t column)
{
	struct row *from = list->row, *to = reallocarray(NULL, list->n + 1, sizeof *to), *swap;
	size_t width, at, left, middle, right, end;

	if (!to)
		die("out of memory: cannot sort %zu rows", list->n);
	for (width = 1; width < list->n; width *= 2) {
		for (at = left = 0; at < list->n; left = end) {
			middle = left + width < list->n ? left + width : list->n;
			end = middle + width < list->n ? middle + width : list->n;
			for (right = middle; at < end; at++)
				to[at] = left < middle && (right == end ||
					compare_cells(&from[left], &from[right], &column) <= 0) ? from[left++] : from[right++];
		}
		swap = from;
		from = to;
		to = swap;
	}
	list->row = from;
	free(to);
}

static int
sort_next(struct stage *stage, struct row *row)
{
	struct sort *x = stage->state;

	if (!x->sorted) {
		if (rowlist_read(&x->list, stage->in))
			return -1;
		sort_rows(&x->list, x->column);
		x->sorted = true;
	}
	if (x->done == x->list.n)
		return 0;
	*row = x->list.row[x->done++];
	return 1;
}

const struct action sort_action = { "--sort", false, sort_check, sort_open, sort_next };
