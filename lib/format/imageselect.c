#include "imageselect.h"

#include <inttypes.h>
#include <string.h>

#include "format/aspect.h"

/* Targets from here on, device-type aspects below. */
enum { FIRST_TARGET_NUMBER = 0x10000 };

static bool
is_target(const struct image_device *device, uint32_t number)
{
	if (number < FIRST_TARGET_NUMBER)
		return target_has_aspect(device->can, number);
	for (size_t i = 0; i < device->nnumber; i++)
		if (device->number[i] == number)
			return true;
	return device->can->number == number;
}

static bool
is_fixed_target(const struct requirements *req, const struct image_device *device)
{
	for (size_t i = 0; i < req->nfixed_target; i++)
		if (is_target(device, req->fixed_target[i]))
			return true;
	return false;
}

static const char *
fixed_target_name(uint32_t number, const struct image_device *device, struct arena *arena)
{
	const struct target *target = device->config ? devconfig_by_number(device->config, number) : NULL;
	const char *aspect = number < FIRST_TARGET_NUMBER ? aspect_name((int32_t)number) : NULL;

	if (target)
		return target->name;
	return aspect ? aspect : arena_printf(arena, "%" PRIu32, number);
}

static const char *
fixed_target_text(const struct requirements *req, const struct image_device *device, struct arena *arena)
{
	const char *list = "";

	for (size_t i = 0; list && i < req->nfixed_target; i++) {
		const char *name = fixed_target_name(req->fixed_target[i], device, arena);

		list = name ? arena_printf(arena, "%s%s%s", list, i ? "," : "", name) : NULL;
	}
	return arena_printf(arena, "Kernel was compiled with '-fsycl-fixed-targets=%s' but was submitted to a different device.",
		list ? list : "");
}

static const char *
aspect_text(uint32_t number, struct arena *arena)
{
	const char *name = aspect_name((int32_t)number);

	if (!name)
		name = arena_printf(arena, "%" PRIu32, number);
	return arena_printf(arena, "Kernel uses optional feature corresponding to 'aspect::%s' but device does not support"
		" this aspect. (Required aspect %s is not supported on the device)", name, name);
}

/* The product of the dimensions; false when it does not fit. */
static bool
work_group_items(const struct requirements *req, uint64_t *items)
{
	*items = 1;
	for (size_t i = 0; i < req->nwork_group_size; i++)
		if (__builtin_mul_overflow(*items, req->work_group_size[i], items))
			return false;
	return true;
}

static const char *
work_group_unmet(const struct requirements *req, const struct target *target, struct arena *arena)
{
	uint64_t items;

	if (!work_group_items(req, &items))
		return arena_strdup(arena, "Kernel has a required work-group size that no device supports. (Required"
			" work-group size is not supported (total number of work-items requested can't fit into size_t))");
	if (!target->max_work_group_size || items <= target->max_work_group_size)
		return NULL;
	return arena_printf(arena, "Kernel has a required work-group size of '%" PRIu64 "' but device does not support this"
		" work-group size. (Required work-group size %" PRIu64 " is not supported on the device)", items, items);
}

static bool
has_sub_group_size(const struct target *target, uint32_t size)
{
	for (size_t i = 0; i < target->nsub_group_size; i++)
		if (target->sub_group_size[i] == size)
			return true;
	return target->nsub_group_size == 0;
}

const char *
image_requirements_unmet(const struct requirements *req, const struct image_device *device, struct arena *arena)
{
	const struct target *target = device->can;
	const char *text;

	if (req->fixed && !is_fixed_target(req, device))
		return fixed_target_text(req, device, arena);
	for (size_t i = 0; i < req->naspect; i++)
		if (!target_has_aspect(target, req->aspect[i]))
			return aspect_text(req->aspect[i], arena);
	text = work_group_unmet(req, target, arena);
	if (text)
		return text;
	for (size_t i = 0; i < req->nsub_group_size; i++)
		if (!has_sub_group_size(target, req->sub_group_size[i]))
			return arena_printf(arena, "Kernel has a required sub-group size of '%" PRIu32 "' but device does not"
				" support this sub-group size. (Sub-group size %" PRIu32 " is not supported on the device)",
				req->sub_group_size[i], req->sub_group_size[i]);
	return NULL;
}

/* "'a', 'b'": the targets of the images. */
static const char *
target_list(const struct image_info *image, size_t n, struct arena *arena)
{
	const char *list = "";

	for (size_t i = 0; list && i < n; i++)
		list = arena_printf(arena, "%s%s'%s'", list, i ? ", " : "", image[i].target);
	return list ? list : "";
}

static struct image_choice
no_image(const char *kernel, const struct image_info *image, size_t n, const struct image_info *emptied,
	const struct image_device *device, struct arena *arena)
{
	struct image_choice choice = { .verdict = IMAGE_NONE };

	if (n == 0) {
		choice.text = arena_printf(arena, "No kernel named %s was found", kernel);
	} else if (emptied) {
		choice.verdict = IMAGE_NOT_SUPPORTED;
		choice.text = arena_printf(arena, "image for %s was emptied at build time: %s", emptied->target,
			emptied->reason ? emptied->reason : "no reason given");
	} else {
		choice.text = arena_printf(arena, "No device image of kernel %s runs on device '%s': there are images for %s"
			" (INVALID_BINARY)", kernel, device->name, target_list(image, n, arena));
	}
	return choice;
}

struct image_choice
image_select(const char *kernel, const struct image_info *image, size_t n, const struct image_device *device,
	struct arena *arena)
{
	struct image_choice choice = { .verdict = IMAGE_OK };
	const struct image_info *emptied = NULL;

	for (size_t a = 0; a < device->naccept; a++) {
		for (size_t i = 0; i < n; i++) {
			if (strcmp(image[i].target, device->accept[a].target) != 0)
				continue;
			choice.text = image_requirements_unmet(image[i].req, device, arena);
			choice.image = i;
			if (choice.text) {
				choice.verdict = IMAGE_NOT_SUPPORTED;
				return choice;
			}
			if (!image[i].empty && device->accept[a].runs)
				return choice;
			if (image[i].empty && !emptied)
				emptied = &image[i];
		}
	}
	return no_image(kernel, image, n, emptied, device, arena);
}
