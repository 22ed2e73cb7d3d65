/*
 * Which device image runs a kernel on a device, or why none does.  Pure
 * functions, shared by the runtime and by `sycl-image why`.  (Optional kernel
 * features, "Changes to the DPC++ runtime"; decisions 25 and 41.)
 */
#ifndef FORMAT_IMAGESELECT_H
#define FORMAT_IMAGESELECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "format/requirements.h"

/* One image that defines the kernel. */
struct image_info {
	const char *target;	/* as the descriptor names it */
	bool empty;		/* emptied at build time */
	const char *reason;	/* why it was emptied, NULL when not recorded */
	const struct requirements *req;
};

/* A target whose images a device accepts. */
struct image_accept {
	const char *target;
	bool runs;		/* false: the device reports itself as that target but cannot run its images here */
};

struct image_device {
	const char *name;	/* for messages */
	const struct target *can;	/* its features */
	const uint32_t *number;		/* targets that it is besides can->number: generic ones, those it includes */
	size_t nnumber;
	const struct image_accept *accept;	/* best first */
	size_t naccept;
	const struct devconfig *config;	/* has the names of fixed targets; NULL: messages have their numbers */
};

/* Numbers of sycl::errc. */
enum image_verdict { IMAGE_OK = 0, IMAGE_NONE = 1, IMAGE_ND_RANGE = 4, IMAGE_NOT_SUPPORTED = 13 };

struct image_choice {
	enum image_verdict verdict;
	size_t image;		/* IMAGE_OK: index of the image to run */
	const char *text;	/* otherwise: the exception's text (arena string) */
};

/*
 * Chooses among the n images that define kernel.  The device's targets are
 * tried best first; the first image of a target counts.  An image whose
 * requirements the device does not meet ends the search with
 * IMAGE_NOT_SUPPORTED, emptied or not; after an emptied image whose requirements
 * are met the next candidate is tried.
 */
struct image_choice image_select(const char *kernel, const struct image_info *image, size_t n,
	const struct image_device *device, struct arena *arena);

/*
 * NULL when the device can run an image with these requirements, otherwise
 * the exception's text: the design's sentence, then the common runtime's in
 * parentheses.  Order: fixed targets, aspects, work-group size, sub-group size.
 */
const char *image_requirements_unmet(const struct requirements *req, const struct image_device *device, struct arena *arena);

#endif
