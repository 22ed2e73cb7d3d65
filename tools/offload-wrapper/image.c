#include "image.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "format/filetable.h"

void
image_list_init(struct image_list *list, struct arena *arena)
{
	memset(list, 0, sizeof *list);
	list->arena = arena;
}

struct image *
image_list_add(struct image_list *list, const struct image *image)
{
	size_t n = list->n;

	if (!(n & (n - 1)) || !n)
		list->image = arena_grow(list->arena, list->image, n * sizeof *image, (n ? 2 * n : 1) * sizeof *image);
	list->image[n] = *image;
	list->n++;
	return &list->image[n];
}

/* The cell of an optional column. */
static const char *
cell(const struct filetable *table, size_t row, int column)
{
	return column < 0 ? "" : *filetable_cell(table, row, (size_t)column);
}

int
image_list_read_batch(struct image_list *list, const char *path, const struct image_options *options)
{
	struct filetable table;
	struct image image = { .options = *options };
	int code, properties, symbols, manifest, reason;
	size_t row;

	if (filetable_read(&table, list->arena, path))
		return -1;
	if (!table.ncol)
		return 0;
	code = filetable_column(&table, "Code");
	if (code < 0)
		return -1;
	properties = filetable_find(&table, "Properties");
	symbols = filetable_find(&table, "Symbols");
	manifest = filetable_find(&table, "Manifest");
	reason = filetable_find(&table, "Reason");
	for (row = 0; row < table.nrow; row++) {
		image.reason = cell(&table, row, reason);
		image.path = *image.reason ? NULL : cell(&table, row, code);
		image.options.properties = cell(&table, row, properties);
		image.options.entries = cell(&table, row, symbols);
		image.manifest = cell(&table, row, manifest);
		if (image.path && !*image.path) {
			diag_at(&(struct diag_place){ table.path, table.line[row], 0 }, DIAG_ERROR, "image file name missing");
			return -1;
		}
		image_list_add(list, &image);
	}
	return 0;
}
