/*
 * specialize: values of specialization constants become part of the images.
 * Constants of SPIR-V get new default values, emulated ones new bytes in the buffer
 * of defaults; and their properties are renamed, so that the program cannot set
 * them.  No byte of the file moves.
 */
#include "commands.h"

#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "base/suggest.h"
#include "format/filetable.h"
#include "format/specconst.h"
#include "patch.h"
#include "images/value.h"

struct assignment {
	const char *name, *text;
	const char *id;		/* the constant's symbolic id */
};

/* The changes of an image. */
struct change {
	struct constant *constant;	/* of the image, in order of id */
	size_t n;
	const struct assignment **to;	/* for each constant, NULL: it stays */
	uint8_t *defaults;		/* the new default values */
	size_t defaults_size;
	unsigned char *data;		/* the new bytes, NULL: as they were */
	size_t data_size;
	bool retired;			/* a copy with the old default values: must not run any more */
};

struct job {
	const struct imagelist *list;
	struct assignment *assignment;
	size_t n;
	struct change *change;		/* for each image */
};

/* --- what is meant --------------------------------------------------------------- */

/* 0: another constant; 1: that variable; 2: that very id. */
static int
meant(const struct constant *c, const char *name)
{
	if (!strcmp(c->name, name))
		return 2;
	return !strcmp(c->variable, name);
}

static int
unknown(const struct job *job, const char *name)
{
	const char **known, *near;
	size_t n = 0, i, k;

	for (i = 0; i < job->list->n; i++)
		n += job->change[i].n;
	known = arena_calloc(job->list->arena, n + 1, sizeof *known);
	for (i = n = 0; i < job->list->n; i++)
		for (k = 0; k < job->change[i].n; k++)
			known[n++] = job->change[i].constant[k].variable;
	near = suggest(name, known, n);
	if (near)
		diag(DIAG_ERROR, "no image has a specialization constant '%s', did you mean '%s'?", name, near);
	else
		diag(DIAG_ERROR, "no image has a specialization constant '%s'", name);
	return -1;
}

static int
find_id(const struct job *job, struct assignment *a)
{
	const char *other = NULL;
	bool exact = false;
	size_t i, k;

	for (i = 0; i < job->list->n; i++)
		for (k = 0; k < job->change[i].n; k++) {
			const struct constant *c = &job->change[i].constant[k];
			int how = meant(c, a->name);

			if (!how || exact)
				continue;
			exact = how == 2;
			if (a->id && !exact && strcmp(a->id, c->name))
				other = c->name;
			else
				a->id = c->name;
		}
	if (!a->id)
		return unknown(job, a->name);
	if (!other || exact)
		return 0;
	diag(DIAG_ERROR, "several specialization constants are called '%s': say '%s' or '%s'", a->name, a->id, other);
	return -1;
}

static int
read_assignments(struct job *job, const char *const *text, size_t n)
{
	size_t i, k;

	job->assignment = arena_calloc(job->list->arena, n, sizeof *job->assignment);
	for (i = 0; i < n; i++) {
		struct assignment *a = &job->assignment[i];
		const char *equals = strchr(text[i], '=');

		a->name = arena_strndup(job->list->arena, text[i], (size_t)(equals - text[i]));
		a->text = equals + 1;
		if (find_id(job, a))
			return -1;
		for (k = 0; k < i; k++)
			if (!strcmp(job->assignment[k].id, a->id)) {
				diag(DIAG_ERROR, "'%s' is given two values", a->name);
				return -1;
			}
	}
	job->n = n;
	return 0;
}

static const struct assignment *
assignment_of(const struct job *job, const struct constant *c)
{
	size_t i;

	for (i = 0; i < job->n; i++)
		if (!strcmp(job->assignment[i].id, c->name))
			return &job->assignment[i];
	return NULL;
}

/* --- new values -------------------------------------------------------------------- */

static int
change_constant(struct change *change, const struct job *job, const struct image *image, size_t k)
{
	const struct constant *c = &change->constant[k];
	const uint8_t *bytes;

	if (!c->typed || !c->value) {
		diag_at(&(struct diag_place){ image_name(job->list, image), 0, 0 }, DIAG_ERROR,
			"the image does not say what specialization constant '%s' is made of", c->variable);
		return -1;
	}
	bytes = value_bytes(c, change->to[k]->text, job->list->arena);
	if (!bytes)
		return -1;
	memcpy(change->defaults + (c->value - change->constant[0].value), bytes, c->size);
	return 0;
}

static bool
is_changed(const struct change *change)
{
	size_t k;

	for (k = 0; k < change->n; k++)
		if (change->to[k])
			return true;
	return false;
}

/* Constants can be changed in SPIR-V, but not in code that a device compiler made of it. */
static int
change_bytes(struct change *change, const struct job *job, const struct image *image)
{
	const struct diag_place place = { image_name(job->list, image), 0, 0 };
	const unsigned char *plain;
	struct specconsts spec;
	const char *what;

	if (!is_changed(change) || !image_is_native(image) || !image->size)
		return 0;
	if (image_plain_format(image) != SYCL_OFFLOAD_FORMAT_SPIRV) {
		diag_at(&place, DIAG_ERROR, "native specialization constants can be changed in SPIR-V only, this image is %s",
			format_name(image_plain_format(image)));
		return -1;
	}
	if (!(plain = image_plain_data(image, &change->data_size)))
		return -1;
	change->data = arena_alloc(job->list->arena, change->data_size + 1);
	memcpy(change->data, plain, change->data_size);
	if (plain != image->data)
		free((void *)plain);
	what = specconst_read(&spec, job->list->arena, &image->properties, true);
	if (!what && specconst_specialize(&spec, change->defaults, job->list->arena, change->data, change->data_size))
		what = "not the SPIR-V module that its specialization constants belong to";
	if (what)
		diag_at(&place, DIAG_ERROR, "%s", what);
	return what ? -1 : 0;
}

static int
change_image(struct job *job, size_t i)
{
	const struct image *image = &job->list->image[i];
	struct change *change = &job->change[i];
	const struct prop *all = propset_find(propfile_find(&image->properties, PROPSET_SPEC_DEFAULTS), "all");
	const uint8_t *old = all ? prop_bytes(all, &change->defaults_size) : NULL;
	size_t k;

	change->defaults = arena_calloc(job->list->arena, change->defaults_size + 1, 1);
	if (old)
		memcpy(change->defaults, old, change->defaults_size);
	change->to = arena_calloc(job->list->arena, change->n + 1, sizeof *change->to);
	for (k = 0; k < change->n; k++) {
		change->to[k] = assignment_of(job, &change->constant[k]);
		if (change->to[k] && change_constant(change, job, image, k))
			return -1;
	}
	return change_bytes(change, job, image);
}

/* --- an ELF file or archive ----------------------------------------------------------- */

static const struct prop_place *
find_place(const struct image *image, const char *category, const char *name)
{
	size_t i;

	for (i = 0; i < image->nplace; i++)
		if (!strcmp(image->place[i].category, category) &&
			(image->place[i].name[0] & ~FROZEN_BIT) == (name[0] & ~FROZEN_BIT) && *name &&
			!strcmp(image->place[i].name + 1, name + 1))
			return &image->place[i];
	return NULL;
}

/* The first letter of a frozen name, which programs do not find. */
static const char *
frozen_letter(struct arena *arena, const char *name)
{
	char *letter = arena_alloc(arena, 1);

	*letter = (char)(name[0] | FROZEN_BIT);
	return letter;
}

static void
freeze_names(struct patches *patches, const struct image *image, const struct constant *c)
{
	static const char *const category[] = { PROPSET_SPEC_CONSTANTS, PROPSET_SPEC_TYPES };
	const struct prop_place *place;
	size_t i;

	for (i = 0; i < sizeof category / sizeof *category; i++) {
		place = find_place(image, category[i], c->name);
		if (place)
			patches_add(patches, place->name_at, frozen_letter(patches->arena, c->name), 1);
	}
}

/* New bytes of the same size for a compressed image; the rest becomes a frame that readers skip. */
static unsigned char *
compress_into(const struct image *image, const unsigned char *data, size_t size, struct arena *arena)
{
	enum { HEADER = sizeof(struct sycl_offload_compressed), SKIP_HEADER = 8, SKIP_MAGIC = 0x184D2A50, MAX_LEVEL = 19 };
	size_t room = image->size - HEADER, used = room + 1, rest;
	unsigned char *bytes = arena_calloc(arena, image->size, 1);
	uint32_t skip[2] = { SKIP_MAGIC, 0 };
	int level;

	memcpy(bytes, image->data, HEADER);
	for (level = 3; level <= MAX_LEVEL; level++) {
		used = ZSTD_compress(bytes + HEADER, room, data, size, level);
		if (!ZSTD_isError(used) && (used == room || room - used >= SKIP_HEADER))
			break;
	}
	if (level > MAX_LEVEL)
		return NULL;
	rest = room - used;
	memset(bytes + HEADER + used, 0, rest);
	if (rest) {
		skip[1] = (uint32_t)(rest - SKIP_HEADER);
		memcpy(bytes + HEADER + used, skip, SKIP_HEADER);
	}
	return bytes;
}

static int
patch_bytes(struct patches *patches, const struct imagelist *list, const struct image *image, const struct change *change)
{
	unsigned char *bytes = change->data;

	if (!bytes)
		return 0;
	if (image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED)
		bytes = compress_into(image, bytes, change->data_size, list->arena);
	if (!bytes) {
		diag_at(&(struct diag_place){ image_name(list, image), 0, 0 }, DIAG_ERROR,
			"compressed, the image does not fit in its place any more");
		return -1;
	}
	patches_add(patches, image->data_at, bytes, image->size);
	return 0;
}

/* Images that share their bytes must agree on them. */
static int
check_shared(const struct job *job)
{
	size_t i, k;

	for (i = 0; i < job->list->n; i++)
		for (k = 0; k < i; k++) {
			const struct change *a = &job->change[i], *b = &job->change[k];

			if (job->list->image[i].data != job->list->image[k].data || (!a->data && !b->data))
				continue;
			if (a->data && b->data && !memcmp(a->data, b->data, a->data_size))
				continue;
			diag_at(&(struct diag_place){ job->list->image[i].file, 0, 0 }, DIAG_ERROR,
				"images %zu and %zu share their bytes, but only one of them has the constant", k, i);
			return -1;
		}
	return 0;
}

static int
write_elf(const struct job *job, const char *path, const char *output)
{
	static const uint64_t no_copy = 0;
	struct patches patches = { .arena = job->list->arena };
	const struct prop_place *place;
	size_t i, k;

	if (check_shared(job))
		return -1;
	for (i = 0; i < job->list->n; i++) {
		const struct image *image = &job->list->image[i];
		const struct change *change = &job->change[i];

		for (k = 0; k < change->n; k++)
			if (change->to[k])
				freeze_names(&patches, image, &change->constant[k]);
		place = find_place(image, PROPSET_SPEC_DEFAULTS, "all");
		if (place && change->n)
			patches_add(&patches, place->blob_at + 8, change->defaults, change->defaults_size);
		place = find_place(image, PROPSET_MISC, PROP_DEFAULT_COPY);
		if (place && change->retired)
			patches_add(&patches, place->blob_at, &no_copy, sizeof no_copy);
		if (patch_bytes(&patches, job->list, image, change))
			return -1;
	}
	return patches_write(&patches, path, output);
}

/* --- a table ---------------------------------------------------------------------------- */

static const char *
stem_of(const char *path, struct arena *arena)
{
	const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');

	if (!dot || dot == path || (slash && dot < slash + 2))
		return path;
	return arena_strndup(arena, path, (size_t)(dot - path));
}

/* Renames the property to its frozen name. */
static void
hide_property(struct propset *set, const char *name, struct arena *arena)
{
	size_t i;

	for (i = 0; i < set->nprop; i++)
		if (!strcmp(set->prop[i].name, name)) {
			char *hidden = arena_strdup(arena, name);

			*hidden = *frozen_letter(arena, name);
			set->prop[i].name = hidden;
		}
}

/* The properties with frozen names and new default values. */
static int
write_properties(const struct image *image, const struct change *change, struct arena *arena, const char *path)
{
	struct propfile file;
	size_t i, k;

	propfile_init(&file, arena);
	for (i = 0; i < image->properties.nset; i++) {
		struct propset *set = propfile_get(&file, image->properties.set[i].category);

		*set = image->properties.set[i];
		if (strcmp(set->category, PROPSET_SPEC_CONSTANTS) && strcmp(set->category, PROPSET_SPEC_TYPES))
			continue;
		for (k = 0; k < change->n; k++)
			if (change->to[k])
				hide_property(set, change->constant[k].name, arena);
	}
	if (change->retired && propfile_set_uint32(&file, PROPSET_MISC, PROP_DEFAULT_COPY, 0))
		return -1;
	if (change->n && propfile_set_bytes(&file, PROPSET_SPEC_DEFAULTS, "all", change->defaults, change->defaults_size))
		return -1;
	return propfile_write(&file, path);
}

static int
change_row(const struct job *job, struct filetable *table, size_t row, const char *stem)
{
	const struct image *image = &job->list->image[row];
	const struct change *change = &job->change[row];
	int code = filetable_find(table, "Code"), properties = filetable_find(table, "Properties");
	struct arena *arena = job->list->arena;
	const char **cell;

	if (!is_changed(change) && !change->retired)
		return 0;
	cell = filetable_cell(table, row, (size_t)properties);
	*cell = arena_printf(arena, "%s_%zu.prop", stem, row);
	if (write_properties(image, change, arena, *cell))
		return -1;
	if (!change->data)
		return 0;
	if (image->format == SYCL_OFFLOAD_FORMAT_COMPRESSED) {
		diag_at(&(struct diag_place){ image_name(job->list, image), 0, 0 }, DIAG_ERROR,
			"a compressed image of a table cannot be changed");
		return -1;
	}
	cell = filetable_cell(table, row, (size_t)code);
	*cell = arena_printf(arena, "%s_%zu.spv", stem, row);
	return outfile_write(*cell, change->data, change->data_size);
}

static int
write_table(const struct job *job, const char *path, const char *output)
{
	const char *stem = stem_of(output, job->list->arena);
	struct filetable table;
	size_t row;

	if (filetable_read(&table, job->list->arena, path))
		return -1;
	for (row = 0; row < table.nrow; row++)
		if (change_row(job, &table, row, stem))
			return -1;
	return filetable_write(&table, output, table.titled);
}

/* --- all of it ---------------------------------------------------------------------------- */

static int
check_linked(const struct imagelist *list, const char *path)
{
	size_t i;

	for (i = 0; i < list->n; i++)
		if (list->image[i].origin != IMAGE_PACKED)
			return 0;
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR,
		"modules that are not linked yet have no values of specialization constants to change");
	return -1;
}

int
command_specialize(const struct imagelist *list, const char *path, const char *const *assignment, size_t n,
	const char *output)
{
	struct job job = { .list = list, .change = arena_calloc(list->arena, list->n + 1, sizeof *job.change) };
	size_t i;

	if (check_linked(list, path))
		return 1;
	if (list->is_thin) {
		diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "a thin archive has no images: specialize its members");
		return 1;
	}
	for (i = 0; i < list->n; i++)
		if (image_constants(&job.change[i].constant, &job.change[i].n, list, &list->image[i]))
			return 1;
	if (read_assignments(&job, assignment, n))
		return 1;
	for (i = 0; i < list->n; i++) {
		job.change[i].retired = propset_find(propfile_find(&list->image[i].properties, PROPSET_MISC), PROP_DEFAULT_COPY);
		if (change_image(&job, i))
			return 1;
	}
	if (list->image[0].origin == IMAGE_ROW)
		return write_table(&job, path, output) ? 1 : 0;
	return write_elf(&job, path, output) ? 1 : 0;
}
