#include "facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/aspect.h"
#include "format/gpuname.h"

struct fact_options fact_options;

/* --- names ------------------------------------------------------------------ */

/* Of the C++ runtime library; the memory it returns is malloc()ed. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

/* Kernel names are names of types ("_ZTS..."), perhaps followed by '@', for GPUs '$', and the id of their translation unit. */
const char *
demangled(const char *name, struct arena *arena)
{
	static const char prefix[] = "typeinfo name for ";
	const char *at = strchrnul(name, '@'), *text;
	char *copy = arena_strndup(arena, name, (size_t)(at - name)), *plain, *id;
	int status;

	/* Compilers do not make longer names, and the demangler is recursive. */
	if (strncmp(copy, "_Z", 2) || at - name > 64 * 1024)
		return name;
	gpuname_decode(copy, copy);
	plain = __cxa_demangle(copy, NULL, NULL, &status);
	if (!plain && (id = strrchr(copy, '$'))) {
		at = arena_strdup(arena, id);
		*id = '\0';
		plain = __cxa_demangle(copy, NULL, NULL, &status);
	}
	if (!plain)
		return name;
	text = strncmp(plain, prefix, sizeof prefix - 1) ? plain : plain + sizeof prefix - 1;
	text = arena_printf(arena, "%s%s", text, at);
	free(plain);
	return text;
}

const char *
shown_name(const char *name, struct arena *arena)
{
	return fact_options.demangle ? demangled(name, arena) : name;
}

const struct devconfig *
facts_devconfig(struct arena *arena)
{
	static struct devconfig config;
	static bool read;

	if (!read && devconfig_read(&config, arena, NULL, fact_options.device_config))
		return NULL;
	read = true;
	return &config;
}

const char *
size_text(uint64_t size, struct arena *arena)
{
	static const char unit[] = "KMGTPE";
	double value = (double)size / 1024;
	const char *u = unit;

	if (size < 1024)
		return arena_printf(arena, "%" PRIu64 " B", size);
	for (; value >= 1023.95 && u[1]; u++)
		value /= 1024;
	return arena_printf(arena, "%.1f %ciB", value, *u);
}

/* --- requirements --------------------------------------------------------------- */

int
image_requirements(struct requirements *req, const struct imagelist *list, const struct image *image)
{
	return requirements_read(req, list->arena, &image->properties, image_name(list, image));
}

const char *
fixed_target_text(uint32_t number, struct arena *arena)
{
	return fixed_target_name(number, number >= TARGET_NUMBER_FIRST ? facts_devconfig(arena) : NULL, arena);
}

static const char *
aspect_text(uint32_t number, struct arena *arena)
{
	const char *name = aspect_name((int32_t)number);

	return name ? arena_printf(arena, "aspect %s", name) : arena_printf(arena, "aspect %" PRIu32, number);
}

int
image_needs(const char ***need, size_t *n, const struct imagelist *list, const struct image *image)
{
	struct arena *arena = list->arena;
	struct requirements req;
	const char *size = "";
	size_t i;

	if (image_requirements(&req, list, image))
		return -1;
	*n = 0;
	*need = arena_calloc(arena, req.naspect + req.nsub_group_size + req.nfixed_target + 2, sizeof **need);
	for (i = 0; i < req.naspect; i++)
		(*need)[(*n)++] = aspect_text(req.aspect[i], arena);
	for (i = 0; i < req.nsub_group_size; i++)
		(*need)[(*n)++] = arena_printf(arena, "sub-group size %" PRIu32, req.sub_group_size[i]);
	for (i = 0; i < req.nwork_group_size; i++)
		size = arena_printf(arena, "%s%s%" PRIu64, size, i ? "x" : "", req.work_group_size[i]);
	if (*size)
		(*need)[(*n)++] = arena_printf(arena, "work-group size %s", size);
	for (i = 0; i < req.nfixed_target; i++)
		(*need)[(*n)++] = arena_printf(arena, "target %s", fixed_target_text(req.fixed_target[i], arena));
	return 0;
}

/* --- specialization constants ------------------------------------------------------ */

static int
malformed(const struct imagelist *list, const struct image *image, const char *name)
{
	diag_at(&(struct diag_place){ image_name(list, image), 0, 0 }, DIAG_ERROR,
		"specialization constant '%s' is malformed", name);
	return -1;
}

static void
name_constant(struct constant *constant, const char *property, struct arena *arena)
{
	char *name = arena_strdup(arena, property);

	constant->frozen = *name & FROZEN_BIT;
	*name = (char)(*name & ~FROZEN_BIT);
	constant->name = name;
	constant->variable = spec_variable_name(demangled(name, arena), arena);
}

static bool
is_number(const struct spec_number *number)
{
	switch (number->size) {
	case 1: return number->kind != SPEC_KIND_FLOAT && number->kind != SPEC_KIND_BFLOAT;
	case 2: return number->kind != SPEC_KIND_BOOL;
	case 4:
	case 8: return number->kind != SPEC_KIND_BOOL && number->kind != SPEC_KIND_BFLOAT;
	default: return false;
	}
}

/* Images of other toolchains have no types. */
static int
read_type(struct constant *constant, const struct imagelist *list, const struct image *image, const char *property)
{
	const struct prop *prop = propset_find(propfile_find(&image->properties, PROPSET_SPEC_TYPES), property);
	const uint8_t *text;
	size_t size, i;

	if (!prop)
		return 0;
	text = prop_bytes(prop, &size);
	if (!text || spectype_parse(&constant->type, list->arena, arena_strndup(list->arena, (const char *)text, size)))
		return -1;
	for (i = 0; i < constant->type.n; i++)
		if (!is_number(&constant->type.number[i]))
			return -1;
	constant->typed = true;
	return 0;
}

static int
read_constant(struct constant *constant, const struct imagelist *list, const struct image *image, const struct prop *prop)
{
	uint32_t *word;
	size_t n, i;

	name_constant(constant, prop->name, list->arena);
	if (read_type(constant, list, image, prop->name))
		return malformed(list, image, constant->name);
	constant->id = UINT32_MAX;
	word = prop_uint32s(prop, list->arena, &n);
	if (prop->type != PROP_BYTES || n == (size_t)-1 || !n || n % 3)
		return malformed(list, image, prop->name);
	constant->part = (struct constant_part *)(void *)word;
	constant->npart = n / 3;
	for (i = 0; i < constant->npart; i++)
		if (constant->part[i].id < constant->id)
			constant->id = constant->part[i].id;
	return 0;
}

static int
compare_constants(const void *a, const void *b)
{
	const struct constant *x = a, *y = b;

	return x->id != y->id ? (x->id < y->id ? -1 : 1) : strcmp(x->name, y->name);
}

bool
image_is_native(const struct image *image)
{
	const struct prop *mode = propset_find(propfile_find(&image->properties, PROPSET_SPEC_MODE), "mode");
	size_t size;
	const uint8_t *text = mode ? prop_bytes(mode, &size) : NULL;

	return !text || size != strlen("emulation") || memcmp(text, "emulation", size);
}

/*
 * Gives each constant its part of the buffer of defaults: constants are in order of
 * id, and end where their parts end.
 */
static int
cut_defaults(struct constant *constant, size_t n, const struct imagelist *list, const struct image *image)
{
	const struct prop *all = propset_find(propfile_find(&image->properties, PROPSET_SPEC_DEFAULTS), "all");
	bool native = image_is_native(image);
	uint64_t at = 0, end, part_end;
	const uint8_t *data;
	size_t size, i, j;

	if (!all)
		return 0;
	data = prop_bytes(all, &size);
	for (i = 0; i < n; i++) {
		constant[i].size = 0;
		for (end = j = 0; j < constant[i].npart; j++) {
			const struct constant_part *part = &constant[i].part[j];

			part_end = (uint64_t)part->offset + part->size;
			if (part_end > end)
				end = part_end;
			/* Padding after an emulated constant is not part of it. */
			if ((native || part->id != UINT32_MAX) && part_end > constant[i].size)
				constant[i].size = part_end;
		}
		if (!data || end > size - at)
			return malformed(list, image, constant[i].name);
		constant[i].value = data + at;
		at += end;
		for (j = 0; j < constant[i].type.n; j++)
			if ((uint64_t)constant[i].type.number[j].offset + constant[i].type.number[j].size > constant[i].size)
				return malformed(list, image, constant[i].name);
	}
	return 0;
}

static int
check_version(const struct imagelist *list, const struct image *image)
{
	const struct prop *version = propset_find(propfile_find(&image->properties, PROPSET_SPEC_MODE), "version");

	if (!version || (version->type == PROP_UINT32 && version->value == SPEC_FORMAT_VERSION))
		return 0;
	diag_at(&(struct diag_place){ image_name(list, image), 0, 0 }, DIAG_ERROR,
		"specialization constants of version %" PRIu32 ": only %d is known", version->value, SPEC_FORMAT_VERSION);
	return -1;
}

int
image_constants(struct constant **constant, size_t *n, const struct imagelist *list, const struct image *image)
{
	const struct propset *set = propfile_find(&image->properties, PROPSET_SPEC_CONSTANTS);
	size_t i;

	if (check_version(list, image))
		return -1;
	*n = set ? set->nprop : 0;
	*constant = arena_calloc(list->arena, *n, sizeof **constant);
	for (i = 0; i < *n; i++)
		if (read_constant(&(*constant)[i], list, image, &set->prop[i]))
			return -1;
	if (!*n)
		return 0;
	qsort(*constant, *n, sizeof **constant, compare_constants);
	return cut_defaults(*constant, *n, list, image);
}
