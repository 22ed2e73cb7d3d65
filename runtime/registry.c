/*
 * The images of the process: every program and shared library registers its
 * descriptors when it is loaded.  Registration only stores them; the next look-up
 * of a kernel reads their names.
 */
#include "backend.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/nametable.h"
#include "format/gpuname.h"

/* One registered descriptor. */
struct library {
	const struct sycl_offload_desc *desc;
	struct arena arena;
	struct rt_image *image;		/* desc->num_images of them; NULL until indexed */
	struct library *next;		/* in order of registration */
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct library *libraries;

/* Names and the images that define them. */
struct names {
	struct nametable place;
	struct rt_kernel **kernel;	/* in order of registration */
	size_t n;
};

static struct {
	struct arena arena;
	struct names kernels, exports;
	bool local_names;		/* some kernel's name has an '@' */
	uint64_t generation;		/* incremented for every build */
	bool valid;
} table;
static pthread_mutex_t keep_lock = PTHREAD_MUTEX_INITIALIZER;	/* table.arena, when the lock is held for reading */

API void
__sycl_register_lib(struct sycl_offload_desc *desc)
{
	struct library *lib = calloc(1, sizeof *lib), **last = &libraries;

	if (!lib || !desc || desc->version != SYCL_OFFLOAD_DESC_VERSION) {
		free(lib);
		return;
	}
	lib->desc = desc;
	arena_init_quiet(&lib->arena);
	pthread_rwlock_wrlock(&lock);
	while (*last)
		last = &(*last)->next;
	*last = lib;
	table.valid = false;
	pthread_rwlock_unlock(&lock);
}

API void
__sycl_unregister_lib(struct sycl_offload_desc *desc)
{
	struct library **at = &libraries, *lib;

	rt_finish_kernels();
	pthread_rwlock_wrlock(&lock);
	while (*at && (*at)->desc != desc)
		at = &(*at)->next;
	lib = *at;
	if (lib) {
		*at = lib->next;
		for (size_t i = 0; lib->image && i < desc->num_images; i++) {
			rt_backend_cpu.unload(&lib->image[i]);
			for (size_t k = 0; k < rt_nbackend; k++)
				if (lib->image[i].module[rt_backends[k]->number])
					rt_backends[k]->unload(&lib->image[i]);
		}
		arena_free(&lib->arena);
		free(lib);
	}
	table.valid = false;
	pthread_rwlock_unlock(&lock);
}

/* --- an image's properties --- */

static bool
add_property(struct propfile *file, const char *category, const struct sycl_offload_property *from)
{
	const unsigned char *blob = from->value;
	uint64_t bits;

	if (from->type == SYCL_OFFLOAD_PROPERTY_UINT32)
		return propfile_set_uint32(file, category, from->name, (uint32_t)from->size) == 0;
	if (from->type != SYCL_OFFLOAD_PROPERTY_BYTES || !blob || from->size < sizeof bits)
		return false;
	memcpy(&bits, blob, sizeof bits);
	if (bits / 8 + (bits % 8 != 0) != from->size - sizeof bits)
		return false;
	return propfile_set_bits(file, category, from->name, blob + sizeof bits, bits) == 0;
}

/* The descriptor's property sets in the form that lib/format reads. */
static bool
read_properties(struct propfile *file, struct arena *arena, const struct sycl_offload_image *desc)
{
	const struct sycl_offload_property_set *set;

	propfile_init(file, arena);
	for (set = desc->property_sets_begin; set != desc->property_sets_end; set++) {
		if (!propfile_get(file, set->name))
			return false;
		for (const struct sycl_offload_property *p = set->begin; p != set->end; p++)
			if (!add_property(file, set->name, p))
				return false;
	}
	return true;
}

static const char *
text_property(const struct propfile *file, const char *category, const char *name, struct arena *arena)
{
	const struct prop *prop = propset_find(propfile_find(file, category), name);
	const uint8_t *bytes;
	size_t size;

	if (!prop || prop->type != PROP_BYTES)
		return NULL;
	bytes = prop_bytes(prop, &size);
	return arena_strndup(arena, (const char *)bytes, size);
}

/* 0 without such a property. */
static uint32_t
number_property(const struct propfile *file, const char *category, const char *name)
{
	const struct prop *prop = propset_find(propfile_find(file, category), name);

	return prop && prop->type == PROP_UINT32 ? prop->value : 0;
}

static void
read_image(struct rt_image *image, const struct sycl_offload_image *desc, struct arena *arena)
{
	const struct propset *imported;

	if (!read_properties(&image->props, arena, desc)
	    || requirements_read(&image->req, arena, &image->props, desc->target) != 0)
		image->malformed = "they cannot be read";
	else
		image->malformed = specconst_read(&image->spec, arena, &image->props, strncmp(desc->target, "spir", 4) == 0);
	if (!image->malformed && image->spec.n && !image->spec.defaults)
		image->malformed = "its specialization constants have no default values";
	image->default_copy = number_property(&image->props, PROPSET_MISC, PROP_DEFAULT_COPY) != 0;
	imported = propfile_find(&image->props, PROPSET_IMPORTED);
	image->imported = imported && imported->nprop ? imported : NULL;
	image->reason = text_property(&image->props, SYCL_OFFLOAD_PROPSET_IMAGE, SYCL_OFFLOAD_PROPERTY_REASON, arena);
}

/* Reads the properties of an image that somebody looks at: of 10,000 a program may use one. */
static void
need_image(struct rt_image *image)
{
	static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;

	if (atomic_load_explicit(&image->is_read, memory_order_acquire))
		return;
	pthread_mutex_lock(&reading);
	if (!atomic_load_explicit(&image->is_read, memory_order_relaxed))
		read_image(image, image->desc, &((struct library *)(uintptr_t)image->library)->arena);
	atomic_store_explicit(&image->is_read, true, memory_order_release);
	pthread_mutex_unlock(&reading);
}

static bool
has_set(const struct sycl_offload_image *desc, const char *category)
{
	const struct sycl_offload_property_set *set;

	for (set = desc->property_sets_begin; set != desc->property_sets_end; set++)
		if (strcmp(set->name, category) == 0)
			return true;
	return false;
}

static void
list_images(struct library *lib)
{
	if (lib->image)
		return;
	lib->image = arena_calloc(&lib->arena, lib->desc->num_images, sizeof *lib->image);
	for (size_t i = 0; lib->image && i < lib->desc->num_images; i++) {
		lib->image[i].desc = &lib->desc->images[i];
		lib->image[i].library = lib;
	}
}

/* --- entries of an image --- */

static bool
has_new_entries(const struct sycl_offload_image *desc)
{
	struct sycl_offload_entry_new first;

	if ((const char *)desc->entries_end - (const char *)desc->entries_begin < (ptrdiff_t)sizeof first)
		return false;
	memcpy(&first, desc->entries_begin, sizeof first);
	return first.reserved == 0 && first.version == SYCL_OFFLOAD_ENTRY_NEW_VERSION
		&& first.kind == SYCL_OFFLOAD_ENTRY_NEW_KIND && first.flags == 0;
}

static size_t
entry_count(const struct sycl_offload_image *desc)
{
	size_t bytes = (size_t)((const char *)desc->entries_end - (const char *)desc->entries_begin);

	return bytes / (has_new_entries(desc) ? sizeof(struct sycl_offload_entry_new) : sizeof(struct sycl_offload_entry));
}

static const char *
entry_name(const struct sycl_offload_image *desc, size_t i)
{
	if (has_new_entries(desc))
		return ((const struct sycl_offload_entry_new *)(const void *)desc->entries_begin)[i].name;
	return desc->entries_begin[i].name;
}

/* --- the tables of kernels and of exported functions --- */

/*
 * Some assemblers take no '@', '.' and '-': there NAME@UNIT is NAME$UNIT with
 * underscores (doc/graph.md).  That form finds a kernel, whichever its images have.
 */
static char
key_character(char c)
{
	return c == '.' || c == '-' ? '_' : c;
}

static void
key_unit(char *to, const char *unit)
{
	do
		*to++ = key_character(*unit);
	while (*unit++);
}

/* PTX writes letters beyond ASCII so (format/gpuname.h). */
static bool
is_encoded(const char *name)
{
	return strstr(name, "$$") != NULL;
}

/* The key of a name: itself, unless it has an '@' or is encoded. */
static const char *
make_key(const char *name)
{
	const char *at = strchr(name, '@');
	char *key = at || is_encoded(name) ? arena_strndup(&table.arena, name, strlen(name)) : NULL;

	if (!key)
		return name;
	if (at) {
		key[at - name] = '$';
		key_unit(key + (at - name) + 1, at + 1);
	} else {
		gpuname_decode(key, key);
	}
	return key;
}

static struct rt_kernel *
names_find(const struct names *names, const char *key)
{
	uint32_t place = nametable_get(&names->place, key, strlen(key));

	return place == NAMETABLE_NONE ? NULL : names->kernel[place];
}

/* A kernel without images; NULL: out of memory. */
static struct rt_kernel *
names_new(struct names *names, const char *key, const char *name)
{
	struct rt_kernel *kernel = arena_calloc(&table.arena, 1, sizeof *kernel), **list;

	list = arena_extend(&table.arena, names->kernel, names->n, sizeof(struct rt_kernel *));
	if (!kernel || !list)
		return NULL;
	names->kernel = list;
	kernel->on = arena_calloc(&table.arena, rt_device_count(), sizeof *kernel->on);
	if (!kernel->on || nametable_set(&names->place, &table.arena, key, strlen(key), (uint32_t)names->n))
		return NULL;
	kernel->key = key;
	kernel->name = name;
	list[names->n++] = kernel;
	return kernel;
}

static void
names_add(struct names *names, const char *key, const char *name, struct rt_image *image)
{
	struct rt_kernel *kernel = names_find(names, key);

	if (!kernel)
		kernel = names_new(names, key, name);
	if (!kernel)
		return;
	if (is_encoded(name) || (!strchr(name, '@') && !(kernel->gpu_name && is_encoded(kernel->gpu_name))))
		kernel->gpu_name = name;
	if (strchr(name, '@') || (is_encoded(kernel->name) && !is_encoded(name)))
		kernel->name = name;
	kernel->image = arena_extend(&table.arena, kernel->image, kernel->nimage, sizeof *kernel->image);
	if (kernel->image)
		kernel->image[kernel->nimage++] = image;
	else
		kernel->nimage = 0;
}

static void
table_add_image(struct rt_image *image)
{
	const struct propset *exported = NULL;
	size_t n = entry_count(image->desc);

	if (has_set(image->desc, PROPSET_EXPORTED)) {
		need_image(image);
		exported = propfile_find(&image->props, PROPSET_EXPORTED);
	}

	for (size_t i = 0; i < n; i++) {
		const char *name = entry_name(image->desc, i);

		if (name && !propset_find(exported, name)) {
			const char *key = make_key(name);

			names_add(&table.kernels, key, name, image);
			table.local_names |= strchr(key, '$') != NULL;
		}
	}
	for (size_t i = 0; exported && i < exported->nprop; i++)
		names_add(&table.exports, exported->prop[i].name, exported->prop[i].name, image);
}

static bool
is_sycl_image(const struct sycl_offload_image *desc)
{
	return desc->version == SYCL_OFFLOAD_IMAGE_VERSION && desc->kind == SYCL_OFFLOAD_KIND_SYCL;
}

/* Called with the lock held for writing. */
static void
table_build(void)
{
	uint64_t generation = table.generation + 1;

	arena_free(&table.arena);
	memset(&table, 0, sizeof table);
	table.generation = generation;
	arena_init_quiet(&table.arena);
	rt_keep_reports();
	for (struct library *lib = libraries; lib; lib = lib->next) {
		list_images(lib);
		for (size_t i = 0; lib->image && i < lib->desc->num_images; i++)
			if (is_sycl_image(lib->image[i].desc))
				table_add_image(&lib->image[i]);
	}
	table.valid = true;
}

static struct rt_kernel *
table_find(const char *name, const char *unit)
{
	struct rt_kernel *kernel = NULL;
	char local[4096];

	if (table.local_names && *unit && strlen(name) + strlen(unit) + 2 <= sizeof local) {
		key_unit(stpcpy(stpcpy(local, name), "$"), unit);
		kernel = names_find(&table.kernels, local);
	}
	return kernel ? kernel : names_find(&table.kernels, name);
}

/* full is NAME@UNIT, NAME$UNIT or NAME. */
static bool
is_name(const char *full, const char *name, const char *unit)
{
	size_t length = strlen(name);

	if (strncmp(full, name, length) != 0)
		return false;
	full += length;
	if (*full != '$')
		return *full == '\0' || (*full == '@' && strcmp(full + 1, unit) == 0);
	for (full++; *unit && *full == key_character(*unit); full++)
		unit++;
	return *full == *unit;
}

/* The kernel, with its images read; NULL for none. */
static struct rt_kernel *
need_images(struct rt_kernel *kernel)
{
	for (size_t i = 0; kernel && i < kernel->nimage; i++)
		need_image(kernel->image[i]);
	return kernel;
}

/* Caches look-ups by the name's address: a program launches few kernels many times, with constant names. */
struct rt_kernel *
rt_registry_acquire(const char *name, const char *unit)
{
	static _Thread_local struct {
		const char *name, *unit;
		uint64_t generation;
		struct rt_kernel *kernel;
	} known[16], *at;

	pthread_rwlock_rdlock(&lock);
	while (!table.valid) {
		pthread_rwlock_unlock(&lock);
		pthread_rwlock_wrlock(&lock);
		if (!table.valid)
			table_build();
		pthread_rwlock_unlock(&lock);
		pthread_rwlock_rdlock(&lock);
	}
	at = &known[((uintptr_t)name ^ (uintptr_t)name >> 6) % (sizeof known / sizeof *known)];
	if (at->name == name && at->unit == unit && at->generation == table.generation && is_name(at->kernel->name, name, unit))
		return at->kernel;
	at->kernel = need_images(table_find(name, unit));
	at->name = at->kernel ? name : NULL;
	at->unit = unit;
	at->generation = table.generation;
	return at->kernel;
}

void
rt_registry_release(void)
{
	pthread_rwlock_unlock(&lock);
}

static int
compare_names(const void *a, const void *b)
{
	const struct sycl_rt_kernel_name *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->unit, y->unit);
}

/* The names of the table's kernels as the program has them, in one block of memory; NULL when there is none. */
static struct sycl_rt_kernel_name *
copy_names(size_t *count)
{
	struct sycl_rt_kernel_name *list;
	size_t n = table.kernels.n, size = 0;
	char *text;

	for (size_t i = 0; i < n; i++)
		size += strlen(table.kernels.kernel[i]->name) + 2;
	list = malloc(n * sizeof *list + size + 1);
	if (!list)
		return NULL;
	text = (char *)(list + n);
	for (size_t i = 0; i < n; i++) {
		char *name = text, *unit;

		text = stpcpy(name, table.kernels.kernel[i]->name);
		gpuname_decode(name, name);
		unit = strchr(name, '@');
		if (unit)
			*unit++ = '\0';
		else
			unit = text;
		text++;
		list[i] = (struct sycl_rt_kernel_name){ name, unit };
	}
	qsort(list, n, sizeof *list, compare_names);
	*count = n;
	return list;
}

API size_t
sycl_rt_kernel_names(const struct sycl_rt_kernel_name **names)
{
	static pthread_mutex_t names_lock = PTHREAD_MUTEX_INITIALIZER;
	static struct sycl_rt_kernel_name *list;	/* earlier ones stay: the program may have them */
	static uint64_t generation;
	static size_t n;

	rt_registry_acquire("", "");
	pthread_mutex_lock(&names_lock);
	if (!list || generation != table.generation) {
		size_t count = 0;
		struct sycl_rt_kernel_name *fresh = copy_names(&count);

		if (fresh) {
			list = fresh;
			n = count;
			generation = table.generation;
		}
	}
	*names = list;
	const size_t result = n;
	pthread_mutex_unlock(&names_lock);
	rt_registry_release();
	return result;
}

API int
sycl_rt_kernel_is_local(const char *name, const char *unit)
{
	const struct rt_kernel *kernel = rt_registry_acquire(name, unit);
	int local = kernel && strcmp(kernel->key, name) != 0;

	rt_registry_release();
	return local;
}

bool
rt_registry_has_global(const char *id)
{
	bool found = false;

	rt_registry_acquire("", "");
	for (struct library *lib = libraries; lib && !found; lib = lib->next)
		for (size_t i = 0; lib->image && i < lib->desc->num_images && !found; i++)
			if (has_set(lib->image[i].desc, PROPSET_GLOBAL_VARIABLES)) {
				need_image(&lib->image[i]);
				found = propset_find(propfile_find(&lib->image[i].props, PROPSET_GLOBAL_VARIABLES), id) != NULL;
			}
	rt_registry_release();
	return found;
}

bool
rt_registry_has_images(const struct sycl_rt_device *device)
{
	bool any = false, found = false;

	pthread_rwlock_rdlock(&lock);
	for (struct library *lib = libraries; lib && !found; lib = lib->next)
		for (size_t i = 0; i < lib->desc->num_images && !found; i++) {
			any = true;
			for (size_t k = 0; k < device->select.naccept && !found; k++)
				found = strcmp(device->accept[k].target, lib->desc->images[i].target) == 0;
		}
	pthread_rwlock_unlock(&lock);
	return found || !any;
}

const struct rt_kernel *
rt_registry_exporters(const char *symbol)
{
	return need_images(names_find(&table.exports, symbol));
}

const char *
rt_registry_files(struct arena *arena)
{
	const char *list = "", *last = "";
	Dl_info file;

	for (struct library *lib = libraries; list && lib; lib = lib->next) {
		if (!dladdr(lib->desc, &file) || !file.dli_fname || strcmp(file.dli_fname, last) == 0)
			continue;
		last = file.dli_fname;
		list = arena_printf(arena, "%s%s'%s'", list, *list ? ", " : "", last);
	}
	return list ? list : "";
}

const struct rt_links *
rt_registry_keep(const struct rt_links *links)
{
	struct rt_links *copy;

	pthread_mutex_lock(&keep_lock);
	copy = arena_alloc(&table.arena, sizeof *copy);
	if (copy) {
		*copy = *links;
		copy->image = arena_alloc(&table.arena, (links->n + 1) * sizeof *copy->image);
		if (copy->image)
			memcpy(copy->image, links->image, links->n * sizeof *copy->image);
		else
			copy = NULL;
	}
	pthread_mutex_unlock(&keep_lock);
	return copy;
}
