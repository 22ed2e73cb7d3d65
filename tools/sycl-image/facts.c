#include "facts.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/aspect.h"

struct fact_options fact_options;

/* --- names ------------------------------------------------------------------ */

/* Of the C++ runtime library; the memory it returns is malloc()ed. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *length, int *status);

/* Kernel names are names of types ("_ZTS..."), perhaps with the id of their translation unit behind '@'. */
const char *
demangled(const char *name, struct arena *arena)
{
	static const char prefix[] = "typeinfo name for ";
	const char *at = strchrnul(name, '@'), *copy = arena_strndup(arena, name, (size_t)(at - name)), *text;
	char *plain;
	int status;

	/* Longer names are no work of a compiler, and the demangler is recursive. */
	if (strncmp(copy, "_Z", 2) || at - name > 64 * 1024)
		return name;
	plain = __cxa_demangle(copy, NULL, NULL, &status);
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
fixed_target_name(uint32_t number, struct arena *arena)
{
	const struct devconfig *config = number >= TARGET_NUMBER_FIRST ? facts_devconfig(arena) : NULL;
	const struct target *target = config ? devconfig_by_number(config, number) : NULL;
	const char *aspect = number < TARGET_NUMBER_FIRST ? aspect_name((int32_t)number) : NULL;

	if (target)
		return target->name;
	return aspect ? aspect : arena_printf(arena, "%" PRIu32, number);
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
		(*need)[(*n)++] = arena_printf(arena, "target %s", fixed_target_name(req.fixed_target[i], arena));
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

static int
read_constant(struct constant *constant, const struct imagelist *list, const struct image *image, const struct prop *prop)
{
	uint32_t *word;
	size_t n, i;

	constant->name = prop->name;
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

/*
 * Gives each constant its piece of the buffer of defaults: constants follow one
 * another in order of id, and the parts of each say where they end.
 */
static int
cut_defaults(struct constant *constant, size_t n, const struct imagelist *list, const struct image *image)
{
	const struct prop *all = propset_find(propfile_find(&image->properties, PROPSET_SPEC_DEFAULTS), "all");
	uint64_t at = 0, end, part_end;
	const uint8_t *data;
	size_t size, i, j;

	if (!all)
		return 0;
	data = prop_bytes(all, &size);
	for (i = 0; i < n; i++) {
		for (end = j = 0; j < constant[i].npart; j++) {
			part_end = (uint64_t)constant[i].part[j].offset + constant[i].part[j].size;
			if (part_end > end)
				end = part_end;
		}
		if (!data || end > size - at)
			return malformed(list, image, constant[i].name);
		constant[i].value = data + at;
		constant[i].size = end;
		at += end;
	}
	return 0;
}

int
image_constants(struct constant **constant, size_t *n, const struct imagelist *list, const struct image *image)
{
	const struct propset *set = propfile_find(&image->properties, PROPSET_SPEC_CONSTANTS);
	size_t i;

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
