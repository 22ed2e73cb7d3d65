/*
 * The device configuration (doc/formats/device-config.5): the targets that
 * -fsycl-targets accepts and what each can run.  Layers: the installed
 * share/device-config.yaml, then $XDG_CONFIG_HOME/sycl-cc/device-config.yaml,
 * then the file given on the command line; a later layer replaces entries of
 * an earlier one.  (Optional kernel features, "Device configuration file".)
 */
#ifndef FORMAT_DEVCONFIG_H
#define FORMAT_DEVCONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Permanent numbers of targets start here; smaller ones in "fixed_target" are aspects (device types). */
enum { TARGET_NUMBER_FIRST = 0x10000 };

struct target {
	const char *name;		/* as in -fsycl-targets */
	const char *image_target;	/* the target that its images name; differs from name only for entries
					   of a user's file that have an ip-version and no number */
	uint32_t number;		/* permanent target-aspect number; 0: has none (user's file) */
	const char **alias;
	size_t nalias;
	const char *triple;		/* of the device compile, e.g. "spirv64-unknown-unknown" */
	const char *ip_version;		/* "12.60.7", NULL when unknown */
	uint32_t *aspect;		/* ascending */
	size_t naspect;
	uint32_t *sub_group_size;	/* ascending; none: any */
	size_t nsub_group_size;
	uint64_t max_work_group_size;	/* work-items; 0: unknown, anything passes */
	bool may_support_other_aspects;	/* for the driver's traits macros; see target_is_generic() */
	bool unverified;		/* the facts of the entry were not checked against a compiler */
	const char *aot_program;	/* "" when code is compiled at run time */
	const char *aot_options;
	const char *spirv_version;	/* "1.3", NULL for targets without SPIR-V */
	const char **spirv_extension;	/* extensions that images may use, e.g. "SPV_KHR_expect_assume" */
	size_t nspirv_extension;
	const char *file;		/* of the entry */
	unsigned line;
};

struct devconfig {
	struct target *target;		/* in file order, later layers last */
	size_t ntarget;
};

/*
 * The installed base file, in the arena: $SYCL_CC_ROOT/share/device-config.yaml
 * when that variable is set, else path_shared() of the running program, then of
 * the file that holds this code (the runtime's shared library).  Reports and
 * returns NULL when there is none.
 */
const char *devconfig_base_path(struct arena *arena);

/*
 * Reads the layers: base (NULL: the installed file), the user's file
 * $XDG_CONFIG_HOME/sycl-cc/device-config.yaml ($HOME/.config when the variable
 * is unset) when it exists, then extra (NULL: none).  Reports unknown keys,
 * aspects and duplicates as FILE:LINE:COL with the nearest name, and returns -1.
 */
int devconfig_read(struct devconfig *config, struct arena *arena, const char *base, const char *extra);

/* The target of that name or alias, NULL when there is none (nothing is reported). */
const struct target *devconfig_find(const struct devconfig *config, const char *name);
/* The same; a missing one is reported with the nearest name. */
const struct target *devconfig_get(const struct devconfig *config, const char *name);
/* The same for a fixed target: one without a permanent number, which images name it by, is reported too. */
const struct target *devconfig_get_fixed(const struct devconfig *config, const char *name);
/* The target whose permanent number that is, NULL when there is none. */
const struct target *devconfig_by_number(const struct devconfig *config, uint32_t number);

#endif
