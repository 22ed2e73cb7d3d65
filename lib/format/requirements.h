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

/* The requirements of an image: the "SYCL/device requirements" set decoded. */
struct requirements {
	uint32_t *aspect;		/* ascending */
	size_t naspect;
	bool lists_aspects;		/* the list is written even when empty: for all images but those for fixed targets */
	uint32_t *sub_group_size;
	size_t nsub_group_size;
	/* In SYCL order, slowest dimension first; leading ones of size 1 are left out, unless there is no other. */
	uint64_t *work_group_size;
	size_t nwork_group_size;
	bool fixed;			/* has "fixed_target" */
	uint32_t *fixed_target;		/* target numbers and device-type aspects */
	size_t nfixed_target;
	/* For a device's own compiler: written, not read.  NULL, 0: none. */
	const char *joint_matrix, *joint_matrix_mad;
	uint32_t work_group_dimensions;
};

/*
 * Names of properties.  Readers accept what other toolchains wrote, too: the
 * list of aspects under its old name, 32-bit sizes.
 */
#define PROP_ASPECTS "aspects"
#define PROP_ASPECTS_OLD "aspect"
#define PROP_FIXED_TARGET "fixed_target"
#define PROP_SUB_GROUP_SIZE "reqd_sub_group_size"
#define PROP_WORK_GROUP_SIZE "reqd_work_group_size"
#define PROP_WORK_GROUP_SIZE_64 "reqd_work_group_size_uint64_t"
#define PROP_WORK_GROUP_DIMENSIONS "work_group_num_dim"
#define PROP_JOINT_MATRIX "joint_matrix"
#define PROP_JOINT_MATRIX_MAD "joint_matrix_mad"
#define PROP_COMPILE_TARGET "compile_target"
/* Of PROPSET_FIXED_USES. */
#define PROP_USED_ASPECTS "uses"
#define PROP_USED_SUB_GROUPS "sub-groups"
#define PROP_USED_WORK_ITEMS "work-items"

/* The encoding of sizes and lists: the design's, or that of the common runtimes (decision 19). */
enum requirements_encoding { REQUIREMENTS_COMMON, REQUIREMENTS_DESIGN };

/* Adds the set, empty when nothing is required.  Returns -1 when memory ran out. */
int requirements_write(struct propfile *file, const struct requirements *req, enum requirements_encoding encoding);
/* Adds the uses of code for fixed targets; the work-group size is one number, the work-items of the largest. */
int requirements_write_uses(struct propfile *file, const struct requirements *uses);

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

/* --- what a target lacks ---------------------------------------------------- */

enum lack_kind { LACK_NOTHING, LACK_ASPECT, LACK_SUB_GROUP_SIZE, LACK_WORK_GROUP_SIZE, LACK_FIXED_TARGET };

struct lack {
	enum lack_kind kind;
	/* The aspect, the size, or the work-items of the work-group: UINT64_MAX when they are too many to count. */
	uint64_t number;
};

/*
 * The first requirement that the target does not meet, in this order of kinds,
 * which LACK_NOTHING ends.  For fixed targets, it also counts as the nnumber targets
 * with these numbers.
 */
struct lack requirements_lack(const struct requirements *req, const struct target *target, const uint32_t *number,
			      size_t nnumber, const enum lack_kind *order);

/* The single rules, for callers that check less than an image. */
bool target_has_aspect(const struct target *target, uint32_t aspect);
/* A target without a list of sizes supports all. */
bool target_has_sub_group_size(const struct target *target, uint64_t size);
/* Supports work-groups of that many work-items; UINT64_MAX, too many to count, is never supported. */
bool target_has_work_group(const struct target *target, uint64_t items);
/* Lists no aspects and may support any (spir64): accepts every image. */
bool target_is_generic(const struct target *target);

/*
 * For builds: NULL when the target can run an image with these requirements,
 * otherwise what it lacks in one line, e.g. "target 'intel_gpu_dg1' lacks aspect
 * 'fp64'" (arena string): the first in the order of enum lack_kind.
 */
const char *requirements_unmet(const struct requirements *req, const struct target *target, struct arena *arena);

/* A number of "fixed_target" in words: a target of the configuration (NULL: none is known), a device type, or the number. */
const char *fixed_target_name(uint32_t number, const struct devconfig *config, struct arena *arena);

#endif
