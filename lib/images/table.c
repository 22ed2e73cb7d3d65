/* Images of a file table: each row is one. */
#include "image.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "format/filetable.h"
#include "format/requirements.h"
#include "format/symfile.h"

/* The cell of a row, "" when the table has no such column. */
static const char *
cell_of(const struct filetable *table, size_t row, const char *title)
{
	int column = filetable_find(table, title);

	return column < 0 ? "" : *filetable_cell(table, row, (size_t)column);
}

static int
map_file(const char *path, const unsigned char **data, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat status;
	void *map = MAP_FAILED;

	if (fd >= 0 && !fstat(fd, &status)) {
		*size = (size_t)status.st_size;
		if (S_ISDIR(status.st_mode))
			errno = EISDIR;
		else if (!*size)
			map = NULL;
		else
			map = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
	}
	if (map == MAP_FAILED)
		diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	*data = map == MAP_FAILED ? NULL : map;
	return map == MAP_FAILED ? -1 : 0;
}

static uint8_t
format_of_cell(const char *cell)
{
	unsigned format;

	for (format = SYCL_OFFLOAD_FORMAT_NATIVE; format <= SYCL_OFFLOAD_FORMAT_LLVMBC; format++)
		if (!strcmp(cell, format_name(format)))
			return (uint8_t)format;
	return SYCL_OFFLOAD_FORMAT_NONE;
}

/* A row without the column Target belongs to the target that it was filtered for, if it was. */
static const char *
target_of_row(const char *cell, const struct image *image, struct arena *arena)
{
	const struct prop *prop = propset_find(propfile_find(&image->properties, PROPSET_REQUIREMENTS), PROP_COMPILE_TARGET);
	const uint8_t *text;
	size_t size;

	if (*cell || !prop || !(text = prop_bytes(prop, &size)))
		return cell;
	return arena_strndup(arena, (const char *)text, size);
}

static int
read_files(struct image *image, struct arena *arena, const struct filetable *table, size_t row)
{
	const char *code = cell_of(table, row, "Code"), *properties = cell_of(table, row, "Properties");
	const char *symbols = cell_of(table, row, "Symbols"), *manifest = cell_of(table, row, "Manifest");
	const char *reason = cell_of(table, row, "Reason");

	if (*properties && propfile_read(&image->properties, arena, properties))
		return -1;
	if (*symbols && symfile_read(&image->entry, &image->nentry, arena, symbols))
		return -1;
	if (*manifest && map_file(manifest, &image->manifest, &image->manifest_size))
		return -1;
	if (*reason)
		return propfile_set_string(&image->properties, SYCL_OFFLOAD_PROPSET_IMAGE, SYCL_OFFLOAD_PROPERTY_REASON, reason);
	return *code ? map_file(code, &image->data, &image->size) : 0;
}

static int
read_row(struct imagelist *list, const struct filetable *table, size_t row)
{
	struct image *image = imagelist_add(list, table->path, IMAGE_ROW);
	const char *options = cell_of(table, row, "CompileOptions"), *link_options = cell_of(table, row, "LinkOptions");

	image->descriptor = table->line[row];
	if (read_files(image, list->arena, table, row)) {
		diag_at(&(struct diag_place){ table->path, table->line[row], 0 }, DIAG_NOTE, "the file is named here");
		return -1;
	}
	image->kind = SYCL_OFFLOAD_KIND_SYCL;
	image->compile_options = options;
	image->link_options = link_options;
	image->target = target_of_row(cell_of(table, row, "Target"), image, list->arena);
	image_set_format(image, format_of_cell(cell_of(table, row, "Format")));
	return 0;
}

int
read_table(struct imagelist *list, const char *path)
{
	struct filetable table;
	size_t row;

	if (filetable_read(&table, list->arena, path))
		return -1;
	if (table.nrow && filetable_find(&table, "Code") < 0) {
		diag_at(&(struct diag_place){ path, table.line[0], 0 }, DIAG_ERROR,
			"neither an ELF file, nor an archive, nor a file table with a column 'Code'");
		return -1;
	}
	for (row = 0; row < table.nrow; row++)
		if (read_row(list, &table, row))
			return -1;
	return 0;
}
