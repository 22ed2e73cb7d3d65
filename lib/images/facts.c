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
	enum { NO_MEMORY = -1 };
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
	if (!plain && status == NO_MEMORY)
		die("out of memory: cannot demangle '%s'", name);
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
		(*need)[(*n)++] = arena_printf(arena, "aspect %s", aspect_text(req.aspect[i], arena));
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
read_type(struct constant *constant, const char *text, struct arena *arena)
{
	size_t i;

	if (!text)
		return 0;
	if (spectype_parse(&constant->type, arena, arena_strdup(arena, text)))
		return -1;
	for (i = 0; i < constant->type.n; i++)
		if (!is_number(&constant->type.number[i]))
			return -1;
	constant->typed = true;
	return 0;
}

bool
image_is_native(const struct image *image)
{
	const struct prop *mode = propset_find(propfile_find(&image->properties, PROPSET_SPEC_MODE), "mode");
	size_t size;
	const uint8_t *text = mode ? prop_bytes(mode, &size) : NULL;

	return !text || size != strlen("emulation") || memcmp(text, "emulation", size);
}

/* The bytes of the constant: padding after an emulated one is not part of it. */
static size_t
size_of(const struct specconst *c, enum specconst_mode mode)
{
	uint64_t end, size = 0;
	size_t i;

	for (i = 0; i < c->npart; i++) {
		end = (uint64_t)c->part[i].offset + c->part[i].size;
		if ((mode == SPECCONST_NATIVE || c->part[i].id != SPECCONST_PADDING) && end > size)
			size = end;
	}
	return size;
}

int
image_constants(struct constant **constant, size_t *n, const struct imagelist *list, const struct image *image)
{
	struct specconsts spec;
	const char *wrong = specconst_read(&spec, list->arena, &image->properties, true);
	size_t i, k;

	if (wrong) {
		diag_at(&(struct diag_place){ image_name(list, image), 0, 0 }, DIAG_ERROR, "%s", wrong);
		return -1;
	}
	*n = spec.n;
	*constant = arena_calloc(list->arena, spec.n + 1, sizeof **constant);
	for (i = 0; i < spec.n; i++) {
		struct constant *c = &(*constant)[i];

		c->spec = spec.constant[i];
		name_constant(c, c->spec.name, list->arena);
		if (read_type(c, c->spec.type, list->arena))
			return malformed(list, image, c->name);
		c->size = size_of(&c->spec, spec.mode);
		if (!spec.defaults)
			continue;
		c->value = spec.defaults + c->spec.base;
		for (k = 0; k < c->type.n; k++)
			if ((uint64_t)c->type.number[k].offset + c->type.number[k].size > c->size)
				return malformed(list, image, c->name);
	}
	return 0;
}
