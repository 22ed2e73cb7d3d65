#include "stage.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"

int
bad_row(const struct row *row, const char *format, ...)
{
	const struct diag_place place = { row->path, row->line, 0 };
	va_list args;

	va_start(args, format);
	diag_vat(&place, DIAG_ERROR, format, args);
	va_end(args);
	return -1;
}

int
stage_column(const struct stage *stage, const char *name, size_t *column)
{
	return title_column(stage->title, stage->ncol, name, stage->path, column);
}

void
stage_same_columns(struct stage *stage)
{
	stage->path = stage->in->path;
	stage->title = stage->in->title;
	stage->ncol = stage->in->ncol;
}

void
check_cell_arg(const struct stage *stage, const char **name, size_t *row)
{
	const char *comma = strrchr(stage->arg, ',');
	size_t digits = comma ? strspn(comma + 1, "0123456789") : 0;

	if (!comma || comma == stage->arg || !digits || comma[1 + digits] || digits > 18)
		die_usage("option '%s' wants COL,ROW with a row number from 0, not '%s'", stage->action->option,
			stage->arg);
	*name = arena_strndup(&arena, stage->arg, (size_t)(comma - stage->arg));
	*row = strtoul(comma + 1, NULL, 10);
}

void
check_equals_arg(const struct stage *stage, const char **name, struct slice *value)
{
	const char *equals = strchr(stage->arg, '=');

	if (!equals || equals == stage->arg)
		die_usage("option '%s' wants COL=VALUE, not '%s'", stage->action->option, stage->arg);
	*name = arena_strndup(&arena, stage->arg, (size_t)(equals - stage->arg));
	value->text = equals + 1;
	value->len = strlen(equals + 1);
}

void
check_cell_text(const struct stage *stage, const char *text)
{
	if (strpbrk(text, "|\n\r"))
		die_usage("option '%s': '%s' cannot be in a file table: it contains %s", stage->action->option, text,
			strchr(text, '|') ? "'|'" : "a line break");
}

static int
input_open(struct stage *stage)
{
	struct tablereader *reader = arena_calloc(&arena, 1, sizeof *reader);

	stage->state = reader;
	if (tablereader_open(reader, &arena, stage->file))
		return -1;
	stage->path = reader->path;
	stage->title = reader->title;
	stage->ncol = reader->ncol;
	return 0;
}

static int
input_next(struct stage *stage, struct row *row)
{
	struct tablereader *reader = stage->state;
	int more = tablereader_next(reader);

	*row = (struct row){ reader->cell, true, stage->path, reader->line };
	return more;
}

const struct action input_action = { "input", true, NULL, input_open, input_next };

static struct row
row_copy(const struct row *row, size_t ncol)
{
	struct row copy = *row;
	size_t i;

	copy.cell = arena_alloc(&arena, ncol * sizeof *copy.cell);
	for (i = 0; i < ncol; i++) {
		copy.cell[i].text = arena_strndup(&arena, row->cell[i].text, row->cell[i].len);
		copy.cell[i].len = row->cell[i].len;
	}
	return copy;
}

int
rowlist_read(struct rowlist *list, struct stage *stage)
{
	size_t room = 0;
	struct row row;
	int more;

	memset(list, 0, sizeof *list);
	while ((more = stage_next(stage, &row)) > 0) {
		if (list->n == room) {
			room = room ? 2 * room : 64;
			list->row = reallocarray(list->row, room, sizeof *list->row);
			if (!list->row)
				die("out of memory: cannot hold %zu rows", room);
		}
		list->row[list->n++] = row_copy(&row, stage->ncol);
	}
	return more;
}
