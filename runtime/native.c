/*
 * Images in executable form: native images as they are, SPIR-V through
 * rt_build().  An image is loaded once, when the first of its kernels runs,
 * and once more for each set of values that its specialization constants get.
 * Of SPIR-V with many kernels the first few that run are compiled alone.
 */
#include "rt.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

struct rt_native {
	void *handle;
	int fd;				/* of its file, for debuggers; -1: closed */
	struct rt_loaded *kernel;	/* in the order of the image's table */
	struct rt_pace *pace;		/* of each */
	size_t nkernel;
	uint64_t size;			/* bytes of its file */
	bool built;			/* from SPIR-V, and shares no variables with other code */
	uint8_t *values;		/* of its specialization constants; NULL: the default ones */
	uint64_t link[2];		/* hash of the images it is linked with, 0 if none */
	unsigned users;			/* of a variant: launches under way; guarded by lock */
	struct rt_native *next;		/* of the same list of the image */
};

/*
 * How many variants of an image stay loaded: a program that tries thousands of
 * values would run out of mappings.  The cache has the others.
 */
enum { MAX_VARIANTS = 64 };
/* SPIR-V of more kernels than that is compiled as a whole only when more than so many of its kernels run. */
enum { MANY_KERNELS = 8, MAX_SINGLES = 4 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct rt_wanted all;	/* kernels, for work-groups of any size */

static struct rt_native *native_load(const struct rt_image *image, const struct rt_wanted *wanted, const uint8_t *values,
	const struct rt_links *links, int *status);

static bool
is_native(const unsigned char *bytes, size_t size)
{
	return size >= 4 && memcmp(bytes, "\177ELF", 4) == 0;
}

static bool
is_compressed(const unsigned char *bytes, size_t size)
{
	struct sycl_offload_compressed head;

	if (size < sizeof head)
		return false;
	memcpy(&head, bytes, sizeof head);
	return head.frame_magic == SYCL_OFFLOAD_COMPRESSED_MAGIC
		&& memcmp(head.name, SYCL_OFFLOAD_COMPRESSED_NAME, sizeof head.name) == 0;
}

/* The original bytes of a compressed image (malloc()ed), NULL when they are damaged. */
static unsigned char *
decompress(const unsigned char *bytes, size_t size, size_t *original)
{
	struct sycl_offload_compressed head;
	unsigned char *out;

	memcpy(&head, bytes, sizeof head);
	out = malloc(head.size ? head.size : 1);
	if (out && ZSTD_decompress(out, head.size, bytes + sizeof head, size - sizeof head) == head.size) {
		*original = head.size;
		return out;
	}
	free(out);
	return NULL;
}

/* The bytes of an image as code, and the memory to free if they are not the image itself. */
struct source {
	struct rt_code code;
	void *original;
};

static int
source_open(struct source *source, const struct rt_image *image, int *status)
{
	*source = (struct source){ { image->desc->image_begin, (size_t)(image->desc->image_end - image->desc->image_begin) }, NULL };
	if (!is_compressed(source->code.bytes, source->code.size))
		return 0;
	source->original = decompress(source->code.bytes, source->code.size, &source->code.size);
	source->code.bytes = source->original;
	if (source->original)
		return 0;
	*status = rt_fail(SYCL_RT_BUILD, "damaged device image: its compressed bytes cannot be read");
	return -1;
}

API int
sycl_rt_kernel_image(const struct sycl_rt_device *device, const char *kernel, const char *unit, const void **bytes, size_t *size,
	void **original)
{
	struct rt_kernel *found;
	struct rt_image *image;
	struct source source;
	int status = rt_choose_image(device, kernel, unit, false, &found, &image);

	if (!status && !source_open(&source, image, &status)) {
		*bytes = source.code.bytes;
		*size = source.code.size;
		*original = source.original;
	}
	rt_registry_release();
	return status;
}

/* The SPIR-V with these values of its constants. */
static int
source_specialize(struct source *source, const struct rt_image *image, const uint8_t *values, int *status)
{
	struct arena arena;
	void *copy = malloc(source->code.size);
	bool good;

	if (!copy) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot specialize a device image of %zu bytes",
			source->code.size);
		return -1;
	}
	memcpy(copy, source->code.bytes, source->code.size);
	arena_init_quiet(&arena);
	good = specconst_specialize(&image->spec, values, &arena, copy, source->code.size) == 0;
	arena_free(&arena);
	free(source->original);
	source->original = copy;
	source->code.bytes = copy;
	if (!good)
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' cannot be specialized: damaged SPIR-V", image->desc->target);
	return good ? 0 : -1;
}

/* A native image that can be linked with others has its module in it. */
static int
source_of_native(struct source *source, struct rt_image *image, int *status)
{
	const unsigned char *code;
	uint64_t size;

	if (!is_native(source->code.bytes, source->code.size))
		return 0;
	image->native = image->native ? image->native : native_load(image, &all, NULL, NULL, status);
	if (!image->native)
		return -1;
	code = dlsym(image->native->handle, MUX_CODE_SYMBOL);
	if (!code) {
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' cannot be linked with others: it was compiled without"
			" '-fsycl-allow-device-image-dependencies'", image->desc->target);
		return -1;
	}
	memcpy(&size, code, sizeof size);
	source->code = (struct rt_code){ code + sizeof size, size };
	return 0;
}

/* A memory file of the image's kernels, compiled with the images that it needs. */
static int
build_linked(const struct rt_image *image, const uint8_t *values, const struct rt_links *links, int *status)
{
	struct source *source = calloc(links->n + 1, sizeof *source);
	struct rt_code *code = calloc(links->n + 1, sizeof *code);
	int fd = -1;
	size_t n = 0;

	if (!source || !code) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot link %zu device images", links->n + 1);
	} else {
		for (; n <= links->n; n++) {
			struct rt_image *one = n ? links->image[n - 1] : (struct rt_image *)image;

			if (source_open(&source[n], one, status) != 0 || source_of_native(&source[n], one, status) != 0
			    || (n == 0 && values && source_specialize(&source[n], one, values, status) != 0))
				break;
			code[n] = source[n].code;
		}
		if (n > links->n)
			fd = rt_build(code, n, &(struct rt_wanted){ .partial = true }, status);
		for (size_t i = 0; i <= links->n; i++)
			free(source[i].original);
	}
	free(source);
	free(code);
	return fd;
}

/* A file to load the image from; -1 after rt_fail(). */
static int
executable_file(const struct rt_image *image, const struct rt_wanted *wanted, const uint8_t *values, bool *built, int *status)
{
	struct rt_wanted of_image = *wanted;
	struct source source;
	int fd = -1;

	if (source_open(&source, image, status) != 0)
		return -1;
	if (!is_native(source.code.bytes, source.code.size)) {
		*built = true;
		of_image.partial = image->imported != NULL;
		if (!values || source_specialize(&source, image, values, status) == 0)
			fd = rt_build(&source.code, 1, &of_image, status);
	} else if (values) {
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' is compiled: its specialization constants cannot be set",
			image->desc->target);
	} else {
		fd = rt_memory_file(source.code.bytes, source.code.size);
		if (fd < 0)
			*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a device image of %zu bytes",
				source.code.size);
	}
	free(source.original);
	return fd;
}

uint64_t
rt_functor_size(const struct rt_image *image, const char *kernel)
{
	const struct prop *prop = propset_find(propfile_find(&image->props, PROPSET_FUNCTOR_SIZE), kernel);

	return prop && prop->type == PROP_UINT32 ? prop->value : 0;
}

static bool
read_table(struct rt_native *native, const struct rt_image *image)
{
	const struct mux_kernel *table = dlsym(native->handle, MUX_TABLE_SYMBOL);
	size_t n = 0;

	if (!table || table->abi != MUX_ABI_VERSION)
		return false;
	while (table[n].name)
		n++;
	native->kernel = calloc(n ? n : 1, sizeof *native->kernel);
	native->pace = calloc(n ? n : 1, sizeof *native->pace);
	if (!native->kernel || !native->pace)
		return false;
	for (size_t i = 0; i < n; i++)
		native->kernel[i] = (struct rt_loaded){ &table[i], image, rt_functor_size(image, table[i].name), native,
			&native->pace[i], NULL };
	native->nkernel = n;
	return true;
}

static void
native_free(struct rt_native *native)
{
	if (native && native->handle)
		dlclose(native->handle);
	if (native && native->fd >= 0)
		close(native->fd);
	if (native) {
		free(native->kernel);
		free(native->pace);
		free(native->values);
	}
	free(native);
}

/* The device globals of the image, and of those that it is linked with, get their objects. */
static bool
place_globals(struct rt_native *native, const struct rt_image *image, const struct rt_links *links, int *status)
{
	*status = rt_globals_place(NULL, image, dlsym, native->handle);
	for (size_t i = 0; links && i < links->n && !*status; i++)
		*status = rt_globals_place(NULL, links->image[i], dlsym, native->handle);
	return *status == SYCL_RT_SUCCESS;
}

/* The kernels of the image have no variables that others may know, and need no other image. */
static bool
shares_no_variables(const struct rt_image *image)
{
	return !image->imported && !propfile_find(&image->props, PROPSET_DEVICE_GLOBALS);
}

static struct rt_native *
native_load(const struct rt_image *image, const struct rt_wanted *wanted, const uint8_t *values, const struct rt_links *links,
	int *status)
{
	struct rt_native *native = calloc(1, sizeof *native);
	bool built = false;
	struct stat file;
	int fd;

	if (!native) {
		*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: cannot load a device image");
		return NULL;
	}
	fd = links ? build_linked(image, values, links, status) : executable_file(image, wanted, values, &built, status);
	if (fd < 0) {
		free(native);
		return NULL;
	}
	if (links)
		memcpy(native->link, links->hash, sizeof native->link);
	native->size = fstat(fd, &file) == 0 ? (uint64_t)file.st_size : 0;
	native->built = built && !values && shares_no_variables(image);
	native->handle = rt_image_load(fd, &native->fd);
	if (!native->handle) {
		*status = rt_fail(SYCL_RT_BUILD, "cannot load the device image for '%s': %s", image->desc->target, dlerror());
	} else if (!read_table(native, image)) {
		*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' has no kernel table of version %d",
			image->desc->target, MUX_ABI_VERSION);
	} else if (place_globals(native, image, links, status)) {
		return native;
	}
	native_free(native);
	return NULL;
}

int
rt_image_open(struct rt_bytes *open, const struct rt_image *image, int *status)
{
	struct source source;

	if (source_open(&source, image, status) != 0)
		return -1;
	*open = (struct rt_bytes){ source.code.bytes, source.code.size, source.original };
	return 0;
}

static const struct rt_loaded *
find_kernel(const struct rt_native *native, const char *name)
{
	for (size_t i = 0; i < native->nkernel; i++)
		if (strcmp(native->kernel[i].mux->name, name) == 0)
			return &native->kernel[i];
	return NULL;
}

/* The kernel may be compiled without the others. */
static bool
may_be_single(const struct rt_image *image)
{
	const unsigned char *bytes = image->desc->image_begin;
	size_t size = (size_t)(image->desc->image_end - image->desc->image_begin);

	return image->desc->entries_end - image->desc->entries_begin > MANY_KERNELS && !is_native(bytes, size)
		&& shares_no_variables(image);
}

/* The code of the image, or of the kernel and perhaps others of it. */
static struct rt_native *
find_plain(struct rt_image *image, const char *kernel, int *status)
{
	struct rt_native *single;
	size_t n = 0;

	if (image->native)
		return image->native;
	for (single = image->single; single; single = single->next, n++)
		if (find_kernel(single, kernel))
			return single;
	if (!may_be_single(image) || n == MAX_SINGLES)
		return image->native = native_load(image, &all, NULL, NULL, status);
	single = native_load(image, &(struct rt_wanted){ .kernel = kernel }, NULL, NULL, status);
	if (single && single->nkernel > 1)
		return image->native = single;	/* the cache had all */
	if (single) {
		single->next = image->single;
		image->single = single;
	}
	return single;
}

/* Unloads unused variants beyond the first MAX_VARIANTS. */
static void
drop_variants(struct rt_image *image)
{
	struct rt_native **at = &image->variant, *old;

	for (size_t n = 0; *at; n++) {
		old = *at;
		if (n < MAX_VARIANTS || old->users) {
			at = &old->next;
			continue;
		}
		*at = old->next;
		native_free(old);
	}
}

/* The code was made with these values and images. */
static bool
is_variant(const struct rt_native *native, const struct rt_image *image, const uint8_t *values, const struct rt_links *links)
{
	static const uint64_t none[2];

	if (memcmp(native->link, links ? links->hash : none, sizeof native->link) != 0)
		return false;
	return values && native->values ? memcmp(native->values, values, image->spec.size) == 0 : !values && !native->values;
}

/*
 * The variant of the image with these values, linked with these images, loaded if
 * it is new; the most recently used comes first.  One without values is never
 * unloaded: kernels of the registry point into it.
 */
static struct rt_native *
find_variant(struct rt_image *image, const uint8_t *values, const struct rt_links *links, int *status)
{
	struct rt_native **at = &image->variant, *found;

	while (*at && !is_variant(*at, image, values, links))
		at = &(*at)->next;
	found = *at;
	if (found) {
		*at = found->next;
	} else {
		found = native_load(image, &all, values, links, status);
		if (!found)
			return NULL;
		found->values = values ? malloc(image->spec.size) : NULL;
		if (values && !found->values) {
			native_free(found);
			*status = rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for the specialization constants");
			return NULL;
		}
		if (values)
			memcpy(found->values, values, image->spec.size);
	}
	found->next = image->variant;
	image->variant = found;
	found->users++;
	drop_variants(image);
	return found;
}

/* The code for a kernel of an image that imports functions; a native image has kernels that import none. */
static struct rt_native *
find_linked(struct rt_image *image, const char *kernel, const uint8_t *values, const struct rt_links *links, int *status)
{
	struct source source;
	bool native;

	if (source_open(&source, image, status) != 0)
		return NULL;
	native = is_native(source.code.bytes, source.code.size);
	free(source.original);
	if (native) {
		image->native = image->native ? image->native : native_load(image, &all, NULL, NULL, status);
		if (!image->native || find_kernel(image->native, kernel))
			return image->native;
	}
	return find_variant(image, values, links, status);
}

const struct rt_loaded *
rt_native_kernel(struct rt_image *image, const char *kernel, const uint8_t *values, const struct rt_links *links, int *status)
{
	const struct rt_loaded *found = NULL;
	struct rt_native *native;

	pthread_mutex_lock(&lock);
	if (links)
		native = find_linked(image, kernel, values, links, status);
	else if (values)
		native = find_variant(image, values, NULL, status);
	else
		native = find_plain(image, kernel, status);
	if (native) {
		found = find_kernel(native, kernel);
		if (!found && values)
			native->users--;
		if (!found)
			*status = rt_fail(SYCL_RT_BUILD, "the device image for '%s' lacks kernel %s", image->desc->target, kernel);
	}
	pthread_mutex_unlock(&lock);
	return found;
}

bool
rt_native_may_fit(const struct rt_loaded *loaded)
{
	return loaded->native->built;
}

uint64_t
rt_native_size(const struct rt_loaded *loaded)
{
	return loaded->native->size / loaded->native->nkernel;
}

const struct mux_kernel *
rt_native_fit(struct rt_image *image, const char *kernel, const uint32_t size[3], bool cached)
{
	const struct rt_wanted wanted = { .kernel = kernel, .size = { size[0], size[1], size[2] }, .cached = cached };
	const struct rt_loaded *found = NULL;
	struct rt_native *native;
	int status;

	pthread_mutex_lock(&lock);
	native = native_load(image, &wanted, NULL, NULL, &status);
	if (native) {
		found = find_kernel(native, kernel);
		native->next = image->fitted;
		image->fitted = native;
	}
	pthread_mutex_unlock(&lock);
	return found ? found->mux : NULL;
}

void
rt_native_done(const struct rt_loaded *loaded)
{
	if (loaded && loaded->users)
		(*loaded->users)--;
	if (!loaded || !loaded->native || !loaded->native->values)
		return;
	pthread_mutex_lock(&lock);
	loaded->native->users--;
	pthread_mutex_unlock(&lock);
}

static void
list_free(struct rt_native **list)
{
	struct rt_native *next;

	for (; *list; *list = next) {
		next = (*list)->next;
		native_free(*list);
	}
}

void
rt_native_unload(struct rt_image *image)
{
	pthread_mutex_lock(&lock);
	native_free(image->native);
	image->native = NULL;
	list_free(&image->single);
	list_free(&image->fitted);
	list_free(&image->variant);
	pthread_mutex_unlock(&lock);
}
