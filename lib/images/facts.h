/* The facts about an image, from its properties and names. */
#ifndef IMAGES_FACTS_H
#define IMAGES_FACTS_H

#include "format/requirements.h"
#include "format/specconst.h"
#include "format/spectype.h"
#include "image.h"

/* How facts are shown, from the command line. */
struct fact_options {
	bool demangle;
	const char *device_config;	/* file on top of the installed one, or NULL */
};

extern struct fact_options fact_options;

/* The device configuration, read at first use; NULL: reported. */
const struct devconfig *facts_devconfig(struct arena *arena);

/* The name for output: demangled under --demangle. */
const char *shown_name(const char *name, struct arena *arena);
/* The demangled name; other names unchanged. */
const char *demangled(const char *name, struct arena *arena);

/* The image's requirements; reports malformed properties and returns -1. */
int image_requirements(struct requirements *req, const struct imagelist *list, const struct image *image);
/*
 * The same, one need a string: "aspect fp64", "sub-group size 16", "work-group
 * size 8x4", "target intel_gpu_pvc".  Returns -1 after a report.
 */
int image_needs(const char ***need, size_t *n, const struct imagelist *list, const struct image *image);
/* The name of a fixed target's number, or the number as text. */
const char *fixed_target_text(uint32_t number, struct arena *arena);

/* One specialization constant (format/specconst.h) for people. */
struct constant {
	const char *name;	/* symbolic id */
	const char *variable;	/* C++ name of its specialization_id */
	bool frozen;		/* programs cannot set it */
	bool typed;		/* the image has its type */
	struct spec_type type;
	struct specconst spec;
	const uint8_t *value;	/* the default's bytes, NULL when the image has none */
	size_t size;
};

/* The constants of an image in order of id; reports malformed properties and returns -1. */
int image_constants(struct constant **constant, size_t *n, const struct imagelist *list, const struct image *image);

/*
 * The property name of a frozen constant is its symbolic id with the highest bit
 * of the first letter set, so that no program finds it.
 */
enum { FROZEN_BIT = 0x80 };
/* The image's constants were lowered to SPIR-V's own; also true when not recorded. */
bool image_is_native(const struct image *image);

/* "12.3 KiB" */
const char *size_text(uint64_t size, struct arena *arena);

#endif
