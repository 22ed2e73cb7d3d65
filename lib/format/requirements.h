/*
 * Requirements: what an image needs of its device (the property set "SYCL/device
 * requirements"), and whether a target of the device configuration has it.
 */
#ifndef FORMAT_REQUIREMENTS_H
#define FORMAT_REQUIREMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "format/devconfig.h"
#include "format/propset.h"

/* It lists the aspect. */
bool target_has_aspect(const struct target *target, uint32_t aspect);
/* Lists no aspects and may support any (spir64): accepts every image. */
bool target_is_generic(const struct target *target);

/* The requirements of an image: the "SYCL/device requirements" set decoded. */
struct requirements {
	uint32_t *aspect;		/* ascending */
	size_t naspect;
	uint32_t *sub_group_size;
	size_t nsub_group_size;
	/* In SYCL order, slowest dimension first; leading ones of size 1 are left out, unless there is no other. */
	uint64_t *work_group_size;
	size_t nwork_group_size;
	bool fixed;			/* has "fixed_target" */
	uint32_t *fixed_target;		/* target numbers and device-type aspects */
	size_t nfixed_target;
};

/*
 * Decodes the requirements of a property file; every spelling and encoding of
 * decisions 18 and 19 is accepted.  A file without the set has none.  name
 * is for diagnostics; returns -1 on malformed values.
 */
int requirements_read(struct requirements *req, struct arena *arena, const struct propfile *file, const char *name);

/*
 * What the code of an image for fixed targets uses (decision 18 keeps that out
 * of its requirements): all sets of targets together, the work-group size as
 * the largest product.  Nothing for other images.
 */
int requirements_read_uses(struct requirements *uses, struct arena *arena, const struct propfile *file, const char *name);

/*
 * NULL when the target can run an image with these requirements, otherwise
 * the reason in one line, e.g. "target 'intel_gpu_dg1' lacks aspect 'fp64'"
 * (arena string).  The first failing one in the order aspects, sub-group size,
 * work-group size, fixed targets.
 */
const char *requirements_unmet(const struct requirements *req, const struct target *target, struct arena *arena);

#endif
