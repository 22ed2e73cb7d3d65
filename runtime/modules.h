/*
 * The modules of an image, for back ends whose drivers build SPIR-V: one for each device, for each
 * set of values of its specialization constants and for each set of images that it is linked with.
 * The back end holds its lock in all calls.
 */
#ifndef RUNTIME_MODULES_H
#define RUNTIME_MODULES_H

#include "rt.h"

/* Specialization constants in the device's memory. */
struct constants {
	void *memory;
	uint8_t *values;
	struct constants *next;
};

struct rt_module {
	const struct sycl_rt_device *device;
	void *built;			/* the driver's module or program */
	uint8_t *values;		/* NULL: built as the image is */
	uint64_t link[2];		/* the images that it is linked with; 0: none */
	void *kernel;			/* the back end's list */
	struct constants *constants;
	_Atomic unsigned users;		/* launches under way of one with values */
	struct rt_module *next;
};

struct module_driver {
	int backend;			/* SYCL_RT_BACKEND_... */
	/* The driver's module; NULL with the status of what failed. */
	void *(*build)(const struct sycl_rt_device *device, const struct rt_image *image, const uint8_t *values,
		const struct rt_links *links, int *status);
	/* Frees what the driver and the back end made of it: built, kernels and the memory of constants. */
	void (*release)(struct rt_module *module);
};

/* The module, which is built at its first use; NULL with a status. */
struct rt_module *modules_find(const struct module_driver *driver, const struct sycl_rt_device *device, struct rt_image *image,
	const uint8_t *values, const struct rt_links *links, int *status);

/* Frees modules with values that no launch uses, beyond the first 64. */
void modules_drop_unused(const struct module_driver *driver, struct rt_image *image);

/* Frees all modules of the image. */
void modules_free(const struct module_driver *driver, struct rt_image *image);

#endif
