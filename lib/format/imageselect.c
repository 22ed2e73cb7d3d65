#include "imageselect.h"

#include <inttypes.h>
#include <string.h>

#include "format/aspect.h"

static const char *
fixed_target_text(const struct requirements *req, const struct image_device *device, struct arena *arena)
{
	const char *list = "";

	for (size_t i = 0; list && i < req->nfixed_target; i++) {
		const char *name = fixed_target_name(req->fixed_target[i], device->config, arena);

		list = name ? arena_printf(arena, "%s%s%s", list, i ? "," : "", name) : NULL;
	}
	return arena_printf(arena, "Kernel was compiled with '-fsycl-fixed-targets=%s' but was submitted to a different device.",
		list ? list : "");
}

static const char *
lacks_aspect_text(uint64_t number, struct arena *arena)
{
	const char *name = aspect_text((int64_t)number, arena);

	return arena_printf(arena, "Kernel uses optional feature corresponding to 'aspect::%s' but device does not support"
		" this aspect. (Required aspect %s is not supported on the device)", name, name);
}

static const char *
work_group_text(uint64_t items, struct arena *arena)
{
	if (items == UINT64_MAX)
		return arena_strdup(arena, "Kernel has a required work-group size that no device supports. (Required"
			" work-group size is not supported (total number of work-items requested can't fit into size_t))");
	return arena_printf(arena, "Kernel has a required work-group size of '%" PRIu64 "' but device does not support this"
		" work-group size. (Required work-group size %" PRIu64 " is not supported on the device)", items, items);
}

const char *
image_requirements_unmet(const struct requirements *req, const struct image_device *device, struct arena *arena)
{
	static const enum lack_kind order[] = { LACK_FIXED_TARGET, LACK_ASPECT, LACK_WORK_GROUP_SIZE, LACK_SUB_GROUP_SIZE,
		LACK_NOTHING };
	struct lack lack = requirements_lack(req, device->can, device->number, device->nnumber, order);

	switch (lack.kind) {
	case LACK_NOTHING: return NULL;
	case LACK_FIXED_TARGET: return fixed_target_text(req, device, arena);
	case LACK_ASPECT: return lacks_aspect_text(lack.number, arena);
	case LACK_WORK_GROUP_SIZE: return work_group_text(lack.number, arena);
	case LACK_SUB_GROUP_SIZE: break;
	}
	return arena_printf(arena, "Kernel has a required sub-group size of '%" PRIu64 "' but device does not support this"
		" sub-group size. (Sub-group size %" PRIu64 " is not supported on the device)", lack.number, lack.number);
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
