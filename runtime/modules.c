#include "modules.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_VARIANTS = 64 };

static bool
is_module(const struct rt_module *module, const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values,
	const struct rt_links *links)
{
	static const uint64_t none[2];

	if (module->device != device || memcmp(module->link, links ? links->hash : none, sizeof module->link) != 0)
		return false;
	return values && module->values ? memcmp(module->values, values, image->spec.size) == 0 : !values && !module->values;
}

struct rt_module *
modules_find(const struct module_driver *driver, const struct sycl_rt_device *device, struct rt_image *image, const uint8_t *values,
	const struct rt_links *links, int *status)
{
	struct rt_module **first = &image->module[driver->backend], *module = *first;

	while (module && !is_module(module, device, image, values, links))
		module = module->next;
	if (module)
		return module;
	module = calloc(1, sizeof *module);
	if (module && values)
		module->values = malloc(image->spec.size);
	if (!module || (values && !module->values)) {
		free(module);
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for a device image");
		return NULL;
	}
	module->device = device;
	module->built = driver->build(device, image, values, links, status);
	if (!module->built) {
		free(module->values);
		free(module);
		return NULL;
	}
	if (values)
		memcpy(module->values, values, image->spec.size);
	if (links)
		memcpy(module->link, links->hash, sizeof module->link);
	module->next = *first;
	*first = module;
	return module;
}

static void
free_module(const struct module_driver *driver, struct rt_module *module)
{
	struct constants *constants;

	driver->release(module);
	while ((constants = module->constants)) {
		module->constants = constants->next;
		free(constants->values);
		free(constants);
	}
	free(module->values);
	free(module);
}

void
modules_drop_unused(const struct module_driver *driver, struct rt_image *image)
{
	struct rt_module **at = &image->module[driver->backend], *old;
	size_t n = 0;

	while ((old = *at)) {
		n += old->values != NULL;
		if (!old->values || n <= MAX_VARIANTS || old->users) {
			at = &old->next;
			continue;
		}
		*at = old->next;
		free_module(driver, old);
	}
}

void
modules_free(const struct module_driver *driver, struct rt_image *image)
{
	struct rt_module **first = &image->module[driver->backend], *module;

	while ((module = *first)) {
		*first = module->next;
		free_module(driver, module);
	}
}
