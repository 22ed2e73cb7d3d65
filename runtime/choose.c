/* Which image runs a kernel on a device, and its code with the values of its specialization constants. */
#include "rt.h"

#include <string.h>

enum { MOST_IMAGES = 64 };	/* of one kernel: more than there are targets and copies */

/*
 * Where an image has a copy with default values, the copy runs while the
 * program has set none, and never afterwards.
 */
static bool
is_candidate(const struct rt_kernel *kernel, const struct rt_image *image, bool with_values)
{
	if (with_values || image->default_copy)
		return !(with_values && image->default_copy);
	for (size_t i = 0; i < kernel->nimage; i++)
		if (kernel->image[i]->default_copy && strcmp(kernel->image[i]->desc->target, image->desc->target) == 0)
			return false;
	return true;
}

/* The images to choose among, and what the choice has to know of them; a status. */
static int
list_candidates(const struct rt_kernel *kernel, bool with_values, struct rt_image *image[MOST_IMAGES],
	struct image_info info[MOST_IMAGES], size_t *n)
{
	int status = SYCL_RT_SUCCESS;

	for (size_t i = 0; i < kernel->nimage && *n < MOST_IMAGES; i++) {
		struct rt_image *one = kernel->image[i];

		if (one->malformed)
			status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' has malformed properties: %s", one->desc->target,
				one->malformed);
		if (!is_candidate(kernel, one, with_values))
			continue;
		image[*n] = one;
		info[(*n)++] = (struct image_info){ one->desc->target, one->desc->image_begin == one->desc->image_end,
			one->reason, &one->req };
	}
	return status;
}

static int
select_image(const struct sycl_rt_device *device, const struct rt_kernel *kernel, bool with_values, struct rt_image **chosen)
{
	struct image_device select = device->select;
	struct rt_image *image[MOST_IMAGES];
	struct image_info info[MOST_IMAGES];
	struct image_choice choice;
	struct arena arena;
	size_t n = 0;
	int status = list_candidates(kernel, with_values, image, info, &n);

	if (status)
		return status;
	for (size_t i = 0; i < n; i++)
		if (image[i]->req.fixed)
			select.config = rt_targets();	/* its names may be needed */
	arena_init_quiet(&arena);
	choice = image_select(kernel->name, info, n, &select, &arena);
	if (choice.verdict == IMAGE_OK)
		*chosen = image[choice.image];
	else
		status = rt_fail((enum sycl_rt_status)choice.verdict, "%s", choice.text ? choice.text : "out of memory");
	arena_free(&arena);
	return status;
}

int
rt_choose_image(const struct sycl_rt_device *device, const char *name, const char *unit, bool with_values,
	struct rt_kernel **kernel, struct rt_image **image)
{
	int status;

	*kernel = rt_registry_acquire(name, unit);
	if (!*kernel)
		return rt_fail(SYCL_RT_RUNTIME, "No kernel named %s was found", name);
	*image = (*kernel)->chosen[with_values];
	if (*image)
		return SYCL_RT_SUCCESS;
	status = select_image(device, *kernel, with_values, image);
	if (!status)
		(*kernel)->chosen[with_values] = *image;
	return status;
}

int
rt_choose(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded **loaded,
	const void **buffer)
{
	const bool with_values = launch->nspec > 0;
	struct rt_kernel *kernel;
	struct rt_image *image;
	struct rt_values values;
	int status = rt_choose_image(device, launch->kernel, launch->unit, with_values, &kernel, &image);

	if (!status)
		status = rt_spec_values(image, launch->spec, launch->nspec, &values);
	if (!status) {
		*buffer = values.buffer;
		*loaded = values.native ? NULL : kernel->loaded[with_values];
		if (!*loaded)
			*loaded = rt_native_kernel(image, kernel->name, values.native, &status);
		if (!values.native)
			kernel->loaded[with_values] = *loaded;
	}
	rt_registry_release();
	return status;
}
