/*
 * Values of specialization constants at a launch.  Emulated images read them
 * from a buffer; native ones are compiled for them, unless all have their
 * default values.  (Specialization constants, "DPC++ runtime".)
 */
#include "rt.h"

#include <string.h>

static int
store(const struct rt_image *image, uint8_t *block, const struct sycl_rt_spec_value *given)
{
	const struct specconst *constant = specconst_find(&image->spec, given->name, given->unit ? given->unit : "");

	/* The image does not use it. */
	if (!constant)
		return SYCL_RT_SUCCESS;
	if (specconst_store(constant, block, given->value, given->size) == 0)
		return SYCL_RT_SUCCESS;
	return rt_fail(SYCL_RT_INVALID, "specialization constant '%s' has %zu bytes on the host and more on the device",
		given->name, given->size);
}

int
rt_spec_values(const struct rt_image *image, const struct sycl_rt_spec_value *given, size_t n, struct rt_values *values)
{
	const struct specconsts *spec = &image->spec;
	int status = SYCL_RT_SUCCESS;
	uint8_t *block;

	*values = (struct rt_values){ NULL, NULL };
	if (!spec->n || (spec->mode == SPECCONST_NATIVE && !n))
		return SYCL_RT_SUCCESS;
	block = rt_pool_memory(RT_SPEC, spec->size);
	if (!block)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for the specialization constants");
	memcpy(block, spec->defaults, spec->size);
	for (size_t i = 0; i < n && !status; i++)
		status = store(image, block, &given[i]);
	if (spec->mode == SPECCONST_EMULATION)
		values->buffer = block;
	else if (memcmp(block, spec->defaults, spec->size) != 0)
		values->native = block;
	return status;
}
