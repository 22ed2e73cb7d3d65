#include "requirements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/order.h"
#include "format/aspect.h"

static int
bad_property_of(const char *name, const char *property, const char *set)
{
	diag_at(&(struct diag_place){ name, 0, 0 }, DIAG_ERROR, "property '%s' of '%s' is malformed", property, set);
	return -1;
}

static int
bad_property(const char *name, const char *property)
{
	return bad_property_of(name, property, PROPSET_REQUIREMENTS);
}

/* The numbers of a property, sorted; none when there is no such property.  name is the file's. */
static int
read_numbers(uint32_t **number, size_t *n, struct arena *arena, const struct propset *set, const char *property,
	     const char *name)
{
	const struct prop *prop = propset_find(set, property);

	if (!prop)
		return 0;
	*number = prop_uint32s(prop, arena, n);
	if (*n == (size_t)-1 || (*n && !*number)) {
		*n = 0;
		return bad_property_of(name, property, set->category);
	}
	if (*n)
		qsort(*number, *n, sizeof **number, order_uint32s);
	return 0;
}

/* Keeps n sizes; reversed: their order is fastest dimension first. */
static void
set_work_group(struct requirements *req, uint64_t *size, size_t n, bool reversed)
{
	size_t i, first = 0;
	uint64_t other;

	for (i = 0; reversed && i < n / 2; i++) {
		other = size[i];
		size[i] = size[n - 1 - i];
		size[n - 1 - i] = other;
	}
	while (first + 1 < n && size[first] == 1)
		first++;
	req->work_group_size = size + first;
	req->nwork_group_size = n - first;
}

/*
 * The design's encoding is <count><dimensions>, in the order of the attribute;
 * the common one is the bare list, in the order of the metadata, fastest first.
 * A list that starts with the number of the following elements has the design's;
 * where both fit, two numbers (1, x), the meaning is the same.
 */
static int
read_work_group32(struct requirements *req, struct arena *arena, const struct prop *prop, const char *name)
{
	size_t n, i, skip;
	uint32_t *value = prop_uint32s(prop, arena, &n);
	uint64_t *size;

	if (n == (size_t)-1 || !n || !value || n > 4 || (n == 4 && value[0] != 3))
		return bad_property(name, prop->name);
	skip = n > 1 && value[0] == n - 1;
	size = arena_alloc(arena, n * sizeof *size);
	if (!size)
		return bad_property(name, prop->name);
	for (i = skip; i < n; i++)
		size[i - skip] = value[i];
	set_work_group(req, size, n - skip, !skip);
	return 0;
}

static int
read_work_group(struct requirements *req, struct arena *arena, const struct propset *set, const char *name)
{
	const struct prop *prop = propset_find(set, PROP_WORK_GROUP_SIZE_64);
	uint64_t *size;
	size_t n;

	if (!prop) {
		prop = propset_find(set, PROP_WORK_GROUP_SIZE);
		return prop ? read_work_group32(req, arena, prop, name) : 0;
	}
	if (prop->type != PROP_BYTES)
		return bad_property(name, prop->name);
	size = prop_uint64s(prop, arena, &n);
	if (n == (size_t)-1 || n > 3 || (n && !size))
		return bad_property(name, prop->name);
	set_work_group(req, size, n, true);
	return 0;
}

int
requirements_read(struct requirements *req, struct arena *arena, const struct propfile *file, const char *name)
{
	const struct propset *set = propfile_find(file, PROPSET_REQUIREMENTS);

	memset(req, 0, sizeof *req);
	if (!set)
		return 0;
	req->fixed = propset_find(set, PROP_FIXED_TARGET) != NULL;
	if (read_numbers(&req->aspect, &req->naspect, arena, set,
			 propset_find(set, PROP_ASPECTS) ? PROP_ASPECTS : PROP_ASPECTS_OLD, name) ||
	    read_numbers(&req->sub_group_size, &req->nsub_group_size, arena, set, PROP_SUB_GROUP_SIZE, name) ||
	    read_numbers(&req->fixed_target, &req->nfixed_target, arena, set, PROP_FIXED_TARGET, name))
		return -1;
	return read_work_group(req, arena, set, name);
}

int
requirements_read_uses(struct requirements *uses, struct arena *arena, const struct propfile *file, const char *name)
{
	const struct propset *set = propfile_find(file, PROPSET_FIXED_USES);
	const struct prop *items;

	memset(uses, 0, sizeof *uses);
	if (!set)
		return 0;
	if (read_numbers(&uses->aspect, &uses->naspect, arena, set, PROP_USED_ASPECTS, name) ||
	    read_numbers(&uses->sub_group_size, &uses->nsub_group_size, arena, set, PROP_USED_SUB_GROUPS, name))
		return -1;
	items = propset_find(set, PROP_USED_WORK_ITEMS);
	if (!items)
		return 0;
	uses->work_group_size = prop_uint64s(items, arena, &uses->nwork_group_size);
	if (uses->nwork_group_size != 1 || !uses->work_group_size) {
		uses->nwork_group_size = 0;
		return bad_property_of(name, items->name, PROPSET_FIXED_USES);
	}
	return 0;
}

/* --- writing ----------------------------------------------------------- */

/*
 * The design has <count><dimensions> in the order of the attribute, the common
 * runtime 64-bit dimensions in that of the metadata, the reverse.
 */
static int
write_work_group(struct propfile *file, const struct requirements *req, enum requirements_encoding encoding)
{
	uint64_t reversed[3];
	uint32_t design[4];
	size_t i, n = req->nwork_group_size < 3 ? req->nwork_group_size : 3;

	design[0] = (uint32_t)n;
	for (i = 0; i < n; i++) {
		design[i + 1] = (uint32_t)req->work_group_size[i];
		reversed[n - 1 - i] = req->work_group_size[i];
	}
	if (encoding == REQUIREMENTS_DESIGN)
		return propfile_set_uint32s(file, PROPSET_REQUIREMENTS, PROP_WORK_GROUP_SIZE, design, n + 1);
	return propfile_set_uint64s(file, PROPSET_REQUIREMENTS, PROP_WORK_GROUP_SIZE_64, reversed, n);
}

static int
write_sub_group(struct propfile *file, const struct requirements *req, enum requirements_encoding encoding)
{
	if (encoding == REQUIREMENTS_COMMON && req->nsub_group_size == 1)
		return propfile_set_uint32(file, PROPSET_REQUIREMENTS, PROP_SUB_GROUP_SIZE, req->sub_group_size[0]);
	return propfile_set_uint32s(file, PROPSET_REQUIREMENTS, PROP_SUB_GROUP_SIZE, req->sub_group_size, req->nsub_group_size);
}

int
requirements_write(struct propfile *file, const struct requirements *req, enum requirements_encoding encoding)
{
	const char *set = PROPSET_REQUIREMENTS;
	bool aspects = req->naspect || (encoding == REQUIREMENTS_COMMON && req->lists_aspects);

	return (req->fixed && propfile_set_uint32s(file, set, PROP_FIXED_TARGET, req->fixed_target, req->nfixed_target)) ||
	       (aspects && propfile_set_uint32s(file, set, PROP_ASPECTS, req->aspect, req->naspect)) ||
	       (req->joint_matrix && propfile_set_string(file, set, PROP_JOINT_MATRIX, req->joint_matrix)) ||
	       (req->joint_matrix_mad && propfile_set_string(file, set, PROP_JOINT_MATRIX_MAD, req->joint_matrix_mad)) ||
	       (req->nsub_group_size && write_sub_group(file, req, encoding)) ||
	       (req->nwork_group_size && write_work_group(file, req, encoding)) ||
	       (req->work_group_dimensions &&
		propfile_set_uint32(file, set, PROP_WORK_GROUP_DIMENSIONS, req->work_group_dimensions)) ||
	       !propfile_get(file, set) ? -1 : 0;
}

int
requirements_write_uses(struct propfile *file, const struct requirements *uses)
{
	const char *set = PROPSET_FIXED_USES;

	return (uses->naspect && propfile_set_uint32s(file, set, PROP_USED_ASPECTS, uses->aspect, uses->naspect)) ||
	       (uses->nsub_group_size &&
		propfile_set_uint32s(file, set, PROP_USED_SUB_GROUPS, uses->sub_group_size, uses->nsub_group_size)) ||
	       (uses->nwork_group_size && propfile_set_uint64s(file, set, PROP_USED_WORK_ITEMS, uses->work_group_size, 1))
	       ? -1 : 0;
}

/* --- what a target lacks ------------------------------------------------ */

bool
target_has_aspect(const struct target *target, uint32_t aspect)
{
	return uint32_is_among(target->aspect, target->naspect, aspect);
}

bool
target_has_sub_group_size(const struct target *target, uint64_t size)
{
	return !target->nsub_group_size || uint32_is_among(target->sub_group_size, target->nsub_group_size, size);
}

bool
target_has_work_group(const struct target *target, uint64_t items)
{
	return items <= (target->max_work_group_size ? target->max_work_group_size : UINT64_MAX - 1);
}

bool
target_is_generic(const struct target *target)
{
	return target->may_support_other_aspects && !target->naspect;
}

/* The list has numbers of targets and the device types host, cpu, gpu and accelerator, which are aspects. */
static bool
is_fixed_target(const struct requirements *req, const struct target *target, const uint32_t *number, size_t nnumber)
{
	size_t i;

	for (i = 0; i < req->nfixed_target; i++) {
		uint32_t one = req->fixed_target[i];

		if (one < TARGET_NUMBER_FIRST ? target_has_aspect(target, one)
					      : one == target->number || uint32_is_among(number, nnumber, one))
			return true;
	}
	return false;
}

struct lack
requirements_lack(const struct requirements *req, const struct target *target, const uint32_t *number, size_t nnumber,
		  const enum lack_kind *order)
{
	uint64_t items = 1;
	size_t i;

	for (; *order != LACK_NOTHING; order++) {
		switch (*order) {
		case LACK_NOTHING:
			break;
		case LACK_ASPECT:
			for (i = 0; i < req->naspect; i++)
				if (!target_has_aspect(target, req->aspect[i]))
					return (struct lack){ LACK_ASPECT, req->aspect[i] };
			break;
		case LACK_SUB_GROUP_SIZE:
			/* An image with several sizes needs all of them: each is some kernel's. */
			for (i = 0; i < req->nsub_group_size; i++)
				if (!target_has_sub_group_size(target, req->sub_group_size[i]))
					return (struct lack){ LACK_SUB_GROUP_SIZE, req->sub_group_size[i] };
			break;
		case LACK_WORK_GROUP_SIZE:
			for (i = 0; i < req->nwork_group_size; i++)
				if (__builtin_mul_overflow(items, req->work_group_size[i], &items))
					return (struct lack){ LACK_WORK_GROUP_SIZE, UINT64_MAX };
			if (req->nwork_group_size && !target_has_work_group(target, items))
				return (struct lack){ LACK_WORK_GROUP_SIZE, items };
			break;
		case LACK_FIXED_TARGET:
			if (req->fixed && !is_fixed_target(req, target, number, nnumber))
				return (struct lack){ LACK_FIXED_TARGET, 0 };
			break;
		}
	}
	return (struct lack){ LACK_NOTHING, 0 };
}

/* --- in words ------------------------------------------------------------ */

static const char *
work_group_text(uint64_t items, const struct target *target, struct arena *arena)
{
	uint64_t most = target->max_work_group_size;

	if (!most)
		return arena_printf(arena, "target '%s' has no work-groups of more work-items than can be counted", target->name);
	if (items == UINT64_MAX)
		return arena_printf(arena, "target '%s' has work-groups of at most %" PRIu64 " work-items, too many to count are required",
				    target->name, most);
	return arena_printf(arena, "target '%s' has work-groups of at most %" PRIu64 " work-items, %" PRIu64 " are required",
			    target->name, most, items);
}

const char *
requirements_unmet(const struct requirements *req, const struct target *target, struct arena *arena)
{
	static const enum lack_kind order[] = { LACK_ASPECT, LACK_SUB_GROUP_SIZE, LACK_WORK_GROUP_SIZE, LACK_FIXED_TARGET,
						LACK_NOTHING };
	struct lack lack = { LACK_NOTHING, 0 };
	const char *name;

	if (!target_is_generic(target))
		lack = requirements_lack(req, target, NULL, 0, order);
	switch (lack.kind) {
	case LACK_NOTHING:
		return NULL;
	case LACK_ASPECT:
		name = aspect_name((int32_t)lack.number);
		if (name)
			return arena_printf(arena, "target '%s' lacks aspect '%s'", target->name, name);
		return arena_printf(arena, "target '%s' lacks aspect %" PRIu64, target->name, lack.number);
	case LACK_SUB_GROUP_SIZE:
		return arena_printf(arena, "target '%s' lacks sub-group size %" PRIu64, target->name, lack.number);
	case LACK_WORK_GROUP_SIZE:
		return work_group_text(lack.number, target, arena);
	case LACK_FIXED_TARGET:
		break;
	}
	return arena_printf(arena, "target '%s' is not one of the fixed targets", target->name);
}

const char *
fixed_target_name(uint32_t number, const struct devconfig *config, struct arena *arena)
{
	const struct target *target = config ? devconfig_by_number(config, number) : NULL;
	const char *aspect = number < TARGET_NUMBER_FIRST ? aspect_name((int32_t)number) : NULL;

	if (target)
		return target->name;
	return aspect ? aspect : arena_printf(arena, "%" PRIu32, number);
}
