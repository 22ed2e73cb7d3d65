/* list, show and size: text for a person. */
#include "commands.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "images/value.h"

/* --- columns ------------------------------------------------------------------ */

/* Lines of cells, aligned when they are printed: numbers (columns of which right is set) to the right. */
struct grid {
	struct arena *arena;
	const char **cell;
	size_t n, ncol;
	const char *right;	/* "R" for each column aligned to the right, else "L" */
};

static void
grid_put(struct grid *grid, const char *cell)
{
	grid->cell = arena_extend(grid->arena, grid->cell, grid->n, sizeof *grid->cell);
	grid->cell[grid->n++] = cell;
}

static int
grid_width(const struct grid *grid, size_t column)
{
	size_t width = 0, i, len;

	for (i = column; i < grid->n; i += grid->ncol) {
		len = strlen(grid->cell[i]);
		if (len > width)
			width = len;
	}
	return (int)width;
}

static void
grid_print(const struct grid *grid)
{
	int *width = arena_calloc(grid->arena, grid->ncol, sizeof *width);
	size_t i, column;

	for (i = 0; i < grid->ncol; i++)
		width[i] = grid_width(grid, i);
	for (i = 0; i < grid->n; i++) {
		column = i % grid->ncol;
		if (grid->right[column] == 'R')
			printf("%*s", width[column], grid->cell[i]);
		else
			printf("%-*s", column + 1 < grid->ncol ? width[column] : 0, grid->cell[i]);
		fputs(column + 1 < grid->ncol ? "  " : "\n", stdout);
	}
}

/* --- list ------------------------------------------------------------------------ */

/* Needs in one cell, aspects by their plain name; for emptied images that comes first. */
static const char *
needs_text(const struct imagelist *list, const struct image *image, const char *const *need, size_t n)
{
	const char *reason = image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, list->arena), *text = "";
	size_t i;

	for (i = 0; i < n; i++)
		text = arena_printf(list->arena, "%s%s%s", text, i ? ", " : "",
			strncmp(need[i], "aspect ", 7) ? need[i] : need[i] + 7);
	if (reason)
		return arena_printf(list->arena, "(emptied: %s)", reason);
	return *text ? text : "-";
}

static size_t
count_kernels(const struct image *image)
{
	size_t n = 0, i;

	for (i = 0; i < image->nentry; i++)
		n += !image_exports(image, image->entry[i]);
	return n;
}

static const char *
format_text(const struct imagelist *list, const struct image *image)
{
	if (!image->size)
		return "empty";
	return image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED ?
		arena_printf(list->arena, "%s+zstd", format_name(image_plain_format(image))) : format_name(image->format);
}

int
command_list(const struct imagelist *list)
{
	struct grid grid = { .arena = list->arena, .ncol = 6, .right = "RLLRRL" };
	static const char *const title[] = { "image", "target", "format", "size", "kernels", "needs" };
	const char **need;
	size_t i, n;

	for (i = 0; i < 6; i++)
		grid_put(&grid, title[i]);
	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		if (image_needs(&need, &n, list, image))
			return 1;
		grid_put(&grid, arena_printf(list->arena, "%zu", i));
		grid_put(&grid, *image->target ? image->target : "-");
		grid_put(&grid, format_text(list, image));
		grid_put(&grid, size_text(image->size, list->arena));
		grid_put(&grid, image->origin == IMAGE_PACKED ? "-" : arena_printf(list->arena, "%zu", count_kernels(image)));
		grid_put(&grid, image->origin == IMAGE_PACKED ? "(module, not linked yet)" : needs_text(list, image, need, n));
	}
	grid_print(&grid);
	return 0;
}

/* --- show ------------------------------------------------------------------------- */

static void
show_entries(const struct imagelist *list, const struct image *image, const char *title, bool exported)
{
	const char *line = title;
	size_t i;

	for (i = 0; i < image->nentry; i++)
		if (image_exports(image, image->entry[i]) == exported) {
			if (line)
				printf("  %s:\n", line);
			line = NULL;
			printf("    %s\n", shown_name(image->entry[i], list->arena));
		}
}

static void
show_hex(const uint8_t *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		printf("%s%02x", i ? " " : "", data[i]);
}

/* The default of a scalar as a number too: as integer, and as floating-point number where one has that size. */
static void
show_value(const struct constant *c)
{
	uint64_t number = 0;
	double wide;
	float narrow;

	printf(", default ");
	show_hex(c->value, c->size);
	if (c->spec.npart > 1 || c->size > 8 || !c->size)
		return;
	memcpy(&number, c->value, c->size);
	printf(" = %" PRIu64, number);
	memcpy(&narrow, c->value, sizeof narrow < c->size ? sizeof narrow : c->size);
	memcpy(&wide, &number, sizeof wide);
	if (c->size == sizeof narrow)
		printf(" or %g", (double)narrow);
	else if (c->size == sizeof wide)
		printf(" or %g", wide);
}

/* Variables of one name, each local to its source file. */
static bool
is_ambiguous(const struct constant *c, const struct constant *all, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (&all[i] != c && !strcmp(all[i].variable, c->variable))
			return true;
	return false;
}

static void
show_name(const struct constant *c, bool ambiguous, struct arena *arena)
{
	printf("    %s", c->typed ? c->variable : shown_name(c->name, arena));
	printf(c->typed && ambiguous ? " (%s):" : ":", c->name);
	if (c->typed && *c->type.name)
		printf(" %s,", c->type.name);
	if (c->frozen)
		fputs(" frozen,", stdout);
}

static int
show_constants(const struct imagelist *list, const struct image *image)
{
	struct constant *constant;
	size_t n, i, j;

	if (image_constants(&constant, &n, list, image))
		return -1;
	if (n)
		printf("  specialization constants%s:\n", !propfile_find(&image->properties, PROPSET_SPEC_MODE) ? "" :
			image_is_native(image) ? ", native" : ", emulated");
	for (i = 0; i < n; i++) {
		show_name(&constant[i], is_ambiguous(&constant[i], constant, n), list->arena);
		for (j = 0; j < constant[i].spec.npart; j++) {
			const struct specconst_part *part = &constant[i].spec.part[j];

			if (part->id == SPECCONST_PADDING)
				printf("%s padding of %" PRIu32 " at %" PRIu32, j ? "," : "", part->size, part->offset);
			else
				printf("%s id %" PRIu32 " of %" PRIu32 " at %" PRIu32, j ? "," : "", part->id, part->size,
					part->offset);
		}
		if (constant[i].value && constant[i].typed)
			printf(", default %s", value_text(&constant[i], list->arena));
		else if (constant[i].value)
			show_value(&constant[i]);
		putchar('\n');
	}
	return 0;
}

static bool
is_text(const uint8_t *data, size_t size)
{
	size_t i;

	for (i = 0; i < size; i++)
		if (data[i] < 0x20 || data[i] > 0x7e)
			return false;
	return size > 0;
}

/* Sets that other lines show. */
static bool
is_shown_elsewhere(const char *category)
{
	return !strcmp(category, PROPSET_SPEC_CONSTANTS) || !strcmp(category, PROPSET_SPEC_DEFAULTS) ||
		!strcmp(category, PROPSET_SPEC_TYPES) || !strcmp(category, PROPSET_SPEC_MODE) ||
		!strcmp(category, PROPSET_EXPORTED);
}

static void
show_property(const struct imagelist *list, const struct prop *prop)
{
	const uint8_t *data;
	size_t size;

	printf("    %s = ", shown_name(prop->name, list->arena));
	if (prop->type == PROP_UINT32) {
		printf("%" PRIu32 "\n", prop->value);
		return;
	}
	data = prop_bytes(prop, &size);
	if (is_text(data, size))
		printf("\"%.*s\"", (int)size, (const char *)data);
	else
		show_hex(data, size);
	putchar('\n');
}

static void
show_properties(const struct imagelist *list, const struct image *image)
{
	size_t i, j;

	for (i = 0; i < image->properties.nset; i++) {
		const struct propset *set = &image->properties.set[i];

		if (is_shown_elsewhere(set->category))
			continue;
		printf("  [%s]\n", set->category);
		for (j = 0; j < set->nprop; j++)
			show_property(list, &set->prop[j]);
	}
}

static int
show_needs(const struct imagelist *list, const struct image *image)
{
	const char **need;
	size_t n, i;

	if (image_needs(&need, &n, list, image))
		return -1;
	for (i = 0; i < n; i++)
		printf("%s%s", i ? ", " : "  needs: ", need[i]);
	if (n)
		putchar('\n');
	return 0;
}

static void
show_head(const struct imagelist *list, const struct image *image)
{
	const char *reason = image_note(image, SYCL_OFFLOAD_PROPERTY_REASON, list->arena);

	printf("  target: %s\n  format: %s\n", *image->target ? image->target : "-", format_text(list, image));
	printf("  size: %zu bytes", image->size);
	if (image_plain_size(image) != image->size)
		printf(", %" PRIu64 " unpacked", image_plain_size(image));
	putchar('\n');
	if (*image->compile_options)
		printf("  compile options: %s\n", image->compile_options);
	if (*image->link_options)
		printf("  link options: %s\n", image->link_options);
	if (image->manifest_size)
		printf("  manifest: %zu bytes\n", image->manifest_size);
	if (reason)
		printf("  emptied: %s\n", reason);
}

static void
show_title(const struct image *image, size_t number)
{
	static const char *const holder[] = { "descriptor", "module", "line" };

	printf("image %zu, %s", number, image->file);
	if (image->origin == IMAGE_PACKED)
		printf(", %s, not linked yet\n", holder[image->origin]);
	else
		printf(", %s %u\n", holder[image->origin], image->descriptor);
}

int
command_show(const struct imagelist *list)
{
	size_t i;

	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		show_title(image, i);
		show_head(list, image);
		if (show_needs(list, image))
			return 1;
		show_entries(list, image, "kernels", false);
		show_entries(list, image, "exported functions", true);
		if (show_constants(list, image))
			return 1;
		show_properties(list, image);
	}
	return 0;
}

/* --- size ------------------------------------------------------------------------------ */

/* True when an earlier image has its bytes at the same place: identical images are stored once. */
static bool
is_shared(const struct imagelist *list, size_t number)
{
	size_t i;

	for (i = 0; i < number; i++)
		if (list->image[i].data == list->image[number].data && list->image[number].size)
			return true;
	return false;
}

static uint64_t
facts_size(const struct image *image)
{
	uint64_t size = sizeof(struct sycl_offload_image) + image->manifest_size;
	size_t i, j;

	for (i = 0; i < image->nentry; i++)
		size += sizeof(struct sycl_offload_entry) + strlen(image->entry[i]) + 1;
	for (i = 0; i < image->properties.nset; i++) {
		const struct propset *set = &image->properties.set[i];

		size += sizeof(struct sycl_offload_property_set) + strlen(set->category) + 1;
		for (j = 0; j < set->nprop; j++)
			size += sizeof(struct sycl_offload_property) + strlen(set->prop[j].name) + 1 + set->prop[j].blob_size;
	}
	return size;
}

static void
put_number(struct grid *grid, uint64_t number)
{
	grid_put(grid, arena_printf(grid->arena, "%" PRIu64, number));
}

/* One line for each target, in order of first appearance. */
static void
put_targets(struct grid *grid, const struct imagelist *list)
{
	uint64_t stored, unpacked, facts;
	size_t i, j, n;

	for (i = 0; i < list->n; i++) {
		for (j = 0; j < i && strcmp(list->image[j].target, list->image[i].target); j++)
			;
		if (j < i)
			continue;
		stored = unpacked = facts = n = 0;
		for (j = i; j < list->n; j++)
			if (!strcmp(list->image[j].target, list->image[i].target)) {
				n++;
				stored += is_shared(list, j) ? 0 : list->image[j].size;
				unpacked += image_plain_size(&list->image[j]);
				facts += facts_size(&list->image[j]);
			}
		grid_put(grid, arena_printf(list->arena, "all %zu", n));
		grid_put(grid, *list->image[i].target ? list->image[i].target : "-");
		put_number(grid, stored);
		put_number(grid, unpacked);
		put_number(grid, facts);
	}
}

int
command_size(const struct imagelist *list, const char *path)
{
	static const char *const title[] = { "image", "target", "stored", "unpacked", "facts" };
	struct grid grid = { .arena = list->arena, .ncol = 5, .right = "LLRRR" };
	struct stat status;
	uint64_t total = 0;
	size_t i;

	for (i = 0; i < 5; i++)
		grid_put(&grid, title[i]);
	for (i = 0; i < list->n; i++) {
		const struct image *image = &list->image[i];

		grid_put(&grid, arena_printf(list->arena, "%zu", i));
		grid_put(&grid, *image->target ? image->target : "-");
		if (is_shared(list, i))
			grid_put(&grid, "shared");
		else
			put_number(&grid, image->size);
		put_number(&grid, image_plain_size(image));
		put_number(&grid, facts_size(image));
		total += is_shared(list, i) ? 0 : image->size;
	}
	put_targets(&grid, list);
	grid_print(&grid);
	if (!stat(path, &status) && status.st_size > 0)
		printf("%" PRIu64 " bytes of images in %jd of the file, %.1f %%\n", total, (intmax_t)status.st_size,
			100 * (double)total / (double)status.st_size);
	return 0;
}
