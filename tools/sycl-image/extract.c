/* extract: writes the images as files, with a table for offload-wrapper --batch. */
#include "commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/filetable.h"
#include "format/symfile.h"

static const char *
extension(unsigned format)
{
	static const char *const name[] = { "img", "bin", "spv", "bc", "zst" };

	return name[format < sizeof name / sizeof *name ? format : 0];
}

static int
write_code(const char **cell, const struct imagelist *list, const struct image *image, const char *stem, bool raw)
{
	unsigned format = raw ? image->format : image_plain_format(image);
	const unsigned char *data = image->data;
	size_t size = image->size;
	int failed;

	if (!raw && !(data = image_plain_data(image, &size)))
		return -1;
	*cell = arena_printf(list->arena, "%s.%s", stem, extension(format));
	failed = outfile_write(*cell, data, size);
	if (data != image->data && image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED)
		free((void *)data);
	return failed;
}

enum { CODE, PROPERTIES, SYMBOLS, MANIFEST, REASON, TARGET, KIND, FORMAT, COMPILE_OPTIONS, LINK_OPTIONS, N_COLUMNS };

static const char *const column_title[N_COLUMNS] = {
	"Code", "Properties", "Symbols", "Manifest", "Reason", "Target", "Kind", "Format", "CompileOptions", "LinkOptions"
};

static const char *
kind_name(unsigned kind)
{
	static const char *const name[] = { "unknown", "host", "openmp", "hip", "sycl" };

	return name[kind < sizeof name / sizeof *name ? kind : 0];
}

/* The format for the wrapper: a recorded "none" stays "none". */
static const char *
said_format(const struct image *image, bool raw)
{
	unsigned said = !raw && image->said_format == SYCL_OFFLOAD_FORMAT_COMPRESSED ? image_plain_format(image) :
		image->said_format;

	return said ? format_name(said) : "none";
}

static int
write_image(const char **cell, const struct imagelist *list, const struct image *image, const char *folder, bool raw)
{
	const char *stem = arena_printf(list->arena, "%s/%zu", folder, (size_t)(image - list->image));
	const char *reason = image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, list->arena);

	cell[PROPERTIES] = arena_printf(list->arena, "%s.prop", stem);
	cell[SYMBOLS] = arena_printf(list->arena, "%s.sym", stem);
	cell[MANIFEST] = image->manifest_size ? arena_printf(list->arena, "%s.manifest", stem) : "";
	cell[REASON] = reason ? reason : "";
	cell[TARGET] = image->target;
	cell[KIND] = kind_name(image->kind);
	cell[FORMAT] = said_format(image, raw);
	cell[COMPILE_OPTIONS] = image->compile_options;
	cell[LINK_OPTIONS] = image->link_options;
	return write_code(&cell[CODE], list, image, stem, raw) || propfile_write(&image->properties, cell[PROPERTIES]) ||
		symfile_write(image->entry, image->nentry, cell[SYMBOLS]) ||
		(image->manifest_size && outfile_write(cell[MANIFEST], image->manifest, image->manifest_size)) ? -1 : 0;
}

/* The columns Manifest and Reason exist only when some row has one. */
static void
choose_columns(bool *wanted, const struct imagelist *list)
{
	size_t i;

	for (i = 0; i < N_COLUMNS; i++)
		wanted[i] = i != MANIFEST && i != REASON;
	for (i = 0; i < list->n; i++) {
		wanted[MANIFEST] |= list->image[i].manifest_size > 0;
		wanted[REASON] |= image_note(&list->image[i], SYCL_OFFLOAD_PROPERTY_REASON, list->arena) != NULL;
	}
}

/* Moves the wanted of the N_COLUMNS cells to the front; returns how many. */
static size_t
keep_wanted(const char **cell, const bool *wanted)
{
	size_t n = 0, i;

	for (i = 0; i < N_COLUMNS; i++)
		if (wanted[i])
			cell[n++] = cell[i];
	return n;
}

int
command_extract(const struct imagelist *list, const char *folder, bool raw)
{
	const char *title[N_COLUMNS], *cell[N_COLUMNS];
	bool wanted[N_COLUMNS];
	struct filetable table;
	size_t i;

	if (mkdir(folder, 0777) && errno != EEXIST) {
		diag(DIAG_ERROR, "cannot create '%s': %s", folder, strerror(errno));
		return 1;
	}
	choose_columns(wanted, list);
	memcpy(title, column_title, sizeof title);
	filetable_init(&table, title, keep_wanted(title, wanted));
	for (i = 0; i < list->n; i++) {
		if (write_image(cell, list, &list->image[i], folder, raw))
			return 1;
		keep_wanted(cell, wanted);
		filetable_add_row(&table, list->arena, cell);
	}
	return filetable_write(&table, arena_printf(list->arena, "%s/images.table", folder), true) ? 1 : 0;
}
