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
	struct rt_image *image;		/* desc->num_images of them, of no memory until read; NULL until indexed */
	struct rt_image *read;		/* the last one that was read */
	struct library *next;		/* in order of registration */
	bool brought;			/* at run time: its kernels are none of sycl_rt_kernel_names() */
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct library *libraries;

/* A kernel of an image, or a function that it exports. */
struct entry {
	const char *name;
	struct library *library;
	uint32_t image;			/* its index there */
	uint32_t previous;		/* the entry before it of the same key; NAMETABLE_NONE: the first */
};

/* Entries in order of registration.  Of 10,000 a program may use one: only that has more than its entry. */
struct names {
	struct nametable last;		/* of each key */
	struct entry *entry;
	struct rt_kernel **kernel;	/* of an entry that is the last of its key; NULL: nobody looked for it */
	size_t n, room;
};

static struct {
	struct arena arena;
	struct names kernels, exports;
	bool local_names;		/* some kernel's name has a unit */
	uint64_t generation;		/* incremented for every build */
	bool valid;
} table;
/* table.arena and names.kernel, when the lock is held for reading. */
static pthread_mutex_t keep_lock = PTHREAD_MUTEX_INITIALIZER;

void
rt_registry_add(struct sycl_offload_desc *desc, bool brought)
{
	struct library *lib = calloc(1, sizeof *lib), **last = &libraries;

	if (!lib || !desc || desc->version != SYCL_OFFLOAD_DESC_VERSION) {
		free(lib);
		return;
	}
	lib->desc = desc;
	lib->brought = brought;
	arena_init_quiet(&lib->arena);
	pthread_rwlock_wrlock(&lock);
	while (*last)
		last = &(*last)->next;
	*last = lib;
	table.valid = false;
	pthread_rwlock_unlock(&lock);
}

API void
__sycl_register_lib(struct sycl_offload_desc *desc)
{
	rt_registry_add(desc, false);
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
		for (struct rt_image *image = lib->read; image; image = image->read_before) {
			rt_backend_cpu.unload(image);
			for (size_t k = 0; k < rt_nbackend; k++)
				if (image->module[rt_backends[k]->number])
					rt_backends[k]->unload(image);
		}
		arena_free(&lib->arena);
		free(lib->image);
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

/* The image with its properties, which are read when somebody looks at it. */
static struct rt_image *
need_image(struct library *lib, size_t i)
{
	static pthread_mutex_t reading = PTHREAD_MUTEX_INITIALIZER;
	struct rt_image *image = &lib->image[i];

	if (atomic_load_explicit(&image->is_read, memory_order_acquire))
		return image;
	pthread_mutex_lock(&reading);
	if (!atomic_load_explicit(&image->is_read, memory_order_relaxed)) {
		image->desc = &lib->desc->images[i];
		image->library = lib;
		read_image(image, image->desc, &lib->arena);
		image->read_before = lib->read;
		lib->read = image;
	}
	atomic_store_explicit(&image->is_read, true, memory_order_release);
	pthread_mutex_unlock(&reading);
	return image;
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

/* --- entries of an image --- */

static bool
is_sycl_image(const struct sycl_offload_image *desc)
{
	return desc->version == SYCL_OFFLOAD_IMAGE_VERSION && desc->kind == SYCL_OFFLOAD_KIND_SYCL;
}

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

/* The functions that it exports. */
static size_t
count_exported(const struct sycl_offload_image *desc)
{
	const struct sycl_offload_property_set *set;
	size_t n = 0;

	for (set = desc->property_sets_begin; set != desc->property_sets_end; set++)
		if (strcmp(set->name, PROPSET_EXPORTED) == 0)
			n += (size_t)(set->end - set->begin);
	return n;
}

/* --- the tables of kernels and of exported functions --- */

/*
 * Some assemblers take no '@', '.' and '-': there NAME@UNIT is NAME$UNIT with
 * underscores (doc/graph.md).  Both are the same kernel.
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

/* The key of a name: itself, or what it is decoded. */
static const char *
make_key(struct arena *arena, const char *name)
{
	char *key = is_encoded(name) ? arena_strndup(arena, name, strlen(name)) : NULL;

	if (!key)
		return name;
	gpuname_decode(key, key);
	return key;
}

static uint32_t
names_last(const struct names *names, const char *key)
{
	return nametable_get(&names->last, key, strlen(key));
}

/* The other key of a kernel: NAME$UNIT for NAME@UNIT; NAMETABLE_NONE for none. */
static uint32_t
names_twin(const struct names *names, const char *key)
{
	const char *at = strchr(key, '@');
	char twin[4096];

	if (!at || strlen(key) >= sizeof twin)
		return NAMETABLE_NONE;
	memcpy(twin, key, (size_t)(at - key));
	twin[at - key] = '$';
	key_unit(twin + (at - key) + 1, at + 1);
	return names_last(names, twin);
}

/* Room for n more entries; false: out of memory, then there are none. */
static bool
names_reserve(struct names *names, size_t n)
{
	*names = (struct names){ .room = n };
	names->entry = arena_alloc(&table.arena, n * sizeof *names->entry);
	names->kernel = calloc(n + 1, sizeof *names->kernel);
	if (names->entry && names->kernel && !nametable_reserve(&names->last, &table.arena, n))
		return true;
	names->room = 0;
	return false;
}

static void
names_add(struct names *names, const char *name, struct library *lib, uint32_t image)
{
	uint32_t place = (uint32_t)names->n;
	const char *key;

	if (names->n == names->room)
		return;
	key = make_key(&table.arena, name);
	if (nametable_swap(&names->last, &table.arena, key, strlen(key), &place))
		return;
	names->entry[names->n++] = (struct entry){ name, lib, image, place };
}

static size_t
names_count(const struct names *names, uint32_t last)
{
	size_t n = 0;

	for (; last != NAMETABLE_NONE; last = names->entry[last].previous)
		n++;
	return n;
}

static void
kernel_take_name(struct rt_kernel *kernel, const char *name)
{
	if (!kernel->name)
		kernel->name = name;
	if (is_encoded(name) || (!strchr(name, '@') && !(kernel->gpu_name && is_encoded(kernel->gpu_name))))
		kernel->gpu_name = name;
	if (strchr(name, '@') || (is_encoded(kernel->name) && !is_encoded(name)))
		kernel->name = name;
}

/* The kernel of the entries of up to two keys, of which a or b is the last; NULL: none, or out of memory. */
static struct rt_kernel *
names_kernel(struct names *names, uint32_t a, uint32_t b)
{
	uint32_t from[2] = { a, b };
	struct rt_kernel **known, *kernel;
	size_t n;

	if (a == NAMETABLE_NONE && b == NAMETABLE_NONE)
		return NULL;
	known = &names->kernel[a != NAMETABLE_NONE ? a : b];
	pthread_mutex_lock(&keep_lock);
	kernel = *known;
	if (kernel)
		goto done;
	n = names_count(names, a) + names_count(names, b);
	kernel = arena_calloc(&table.arena, 1, sizeof *kernel);
	if (!kernel)
		goto done;
	kernel->image = arena_alloc(&table.arena, n * sizeof(struct rt_image *));
	kernel->on = arena_calloc(&table.arena, rt_device_count(), sizeof *kernel->on);
	if (!kernel->image || !kernel->on) {
		kernel = NULL;
		goto done;
	}
	for (kernel->nimage = n; n > 0; n--) {
		uint32_t *later = &from[from[0] == NAMETABLE_NONE || (from[1] != NAMETABLE_NONE && from[1] > from[0])];
		const struct entry *entry = &names->entry[*later];

		kernel->image[n - 1] = need_image(entry->library, entry->image);
		kernel_take_name(kernel, entry->name);
		*later = entry->previous;
	}
	*known = kernel;
	if (b != NAMETABLE_NONE)
		names->kernel[b] = kernel;
done:
	pthread_mutex_unlock(&keep_lock);
	return kernel;
}

static struct rt_kernel *
names_find(struct names *names, const char *key)
{
	return names_kernel(names, names_last(names, key), names_twin(names, key));
}

static void
table_add_image(struct library *lib, uint32_t i)
{
	const struct sycl_offload_image *desc = &lib->desc->images[i];
	const struct propset *exported = NULL;
	size_t n = entry_count(desc);

	if (has_set(desc, PROPSET_EXPORTED))
		exported = propfile_find(&need_image(lib, i)->props, PROPSET_EXPORTED);
	for (size_t k = 0; k < n; k++) {
		const char *name = entry_name(desc, k);

		if (name && !propset_find(exported, name)) {
			names_add(&table.kernels, name, lib, i);
			table.local_names |= strpbrk(name, "@$") != NULL;
		}
	}
	for (size_t k = 0; exported && k < exported->nprop; k++)
		names_add(&table.exports, exported->prop[k].name, lib, i);
}

static bool
library_list_images(struct library *lib)
{
	if (!lib->image)
		lib->image = calloc((size_t)lib->desc->num_images + 1, sizeof *lib->image);
	return lib->image != NULL;
}

/* Called with the lock held for writing. */
static void
table_build(void)
{
	uint64_t generation = table.generation + 1;
	size_t nkernel = 0, nexport = 0;

	arena_free(&table.arena);
	free(table.kernels.kernel);
	free(table.exports.kernel);
	memset(&table, 0, sizeof table);
	table.generation = generation;
	arena_init_quiet(&table.arena);
	rt_keep_reports();
	for (struct library *lib = libraries; lib; lib = lib->next)
		for (size_t i = 0; i < lib->desc->num_images; i++) {
			const struct sycl_offload_image *desc = &lib->desc->images[i];

			if (is_sycl_image(desc)) {
				nkernel += entry_count(desc);
				nexport += count_exported(desc);
			}
		}
	if (names_reserve(&table.kernels, nkernel) && names_reserve(&table.exports, nexport))
		for (struct library *lib = libraries; lib; lib = lib->next)
			for (uint32_t i = 0; library_list_images(lib) && i < lib->desc->num_images; i++)
				if (is_sycl_image(&lib->desc->images[i]))
					table_add_image(lib, i);
	table.valid = true;
}

/* The kernel of this unit alone; NULL: none. */
static struct rt_kernel *
table_find_local(const char *name, const char *unit)
{
	char local[4096], *end;
	uint32_t last;

	if (!table.local_names || !*unit || strlen(name) + strlen(unit) + 2 > sizeof local)
		return NULL;
	end = stpcpy(local, name);
	*end = '@';
	strcpy(end + 1, unit);
	last = names_last(&table.kernels, local);
	*end = '$';
	key_unit(end + 1, unit);
	return names_kernel(&table.kernels, last, names_last(&table.kernels, local));
}

static struct rt_kernel *
table_find(const char *name, const char *unit)
{
	struct rt_kernel *kernel = table_find_local(name, unit);

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
	at->kernel = table_find(name, unit);
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

/* The kernels of the table, in the arena; NULL: out of memory, or there are none. */
static struct rt_kernel **
list_kernels(struct arena *arena, size_t *n)
{
	struct names *names = &table.kernels;
	struct rt_kernel **list = arena_alloc(arena, (names->n + 1) * sizeof(struct rt_kernel *));

	/* First those of names with '@', which may have the others as twins. */
	for (int with_at = 1; list && with_at >= 0; with_at--)
		for (uint32_t i = 0; i < names->n; i++) {
			const char *key = make_key(arena, names->entry[i].name);

			if (names->entry[i].library->brought)
				continue;
			if (!!strchr(key, '@') != with_at || names_last(names, key) != i)
				continue;
			list[*n] = names_kernel(names, i, names_twin(names, key));
			*n += list[*n] && !!strchr(list[*n]->name, '@') == with_at;
		}
	return list;
}

/*
 * Where the unit begins in a name that only images of NVIDIA's GPUs have: behind the last '$',
 * when it ends as units do, in '_' and 16 hexadecimal digits.  NULL: the name has none.
 */
static char *
unit_of_gpu(char *name)
{
	enum { DIGITS = 16 };
	char *at = strrchr(name, '$');
	size_t n = at ? strlen(at) : 0;

	return n > DIGITS + 2 && at > name && at[n - DIGITS - 1] == '_' && strspn(at + n - DIGITS, "0123456789abcdef") == DIGITS ? at : NULL;
}

/* The names of the table's kernels as the program has them, in one block of memory; NULL when there is none. */
static struct sycl_rt_kernel_name *
copy_names(size_t *count)
{
	struct arena arena;
	struct rt_kernel **kernel;
	struct sycl_rt_kernel_name *list = NULL;
	size_t n = 0, size = 0;
	char *text;

	arena_init_quiet(&arena);
	kernel = list_kernels(&arena, &n);
	for (size_t i = 0; i < n; i++)
		size += strlen(kernel[i]->name) + 2;
	if (kernel)
		list = malloc(n * sizeof *list + size + 1);
	if (!list)
		n = 0;
	text = (char *)(list + n);
	for (size_t i = 0; i < n; i++) {
		char *name = text, *unit;

		text = stpcpy(name, kernel[i]->name);
		gpuname_decode(name, name);
		unit = strchr(name, '@');
		unit = unit ? unit : unit_of_gpu(name);
		if (unit)
			*unit++ = '\0';
		else
			unit = text;
		text++;
		list[i] = (struct sycl_rt_kernel_name){ name, unit };
	}
	if (n)
		qsort(list, n, sizeof *list, compare_names);
	arena_free(&arena);
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
sycl_rt_kernel_is_known(const char *name, const char *unit)
{
	const int known = rt_registry_acquire(name, unit) != NULL;

	rt_registry_release();
	return known;
}

API int
sycl_rt_kernel_is_local(const char *name, const char *unit)
{
	int local;

	rt_registry_acquire("", "");
	local = table_find_local(name, unit) != NULL;
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
			if (has_set(&lib->desc->images[i], PROPSET_GLOBAL_VARIABLES))
				found = propset_find(propfile_find(&need_image(lib, i)->props, PROPSET_GLOBAL_VARIABLES), id) != NULL;
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
	return names_find(&table.exports, symbol);
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
