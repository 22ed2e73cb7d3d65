#include "lists.h"

#include <stdlib.h>

#include "base/diag.h"

/* The next line that is not blank. */
static bool
next_line(struct textfile *file)
{
	while (textfile_next(file))
		if (file->len)
			return true;
	return false;
}

static int
list_open(struct textfile *file, const char *path, size_t *count)
{
	enum { MAX_ARGUMENT = 131071 };	/* what Linux passes to a program in one argument */

	if (textfile_open_twice(file, path))
		return -1;
	file->limit = MAX_ARGUMENT;
	for (*count = 0; next_line(file); )
		++*count;
	if (file->failed)
		return -1;
	textfile_rewind(file);
	return 0;
}

int
lists_open(struct lists *lists, struct arena *arena, char *const *path, size_t n)
{
	size_t count, i;

	lists->n = n;
	lists->number = lists->read = 0;
	lists->numbers = NULL;
	lists->file = arena_calloc(arena, n, sizeof *lists->file);
	lists->line = arena_calloc(arena, n, sizeof *lists->line);
	for (i = 0; i < n; i++) {
		if (list_open(&lists->file[i], path[i], &count))
			return -1;
		if (i && count != lists->count) {
			diag_at(&(struct diag_place){ lists->file[i].path, 0, 0 }, DIAG_ERROR,
				"list has %zu lines, '%s' has %zu", count, lists->file[0].path, lists->count);
			return -1;
		}
		lists->count = count;
	}
	return 0;
}

int
lists_number(struct lists *lists, struct arena *arena, const char *path)
{
	size_t count;

	lists->numbers = arena_calloc(arena, 1, sizeof *lists->numbers);
	if (list_open(lists->numbers, path, &count))
		return -1;
	if (count == lists->count)
		return 0;
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "%zu numbers for %zu items", count, lists->count);
	return -1;
}

bool
lists_next(struct lists *lists)
{
	size_t i;

	if (lists->read == lists->count)
		return false;
	for (i = 0; i < lists->n; i++) {
		if (!next_line(&lists->file[i]))
			die("list '%s' changed while it was read", lists->file[i].path);
		lists->line[i] = lists->file[i].text;
	}
	lists->number = ++lists->read;
	if (lists->numbers) {
		if (!next_line(lists->numbers) || !(lists->number = strtoull(lists->numbers->text, NULL, 10)))
			die("'%s' has no number of item %zu", lists->numbers->path, lists->read);
	}
	return true;
}
