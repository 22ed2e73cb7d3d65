#include "specconst.h"

#include <stdlib.h>
#include <string.h>

#include "format/spectype.h"
#include "format/spirv.h"

/* --- properties --------------------------------------------------------------- */

void
specconst_write(struct propfile *file, const struct specconsts *list)
{
	if (!list->n)
		return;
	propfile_set_uint32(file, PROPSET_SPEC_MODE, "version", SPEC_FORMAT_VERSION);
	propfile_set_string(file, PROPSET_SPEC_MODE, "mode", list->mode == SPECCONST_NATIVE ? "native" : "emulation");
	for (size_t i = 0; i < list->n; i++) {
		const struct specconst *c = &list->constant[i];

		propfile_set_uint32s(file, PROPSET_SPEC_CONSTANTS, c->name, &c->part->id, 3 * c->npart);
		propfile_set_string(file, PROPSET_SPEC_TYPES, c->name, c->type);
	}
	propfile_set_bytes(file, PROPSET_SPEC_DEFAULTS, "all", list->defaults, list->size);
}

/* The lowest number of a part that is not padding. */
static uint32_t
first_id(const struct specconst *constant)
{
	for (size_t i = 0; i < constant->npart; i++)
		if (constant->part[i].id != SPECCONST_PADDING)
			return constant->part[i].id;
	return SPECCONST_PADDING;
}

static int
by_id(const void *a, const void *b)
{
	uint32_t x = first_id(a), y = first_id(b);

	return x < y ? -1 : x > y;
}

/* False when out of memory or the property is not a list of parts. */
static bool
read_parts(struct specconst *constant, struct arena *arena, const struct prop *prop, const struct prop *type)
{
	size_t n, length;
	const uint32_t *number = prop_uint32s(prop, arena, &n);
	const uint8_t *text = type ? prop_bytes(type, &length) : NULL;

	constant->name = prop->name;
	constant->type = text ? arena_strndup(arena, (const char *)text, length) : type ? "" : NULL;
	if (!number || prop->type != PROP_BYTES || n % 3 != 0)
		return false;
	constant->part = (const void *)number;
	constant->npart = n / 3;
	for (size_t i = 0; i < constant->npart; i++) {
		uint64_t end = (uint64_t)constant->part[i].offset + constant->part[i].size;

		if (end > constant->size)
			constant->size = end;
	}
	return true;
}

/* The image's mode is that word. */
static bool
mode_is(const struct prop *mode, const char *word)
{
	size_t size;
	const uint8_t *text = prop_bytes(mode, &size);

	return mode->type == PROP_BYTES && size == strlen(word) && memcmp(text, word, size) == 0;
}

static const char *
text_of(const char *text)
{
	return text ? text : "out of memory";
}

static const char *
read_form(struct specconsts *list, struct arena *arena, const struct propfile *file, bool spirv)
{
	const struct propset *set = propfile_find(file, PROPSET_SPEC_MODE);
	const struct prop *version = propset_find(set, "version"), *mode = propset_find(set, "mode");

	if (version && (version->type != PROP_UINT32 || version->value != SPEC_FORMAT_VERSION))
		return text_of(arena_printf(arena, "specialization constants of version %u: only %d is known",
					    version->value, SPEC_FORMAT_VERSION));
	list->mode = spirv ? SPECCONST_NATIVE : SPECCONST_EMULATION;
	if (mode && mode_is(mode, "native"))
		list->mode = SPECCONST_NATIVE;
	else if (mode && mode_is(mode, "emulation"))
		list->mode = SPECCONST_EMULATION;
	else if (mode)
		return "its specialization constants are neither native nor emulated";
	return NULL;
}

const char *
specconst_read(struct specconsts *list, struct arena *arena, const struct propfile *file, bool spirv)
{
	const struct propset *set = propfile_find(file, PROPSET_SPEC_CONSTANTS);
	const struct propset *types = propfile_find(file, PROPSET_SPEC_TYPES);
	const struct prop *all = propset_find(propfile_find(file, PROPSET_SPEC_DEFAULTS), "all");
	const char *wrong;
	size_t size = 0;

	memset(list, 0, sizeof *list);
	if (!set || !set->nprop)
		return NULL;
	wrong = read_form(list, arena, file, spirv);
	if (wrong)
		return wrong;
	list->constant = arena_calloc(arena, set->nprop, sizeof *list->constant);
	if (!list->constant)
		return "out of memory";
	for (size_t i = 0; i < set->nprop; i++)
		if (!read_parts(&list->constant[i], arena, &set->prop[i], propset_find(types, set->prop[i].name)))
			return text_of(arena_printf(arena, "specialization constant '%s' is malformed", set->prop[i].name));
	qsort(list->constant, set->nprop, sizeof *list->constant, by_id);
	for (size_t i = 0; i < set->nprop; i++) {
		list->constant[i].base = list->size;
		list->size += list->constant[i].size;
	}
	list->defaults = all && all->type == PROP_BYTES ? prop_bytes(all, &size) : NULL;
	if (all && (!list->defaults || size != list->size))
		return "the default values of its specialization constants have another size than the constants";
	list->n = set->nprop;
	return NULL;
}

const struct specconst *
specconst_find(const struct specconsts *list, const char *name, const char *unit)
{
	size_t len = strlen(name);
	const struct specconst *plain = NULL;

	for (size_t i = 0; i < list->n; i++) {
		const char *own = list->constant[i].name;

		if (strncmp(own, name, len) != 0)
			continue;
		if (*unit && own[len] == '@' && strcmp(own + len + 1, unit) == 0)
			return &list->constant[i];
		if (!own[len])
			plain = &list->constant[i];
	}
	return plain;
}

int
specconst_store(const struct specconst *constant, uint8_t *block, const void *value, size_t size)
{
	const uint8_t *from = value;

	for (size_t i = 0; i < constant->npart; i++) {
		const struct specconst_part *part = &constant->part[i];

		if (part->id != SPECCONST_PADDING && (part->offset > size || part->size > size - part->offset))
			return -1;
	}
	for (size_t i = 0; i < constant->npart; i++) {
		const struct specconst_part *part = &constant->part[i];

		if (part->id != SPECCONST_PADDING)
			memcpy(block + constant->base + part->offset, from + part->offset, part->size);
	}
	return 0;
}

/* --- SPIR-V ------------------------------------------------------------------------ */

/* The offset of a SpecId's value in the block. */
struct place {
	uint32_t id, size;
	uint64_t at;
};

struct patch {
	const struct place *place;	/* ascending by id */
	size_t nplace;
	const uint8_t *block;
	const struct place **of;	/* by SPIR-V id; NULL: not a specialization constant of ours */
	uint32_t bound;
};

static int
by_place(const void *a, const void *b)
{
	uint32_t x = ((const struct place *)a)->id, y = ((const struct place *)b)->id;

	return x < y ? -1 : x > y;
}

static size_t
find_places(const struct specconsts *list, struct arena *arena, struct place **place)
{
	size_t n = 0, used = 0;

	for (size_t i = 0; i < list->n; i++)
		n += list->constant[i].npart;
	*place = arena_calloc(arena, n + 1, sizeof **place);
	for (size_t i = 0; *place && i < list->n; i++) {
		const struct specconst *c = &list->constant[i];

		for (size_t k = 0; k < c->npart; k++)
			if (c->part[k].id != SPECCONST_PADDING)
				(*place)[used++] = (struct place){ c->part[k].id, c->part[k].size, c->base + c->part[k].offset };
	}
	if (*place)
		qsort(*place, used, sizeof **place, by_place);
	return used;
}

/* The literal of an OpSpecConstant, n words: small numbers fill a word with zeros. */
static int
put_literal(uint32_t *literal, uint32_t n, const struct place *place, const uint8_t *block)
{
	if (place->size > 8 || n != (place->size > 4 ? 2 : 1))
		return -1;
	memset(literal, 0, n * sizeof *literal);
	memcpy(literal, block + place->at, place->size);
	return 0;
}

static int
patch_constant(const struct patch *patch, uint32_t *word, uint32_t length)
{
	uint32_t op = word[0] & 0xffff;
	const struct place *place;

	if (length < 3 || word[2] >= patch->bound)
		return -1;
	place = patch->of[word[2]];
	if (!place)
		return 0;
	if (op == SPIRV_OP_SPEC_CONSTANT)
		return put_literal(word + 3, length - 3, place, patch->block);
	word[0] = length << 16 | (patch->block[place->at] ? SPIRV_OP_SPEC_CONSTANT_TRUE : SPIRV_OP_SPEC_CONSTANT_FALSE);
	return 0;
}

static int
note_decoration(const struct patch *patch, const uint32_t *word, uint32_t length)
{
	const struct place key = { .id = length == 4 ? word[3] : 0 };

	if (length < 3 || word[1] >= patch->bound)
		return -1;
	if (word[2] != SPIRV_DECORATION_SPEC_ID)
		return 0;
	if (length != 4)
		return -1;
	patch->of[word[1]] = bsearch(&key, patch->place, patch->nplace, sizeof key, by_place);
	return 0;
}

/* Decorations come before constants, constants before functions. */
static int
patch_words(const struct patch *patch, uint32_t *word, size_t nword)
{
	size_t i = SPIRV_HEADER_WORDS;
	int failed = 0;

	while (!failed && i < nword && (word[i] & 0xffff) != SPIRV_OP_FUNCTION) {
		uint32_t op = word[i] & 0xffff, length = word[i] >> 16;

		if (!length || length > nword - i)
			return -1;
		if (op == SPIRV_OP_DECORATE)
			failed = note_decoration(patch, word + i, length);
		else if (op >= SPIRV_OP_SPEC_CONSTANT_TRUE && op <= SPIRV_OP_SPEC_CONSTANT)
			failed = patch_constant(patch, word + i, length);
		i += length;
	}
	return failed;
}

int
specconst_specialize(const struct specconsts *list, const uint8_t *block, struct arena *arena, void *module, size_t size)
{
	struct patch patch = { .block = block };
	struct place *place;
	uint32_t *word = module;

	if (size % 4 || size < SPIRV_HEADER_WORDS * 4 || word[0] != SPIRV_MAGIC || word[3] > SPIRV_MAX_BOUND)
		return -1;
	patch.bound = word[3];
	patch.nplace = find_places(list, arena, &place);
	patch.place = place;
	patch.of = arena_calloc(arena, (size_t)patch.bound + 1, sizeof *patch.of);
	return place && patch.of ? patch_words(&patch, word, size / 4) : -1;
}
