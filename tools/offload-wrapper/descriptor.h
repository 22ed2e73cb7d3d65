/* The offload descriptor of a list of images: tables, symbols and registration. */
#ifndef OFFLOAD_WRAPPER_DESCRIPTOR_H
#define OFFLOAD_WRAPPER_DESCRIPTOR_H

#include <stdbool.h>

#include "image.h"
#include "object.h"

struct descriptor_options {
	const char *name;	/* of the global symbol, NULL: a local one with the usual name */
	bool registration;	/* with constructor and destructor */
	bool new_entries;	/* struct sycl_offload_entry_new */
	const char **module_id;	/* of the modules in the images, n_module_ids */
	size_t n_module_ids;
	bool verbose;		/* print the symbols that are made */
};

/*
 * Adds everything but the images' bytes to the object, which must be without
 * symbols so far.  Reads symbol, property and manifest files; reports and
 * returns -1 when one is at fault.
 */
int descriptor_add(struct object *object, const struct image_list *list, const struct descriptor_options *options);

#endif
