/*
 * Device globals: what a variable of class device_global (include/sycl) has in
 * device code.  device-prepare gives it its id, post-link lists it in the image's
 * properties, and the runtime, when it has loaded the image, sets where the object is.
 */
#ifndef SYCL_CC_DEVICE_GLOBAL_H
#define SYCL_CC_DEVICE_GLOBAL_H

#include <stdint.h>

#define SYCL_DEVICE_GLOBAL_MAGIC 0x73796c63636c6467u	/* "sylccldg" */

/* The first member of the variable; then comes the initial value. */
struct sycl_device_global {
	void *object;		/* on this device; null until the image is loaded */
	uint64_t magic;
	uint64_t id;		/* of the declaration; device-prepare makes it the variable's */
	uint32_t size;		/* of the object */
	uint32_t offset;	/* of the initial value in the variable; 0: it is zero */
	uint32_t image_scope;	/* 1: it has the property device_image_scope */
	uint32_t reserved;
};

/*
 * The id of a variable that one translation unit defines: of a declaration in a
 * header each unit has one.
 */
static inline uint64_t
sycl_device_global_id(uint64_t declaration, const char *unit)
{
	for (; *unit; unit++)
		declaration = (declaration ^ (unsigned char)*unit) * 1099511628211u;
	return declaration;
}

#endif
