#include "requirements.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
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

static int
compare_uint32(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
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
		qsort(*number, *n, sizeof **number, compare_uint32);
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
	const struct prop *prop = propset_find(set, "reqd_work_group_size_uint64_t");
	uint64_t *size;
	size_t n;

	if (!prop) {
		prop = propset_find(set, "reqd_work_group_size");
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
	req->fixed = propset_find(set, "fixed_target") != NULL;
	if (read_numbers(&req->aspect, &req->naspect, arena, set,
			 propset_find(set, "aspects") ? "aspects" : "aspect", name) ||
	    read_numbers(&req->sub_group_size, &req->nsub_group_size, arena, set, "reqd_sub_group_size", name) ||
	    read_numbers(&req->fixed_target, &req->nfixed_target, arena, set, "fixed_target", name))
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
	if (read_numbers(&uses->aspect, &uses->naspect, arena, set, "uses", name) ||
	    read_numbers(&uses->sub_group_size, &uses->nsub_group_size, arena, set, "sub-groups", name))
		return -1;
	items = propset_find(set, "work-items");
	if (!items)
		return 0;
	uses->work_group_size = prop_uint64s(items, arena, &uses->nwork_group_size);
	if (uses->nwork_group_size != 1 || !uses->work_group_size) {
		uses->nwork_group_size = 0;
		return bad_property_of(name, items->name, PROPSET_FIXED_USES);
	}
	return 0;
}

/* --- checking ---------------------------------------------------------- */

static bool
has_number(const uint32_t *number, size_t n, uint32_t wanted)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (number[i] == wanted)
			return true;
	return false;
}

bool
target_has_aspect(const struct target *target, uint32_t aspect)
{
	return has_number(target->aspect, target->naspect, aspect);
}

bool
target_is_generic(const struct target *target)
{
	return target->may_support_other_aspects && !target->naspect;
}

static const char *
unmet_aspect(const struct requirements *req, const struct target *target, struct arena *arena)
{
	size_t i;

	for (i = 0; i < req->naspect; i++) {
		const char *name = aspect_name((int32_t)req->aspect[i]);

		if (target_has_aspect(target, req->aspect[i]))
			continue;
		if (name)
			return arena_printf(arena, "target '%s' lacks aspect '%s'", target->name, name);
		return arena_printf(arena, "target '%s' lacks aspect %" PRIu32, target->name, req->aspect[i]);
	}
	return NULL;
}

/* An image with several sub-group sizes needs all of them: each is required by a kernel. */
static const char *
unmet_sub_group(const struct requirements *req, const struct target *target, struct arena *arena)
{
	size_t i;

	for (i = 0; i < req->nsub_group_size && target->nsub_group_size; i++)
		if (!has_number(target->sub_group_size, target->nsub_group_size, req->sub_group_size[i]))
			return arena_printf(arena, "target '%s' lacks sub-group size %" PRIu32, target->name,
					    req->sub_group_size[i]);
	return NULL;
}

/* The product of the dimensions; UINT64_MAX when it does not fit. */
static uint64_t
work_items(const struct requirements *req)
{
	uint64_t product = 1;
	size_t i;

	for (i = 0; i < req->nwork_group_size; i++)
		if (__builtin_mul_overflow(product, req->work_group_size[i], &product))
			return UINT64_MAX;
	return product;
}

static const char *
unmet_work_group(const struct requirements *req, const struct target *target, struct arena *arena)
{
	uint64_t items = work_items(req);

	if (!req->nwork_group_size || !target->max_work_group_size || items <= target->max_work_group_size)
		return NULL;
	if (items == UINT64_MAX)
		return arena_printf(arena, "target '%s' has work-groups of at most %" PRIu64 " work-items, too many to count are required",
				    target->name, target->max_work_group_size);
	return arena_printf(arena, "target '%s' has work-groups of at most %" PRIu64 " work-items, %" PRIu64 " are required",
			    target->name, target->max_work_group_size, items);
}

/* The list holds target numbers and the device types host, cpu, gpu and accelerator, which are aspects. */
static const char *
unmet_fixed_target(const struct requirements *req, const struct target *target, struct arena *arena)
{
	size_t i;

	if (!req->fixed || (target->number && has_number(req->fixed_target, req->nfixed_target, target->number)))
		return NULL;
	for (i = 0; i < req->nfixed_target; i++)
		if (req->fixed_target[i] < TARGET_NUMBER_FIRST && target_has_aspect(target, req->fixed_target[i]))
			return NULL;
	return arena_printf(arena, "target '%s' is not one of the fixed targets", target->name);
}

const char *
requirements_unmet(const struct requirements *req, const struct target *target, struct arena *arena)
{
	const char *why = NULL;

	if (target_is_generic(target))
		return NULL;
	why = unmet_aspect(req, target, arena);
	if (!why)
		why = unmet_sub_group(req, target, arena);
	if (!why)
		why = unmet_work_group(req, target, arena);
	return why ? why : unmet_fixed_target(req, target, arena);
}
