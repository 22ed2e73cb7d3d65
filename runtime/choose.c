/* Which image runs a kernel on a device, and its code with the values of its specialization constants. */
#include "backend.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

enum { MOST_IMAGES = 64 };	/* of one kernel: more than there are targets and copies */

/*
 * If an image has a copy with default values, launches that set no values run
 * the copy, others never do.
 */
static bool
is_candidate(const struct rt_kernel *kernel, const struct rt_image *image, bool with_values)
{
	if (with_values || image->default_copy)
		return !(with_values && image->default_copy);
	for (size_t i = 0; i < kernel->nimage; i++)
		if (kernel->image[i]->default_copy && strcmp(kernel->image[i]->desc->target, image->desc->target) == 0)
			return false;
	return true;
}

/* The images to choose among, with the facts that the choice needs; returns a status. */
static int
list_candidates(const struct rt_kernel *kernel, bool with_values, struct rt_image *image[MOST_IMAGES],
	struct image_info info[MOST_IMAGES], size_t *n)
{
	int status = SYCL_RT_SUCCESS;

	for (size_t i = 0; i < kernel->nimage && *n < MOST_IMAGES; i++) {
		struct rt_image *one = kernel->image[i];

		if (one->malformed)
			status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' has malformed properties: %s", one->desc->target,
				one->malformed);
		if (!is_candidate(kernel, one, with_values))
			continue;
		image[*n] = one;
		info[(*n)++] = (struct image_info){ one->desc->target, one->desc->image_begin == one->desc->image_end,
			one->reason, &one->req };
	}
	return status;
}

static int
select_image(const struct sycl_rt_device *device, const struct rt_kernel *kernel, bool with_values, struct rt_image **chosen)
{
	struct image_device select = device->select;
	struct rt_image *image[MOST_IMAGES];
	struct image_info info[MOST_IMAGES];
	struct image_choice choice;
	struct arena arena;
	size_t n = 0;
	int status = list_candidates(kernel, with_values, image, info, &n);

	if (status)
		return status;
	for (size_t i = 0; i < n; i++)
		if (image[i]->req.fixed)
			select.config = rt_targets();	/* its names may be needed */
	arena_init_quiet(&arena);
	choice = image_select(kernel->name, info, n, &select, &arena);
	if (choice.verdict == IMAGE_OK)
		*chosen = image[choice.image];
	else
		status = rt_fail((enum sycl_rt_status)choice.verdict, "%s", choice.text ? choice.text : "out of memory");
	arena_free(&arena);
	return status;
}

/* --- images that need each other --- */

/* Weak: the C++ library is there when a C++ program is. */
extern char *__cxa_demangle(const char *name, char *buffer, size_t *size, int *status) __attribute__((weak));

static int
fail_import(const struct rt_kernel *kernel, const char *symbol, const char *why, struct arena *arena)
{
	int unknown;
	char *name = __cxa_demangle ? __cxa_demangle(symbol, NULL, NULL, &unknown) : NULL;
	const char *files = rt_registry_files(arena);
	int status = rt_fail(SYCL_RT_BUILD, "kernel %s calls the function '%s' (%s) of another device image, but %s; searched: %s",
		kernel->name, name ? name : symbol, symbol, why, files);

	free(name);
	return status;
}

/* The image that exports the function: one of the importer's own library first, then in order of registration. */
static int
select_exporter(const struct sycl_rt_device *device, const struct rt_kernel *kernel, const struct rt_image *importer,
	const char *symbol, bool with_values, struct arena *arena, struct rt_image **chosen)
{
	const struct rt_kernel *exporters = rt_registry_exporters(symbol);
	struct image_device select = device->select;
	struct rt_image *image[2 * MOST_IMAGES];
	struct image_info info[2 * MOST_IMAGES];
	struct image_choice choice;
	size_t n = 0, own = 0;
	int status;

	if (!exporters)
		return fail_import(kernel, symbol, "none has it", arena);
	status = list_candidates(exporters, with_values, image, info, &n);
	if (status)
		return status;
	for (size_t i = 0; i < n; i++) {
		struct rt_image *one = image[i];
		struct image_info of_one = info[i];

		if (one->library != importer->library)
			continue;
		memmove(image + own + 1, image + own, (i - own) * sizeof *image);
		memmove(info + own + 1, info + own, (i - own) * sizeof *info);
		image[own] = one;
		info[own++] = of_one;
	}
	for (size_t i = 0; i < n; i++)
		if (image[i]->req.fixed)
			select.config = rt_targets();
	choice = image_select(kernel->name, info, n, &select, arena);
	if (choice.verdict == IMAGE_NONE)
		return fail_import(kernel, symbol, "none that has it runs on the device", arena);
	if (choice.verdict != IMAGE_OK)
		return rt_fail((enum sycl_rt_status)choice.verdict, "%s", choice.text ? choice.text : "out of memory");
	*chosen = image[choice.image];
	if ((*chosen)->spec.n && (*chosen)->spec.mode == SPECCONST_EMULATION)
		return fail_import(kernel, symbol, "the one that has it reads specialization constants from memory, which only"
			" the kernel's own image can do", arena);
	return SYCL_RT_SUCCESS;
}

/* A search for the images that a kernel needs, function by function. */
struct search {
	const struct sycl_rt_device *device;
	const struct rt_kernel *kernel;
	bool with_values;
	struct arena arena;
	struct rt_links links;
	struct need {
		const char *symbol;
		struct rt_image *image;		/* that defines it; the kernel's own for the kernel */
	} *need;
	size_t nneed;
};

static bool
exports(const struct rt_image *image, const char *symbol)
{
	return propset_find(propfile_find(&image->props, PROPSET_EXPORTED), symbol) != NULL;
}

static bool
add_need(struct search *search, const char *symbol, struct rt_image *image)
{
	search->need = arena_extend(&search->arena, search->need, search->nneed, sizeof *search->need);
	if (search->need)
		search->need[search->nneed++] = (struct need){ symbol, image };
	else
		search->nneed = 0;
	return search->need != NULL;
}

/* Finds the image that defines the function: one that was found already, or a new one. */
static int
resolve(struct search *search, const struct rt_image *importer, const char *symbol)
{
	struct rt_links *links = &search->links;
	struct rt_image *image = NULL;
	int status;

	for (size_t i = 0; i < search->nneed; i++)
		if (strcmp(search->need[i].symbol, symbol) == 0)
			return SYCL_RT_SUCCESS;
	for (size_t i = 0; i < links->n && !image; i++)
		if (exports(links->image[i], symbol))
			image = links->image[i];
	if (!image && exports(search->need[0].image, symbol)) {
		image = search->need[0].image;
	} else if (!image) {
		status = select_exporter(search->device, search->kernel, importer, symbol, search->with_values, &search->arena, &image);
		if (status)
			return status;
		links->image = arena_extend(&search->arena, links->image, links->n, sizeof *links->image);
		if (links->image)
			links->image[links->n++] = image;
	}
	if ((links->n && !links->image) || !add_need(search, symbol, image))
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for a list of device images");
	return SYCL_RT_SUCCESS;
}

/* Resolves the imports of the kernel or function; if its image does not list them by entry point, all of the image's. */
static int
resolve_imports(struct search *search, struct need need)
{
	const struct propset *all = need.image->imported;
	const struct prop *prop = propset_find(propfile_find(&need.image->props, PROPSET_IMPORTS_OF), need.symbol);
	size_t size = 0, length;
	const char *text = prop && prop->type == PROP_BYTES ? (const char *)prop_bytes(prop, &size) : NULL, *symbol;
	int status = SYCL_RT_SUCCESS;

	for (size_t i = 0; !text && all && i < all->nprop && !status; i++)
		status = resolve(search, need.image, all->prop[i].name);
	for (; size > 0 && !status; text += length, size -= length) {
		for (length = 0; length < size && text[length] != '\n'; length++)
			;
		symbol = arena_strndup(&search->arena, text, length);
		length += length < size;
		if (symbol && *symbol)
			status = resolve(search, need.image, symbol);
	}
	return status;
}

/*
 * All images that the kernel needs besides its own.  Fails, before anything is
 * compiled, if the device cannot run one of them.
 */
static int
find_links(const struct sycl_rt_device *device, const struct rt_kernel *kernel, struct rt_image *image,
	bool with_values, const struct rt_links **found)
{
	struct search search = { .device = device, .kernel = kernel, .with_values = with_values };
	struct rt_links *links = &search.links;
	struct hash hash;
	int status = SYCL_RT_SUCCESS;

	arena_init_quiet(&search.arena);
	if (!add_need(&search, kernel->name, image))
		status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for a list of device images");
	for (size_t i = 0; i < search.nneed && !status; i++)
		status = resolve_imports(&search, search.need[i]);
	hash_init(&hash);
	for (size_t i = 0; i < links->n && !status; i++)
		hash_add(&hash, links->image[i]->desc->image_begin,
			(size_t)(links->image[i]->desc->image_end - links->image[i]->desc->image_begin));
	hash_get(&hash, links->hash);
	if (!status && links->n) {
		*found = rt_registry_keep(links);
		if (!*found)
			status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for a list of device images");
	}
	arena_free(&search.arena);
	return status;
}

/* Values can only be set in the kernel's own image. */
static int
check_linked_values(const struct rt_links *links, const struct sycl_rt_launch *launch)
{
	for (size_t i = 0; i < links->n; i++)
		for (size_t k = 0; k < launch->nspec; k++)
			if (specconst_find(&links->image[i]->spec, launch->spec[k].name, launch->spec[k].unit ? launch->spec[k].unit : ""))
				return rt_fail(SYCL_RT_FEATURE_NOT_SUPPORTED, "specialization constant '%s' is set, but a device image that"
					" kernel %s only imports functions of reads it", launch->spec[k].name, launch->kernel);
	return SYCL_RT_SUCCESS;
}

/* The program has host code without its device code: it was linked by another program than sycl-cc. */
static int
fail_lookup(const char *name)
{
	struct arena arena;
	int status;

	arena_init_quiet(&arena);
	status = rt_fail(SYCL_RT_RUNTIME, "No kernel named %s was found (there is device code in %s; of several -fsycl-link objects"
		" in an archive a linker takes one: make a single one of all objects)", name, rt_registry_files(&arena));
	arena_free(&arena);
	return status;
}

int
rt_choose_image(const struct sycl_rt_device *device, const char *name, const char *unit, bool with_values,
	struct rt_kernel **kernel, struct rt_image **image)
{
	const struct rt_links *links = NULL;
	struct rt_on_device *on;
	int status;

	*kernel = rt_registry_acquire(name, unit);
	if (!*kernel)
		return fail_lookup(name);
	on = &(*kernel)->on[device->index];
	*image = on->chosen[with_values];
	if (*image)
		return SYCL_RT_SUCCESS;
	status = select_image(device, *kernel, with_values, image);
	if (!status && (*image)->imported)
		status = find_links(device, *kernel, *image, with_values, &links);
	if (status) {
		rt_trace(RT_TRACE_IMAGES, "%s: %s: refused: %s", device->name, (*kernel)->name, sycl_rt_message());
		return status;
	}
	rt_trace(RT_TRACE_IMAGES, "%s: %s: the image for '%s'", device->name, (*kernel)->name, (*image)->desc->target);
	on->links[with_values] = links;
	on->chosen[with_values] = *image;
	return SYCL_RT_SUCCESS;
}

int
rt_choose(const struct sycl_rt_device *device, const struct sycl_rt_launch *launch, const struct rt_loaded **loaded,
	const void **buffer)
{
	const bool with_values = launch->nspec > 0;
	struct rt_kernel *kernel;
	struct rt_on_device *on;
	struct rt_image *image;
	struct rt_values values;
	int status = rt_choose_image(device, launch->kernel, launch->unit, with_values, &kernel, &image);

	if (!status && with_values && kernel->on[device->index].links[1])
		status = check_linked_values(kernel->on[device->index].links[1], launch);
	if (!status)
		status = rt_spec_values(image, launch->spec, launch->nspec, &values);
	if (!status) {
		on = &kernel->on[device->index];
		*buffer = values.buffer;
		*loaded = values.native ? NULL : on->loaded[with_values];
		if (!*loaded)
			*loaded = device->backend->load(device, image, device->backend->gpu_names ? kernel->gpu_name : kernel->name,
				values.native, on->links[with_values], &status);
		if (!values.native)
			on->loaded[with_values] = *loaded;
		if (*loaded && device->backend->fit)
			device->backend->fit(image, *loaded, launch);
	}
	rt_registry_release();
	return status;
}
