#include "image.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "format/filetable.h"
#include "sycl-cc/offload-descriptor.h"

const struct word image_kinds[] = {
	{ "unknown", SYCL_OFFLOAD_KIND_UNKNOWN }, { "host", SYCL_OFFLOAD_KIND_HOST },
	{ "hip", SYCL_OFFLOAD_KIND_HIP }, { "sycl", SYCL_OFFLOAD_KIND_SYCL }, { NULL, 0 }
};
const struct word image_formats[] = {
	{ "none", SYCL_OFFLOAD_FORMAT_NONE }, { "native", SYCL_OFFLOAD_FORMAT_NATIVE },
	{ "spirv", SYCL_OFFLOAD_FORMAT_SPIRV }, { "llvmbc", SYCL_OFFLOAD_FORMAT_LLVMBC }, { NULL, 0 }
};

const struct word *
word_find(const struct word *word, const char *name)
{
	for (; word->name; word++)
		if (!strcmp(word->name, name))
			return word;
	return NULL;
}

void
image_list_init(struct image_list *list, struct arena *arena)
{
	memset(list, 0, sizeof *list);
	list->arena = arena;
}

struct image *
image_list_add(struct image_list *list, const struct image *image)
{
	list->image = arena_extend(list->arena, list->image, list->n, sizeof *image);
	list->image[list->n] = *image;
	return &list->image[list->n++];
}

/* The cell of an optional column. */
static const char *
cell(const struct filetable *table, size_t row, int column)
{
	return column < 0 ? "" : *filetable_cell(table, row, (size_t)column);
}

/* Columns that replace, for one row, an option for all rows. */
struct row_columns {
	int target, kind, format, compile_options, link_options;
};

static int
read_word(uint8_t *code, const struct filetable *table, size_t row, int column, const struct word *words)
{
	const struct word *word = column < 0 ? NULL : word_find(words, cell(table, row, column));

	if (word)
		*code = word->code;
	if (word || column < 0)
		return 0;
	diag_at(&(struct diag_place){ table->path, table->line[row], 0 }, DIAG_ERROR, "unknown %s '%s'",
		words == image_kinds ? "kind" : "format", cell(table, row, column));
	return -1;
}

static int
read_row_options(struct image_options *o, const struct filetable *table, size_t row, const struct row_columns *column)
{
	if (column->target >= 0)
		o->target = cell(table, row, column->target);
	if (column->compile_options >= 0)
		o->compile_options = cell(table, row, column->compile_options);
	if (column->link_options >= 0)
		o->link_options = cell(table, row, column->link_options);
	return read_word(&o->kind, table, row, column->kind, image_kinds) ||
		read_word(&o->format, table, row, column->format, image_formats) ? -1 : 0;
}

int
image_list_read_batch(struct image_list *list, const char *path, const struct image_options *options)
{
	struct filetable table;
	struct image image = { .options = *options };
	int code, properties, symbols, manifest, reason;
	struct row_columns column;
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
	column = (struct row_columns){ filetable_find(&table, "Target"), filetable_find(&table, "Kind"),
		filetable_find(&table, "Format"), filetable_find(&table, "CompileOptions"),
		filetable_find(&table, "LinkOptions") };
	for (row = 0; row < table.nrow; row++) {
		image.reason = cell(&table, row, reason);
		image.path = *image.reason ? NULL : cell(&table, row, code);
		image.options.properties = cell(&table, row, properties);
		image.options.entries = cell(&table, row, symbols);
		image.manifest = cell(&table, row, manifest);
		if (read_row_options(&image.options, &table, row, &column))
			return -1;
		if (image.path && !*image.path) {
			diag_at(&(struct diag_place){ table.path, table.line[row], 0 }, DIAG_ERROR, "image file name missing");
			return -1;
		}
		image_list_add(list, &image);
	}
	return 0;
}
