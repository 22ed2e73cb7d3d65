/*
 * Kernels that the program brings as SPIR-V at run time: they are adapted to our
 * launches (format/spirvadapt.h) and registered like an image of a library.
 */
#include "rt.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "format/spirvadapt.h"

/*
 * Launches, traces and messages keep names: those stay, also without the
 * source; modules with the same bytes share them.
 */
struct names {
	char unit[40];
	char **name;		/* of its kernels */
	size_t n;
	struct names *next;
};
static struct names *all_names;
static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;

struct sycl_rt_source {
	struct arena arena;
	const struct names *names;
	struct sycl_rt_source_kernel *kernel;
	size_t nkernel;
	struct sycl_offload_image image;
	struct sycl_offload_desc desc;
	struct sycl_rt_source *next;	/* that was dropped */
};

/* Those that the program has dropped, while it had tasks: some may start kernels of them. */
static struct sycl_rt_source *dropped;
static pthread_mutex_t dropped_lock = PTHREAD_MUTEX_INITIALIZER;

static struct names *
names_make(const char *unit, const struct spirvadapt *module)
{
	struct names *names = calloc(1, sizeof *names);

	if (!names)
		return NULL;
	snprintf(names->unit, sizeof names->unit, "%s", unit);
	names->name = calloc(module->nkernel, sizeof *names->name);
	for (; names->name && names->n < module->nkernel; names->n++)
		if (!(names->name[names->n] = strdup(module->kernel[names->n].name)))
			break;
	if (names->n == module->nkernel)
		return names;
	while (names->n)
		free(names->name[--names->n]);
	free(names->name);
	free(names);
	return NULL;
}

/* NULL when out of memory. */
static const struct names *
names_get(const char *unit, const struct spirvadapt *module)
{
	struct names *names;

	pthread_mutex_lock(&names_lock);
	for (names = all_names; names && strcmp(names->unit, unit) != 0; names = names->next)
		;
	if (!names && (names = names_make(unit, module))) {
		names->next = all_names;
		all_names = names;
	}
	pthread_mutex_unlock(&names_lock);
	return names;
}

/* The image of the module, with an entry for each kernel; false: out of memory. */
static bool
describe(struct sycl_rt_source *source, const struct spirvadapt *module)
{
	struct sycl_offload_entry *entry = arena_calloc(&source->arena, module->nkernel, sizeof *entry);

	source->kernel = arena_calloc(&source->arena, module->nkernel, sizeof *source->kernel);
	source->nkernel = module->nkernel;
	for (size_t i = 0; entry && source->kernel && i < module->nkernel; i++) {
		source->kernel[i] = (struct sycl_rt_source_kernel){
			.name = source->names->name[i], .nparam = module->kernel[i].nparam, .offset = module->kernel[i].offset,
			.size = module->kernel[i].size,
		};
		entry[i].name = arena_printf(&source->arena, "%s@%s", module->kernel[i].name, source->names->unit);
		if (!entry[i].name)
			return false;
	}
	source->image = (struct sycl_offload_image){
		.version = SYCL_OFFLOAD_IMAGE_VERSION, .kind = SYCL_OFFLOAD_KIND_SYCL, .format = SYCL_OFFLOAD_FORMAT_SPIRV,
		.target = "spir64", .compile_options = "", .link_options = "",
		.image_begin = (const unsigned char *)module->word, .image_end = (const unsigned char *)(module->word + module->nword),
		.entries_begin = entry, .entries_end = entry + module->nkernel,
	};
	source->desc = (struct sycl_offload_desc){ .version = SYCL_OFFLOAD_DESC_VERSION, .num_images = 1, .images = &source->image };
	return entry && source->kernel;
}

/* The unit of a module is a hash of it, so that the cache has its code in the next process, too. */
static int
make(struct sycl_rt_source *source, const void *spirv, size_t size)
{
	uint32_t *word = arena_alloc(&source->arena, size + 1);
	struct spirvadapt module;
	struct hash hash;
	uint64_t number[2];
	char unit[40];
	const char *why;

	if (!word)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for SPIR-V of %zu bytes", size);
	if (size)
		memcpy(word, spirv, size);
	hash_init(&hash);
	hash_add(&hash, spirv, size);
	hash_get(&hash, number);
	snprintf(unit, sizeof unit, "spirv.%016" PRIx64, number[0]);
	why = size % sizeof *word ? "its size is no multiple of 4 bytes"
		: spirvadapt_make(&module, &source->arena, word, size / sizeof *word, unit);
	if (why)
		return rt_fail(SYCL_RT_BUILD, "the program's SPIR-V cannot be built: %s", why);
	source->names = names_get(unit, &module);
	if (!source->names || !describe(source, &module))
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for the kernels of SPIR-V");
	return SYCL_RT_SUCCESS;
}

API int
sycl_rt_source_make(const void *spirv, size_t size, struct sycl_rt_source **made)
{
	struct sycl_rt_source *source = calloc(1, sizeof *source);
	int status;

	*made = NULL;
	if (!source)
		return rt_fail(SYCL_RT_MEMORY_ALLOCATION, "out of memory: no space for SPIR-V");
	arena_init_quiet(&source->arena);
	status = make(source, spirv, size);
	if (status) {
		arena_free(&source->arena);
		free(source);
		return status;
	}
	rt_registry_add(&source->desc, true);
	*made = source;
	return SYCL_RT_SUCCESS;
}

API size_t
sycl_rt_source_kernels(const struct sycl_rt_source *source, const struct sycl_rt_source_kernel **kernels, const char **unit)
{
	*kernels = source->kernel;
	*unit = source->names->unit;
	return source->nkernel;
}

/* The largest number up to most that divides n. */
static uint64_t
divisor(uint64_t n, uint64_t most)
{
	while (most > 1 && n % most != 0)
		most--;
	return most ? most : 1;
}

API int
sycl_rt_source_lay_out(const struct sycl_rt_device *device, struct sycl_rt_launch *launch)
{
	enum { RANGE_WORK_GROUP = 256 };
	struct sycl_rt_kernel_facts facts;
	uint64_t most = RANGE_WORK_GROUP;
	int status;

	if (launch->kind != SYCL_RT_KIND_RANGE)
		return SYCL_RT_SUCCESS;
	status = sycl_rt_kernel_ask(device, launch->kernel, launch->unit, &facts);
	if (status)
		return status;
	most = facts.work_group_size && facts.work_group_size < most ? facts.work_group_size : most;
	for (unsigned d = launch->dims; d-- > 0; most /= launch->local[d])
		launch->local[d] = facts.reqd_work_group_size[0] ? facts.reqd_work_group_size[3 - launch->dims + d] : divisor(launch->global[d], most);
	launch->kind = SYCL_RT_KIND_ND_RANGE;
	return SYCL_RT_SUCCESS;
}

API void
sycl_rt_source_drop(struct sycl_rt_source *source)
{
	struct sycl_rt_source *next;

	if (!source)
		return;
	pthread_mutex_lock(&dropped_lock);
	source->next = dropped;
	dropped = source;
	for (; dropped && !sycl_rt_tasks(); dropped = next) {
		next = dropped->next;
		__sycl_unregister_lib(&dropped->desc);
		arena_free(&dropped->arena);
		free(dropped);
	}
	pthread_mutex_unlock(&dropped_lock);
}
