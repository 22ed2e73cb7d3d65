/* Device modules of an object made by sycl-cc -c. */
#include "image.h"

#include <string.h>

#include "base/diag.h"
#include "format/offloadbin.h"

static unsigned
format_of_kind(unsigned kind)
{
	switch (kind) {
	case OFFLOADBIN_OBJECT: return SYCL_OFFLOAD_FORMAT_NATIVE;
	case OFFLOADBIN_BITCODE: return SYCL_OFFLOAD_FORMAT_LLVMBC;
	case OFFLOADBIN_SPIRV: return SYCL_OFFLOAD_FORMAT_SPIRV;
	default: return SYCL_OFFLOAD_FORMAT_NONE;
	}
}

/* Strings of the container: the triple is the target, the others become notes on the image. */
static void
add_packed(struct imagelist *list, const char *file, const struct offloadbin_image *packed)
{
	struct image *image = imagelist_add(list, file, IMAGE_PACKED);
	const char *triple = offloadbin_find(packed, "triple");
	size_t i;

	image->target = triple ? triple : "";
	image->kind = SYCL_OFFLOAD_KIND_SYCL;
	image->data = packed->data;
	image->size = packed->size;
	image_set_format(image, format_of_kind(packed->kind));
	for (i = 0; i < packed->n_strings; i++)
		if (strcmp(packed->string[i].key, "triple") && *packed->string[i].value)
			propfile_set_string(&image->properties, SYCL_OFFLOAD_PROPSET_IMAGE, packed->string[i].key,
				packed->string[i].value);
}

int
read_packed(struct imagelist *list, const char *file, const unsigned char *data, size_t size)
{
	struct offloadbin_image packed;
	const char *why;
	size_t at = 0;
	int more;

	while ((more = offloadbin_next(&packed, list->arena, data, size, &at, &why)) > 0)
		add_packed(list, file, &packed);
	if (more < 0)
		diag_at(&(struct diag_place){ file, 0, 0 }, DIAG_ERROR, "section '%s': %s", OFFLOADBIN_SECTION, why);
	return more;
}
