#include "descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/hash.h"
#include "format/propset.h"
#include "format/symfile.h"
#include "registration.h"
#include "sycl-cc/offload-descriptor.h"

/* Strings that many images share are stored once; others, such as kernel names, are not compared. */
enum { SHARED_SLOTS = 1024 };

/* So are property sets that images have in common, such as requirements: of those that hash alike the last one is known. */
enum { KNOWN_SETS = 64, KNOWN_SET_SIZE = 512 };

struct known_set {
	uint64_t at;			/* of its array of properties */
	size_t len;			/* of what describes it; 0: none */
	char text[KNOWN_SET_SIZE];
};

struct builder {
	struct object *object;
	const struct descriptor_options *options;
	struct arena image_arena;	/* what one image needs */
	uint32_t descs, arrays, tables, strings, info;	/* sections */
	struct shared {
		const char *text;
		uint64_t at;
	} shared[SHARED_SLOTS];
	struct arena shared_arena;
	struct known_set *known;	/* KNOWN_SETS of them */
	unsigned long nname, nentries, nsets, nprop, nvalue, nset_name;	/* suffixes of symbols */
	char symbol[256];
};

static struct spool *
content(const struct builder *b, uint32_t section)
{
	return &b->object->section[section].content;
}

/* --- symbols ------------------------------------------------------------------ */

static void
add_symbol(struct builder *b, uint32_t section, uint64_t at, uint64_t size)
{
	object_local(b->object, b->symbol, section, at, size, STT_OBJECT);
	if (b->options->verbose)
		printf("global added: %s\n", b->symbol);
}

/* NAME, then NAME.1, NAME.2 ... */
static void
numbered_symbol(struct builder *b, const char *name, unsigned long *count, uint32_t section, uint64_t at, uint64_t size)
{
	if (*count)
		snprintf(b->symbol, sizeof b->symbol, "%s.%lu", name, *count);
	else
		snprintf(b->symbol, sizeof b->symbol, "%s", name);
	++*count;
	add_symbol(b, section, at, size);
}

/* .sycl_offloading.WORD.N and .sycl_offloading.N.WORD */
static void
image_symbol(struct builder *b, const char *before, size_t n, const char *after, uint32_t section, uint64_t at, uint64_t size)
{
	snprintf(b->symbol, sizeof b->symbol, "%s%s%zu%s", SYCL_OFFLOAD_SYMBOL_PREFIX, before, n, after);
	add_symbol(b, section, at, size);
}

/* --- strings ------------------------------------------------------------------- */

static uint64_t
put_string(struct builder *b, const char *text)
{
	return spool_put(content(b, b->strings), text, strlen(text) + 1);
}

static struct shared *
find_shared(struct builder *b, const char *text)
{
	uint64_t hash = hash_bytes(text, strlen(text));
	unsigned tries;

	for (tries = 0; tries < 8; tries++) {
		struct shared *s = &b->shared[(hash + tries) % SHARED_SLOTS];

		if (!s->text || !strcmp(s->text, text))
			return s;
	}
	return NULL;
}

/* A string that other images may have too; sets *made when it is new. */
static uint64_t
put_shared(struct builder *b, const char *text, bool *made)
{
	struct shared *s = find_shared(b, text);

	*made = !s || !s->text;
	if (s && !s->text) {
		s->text = arena_strdup(&b->shared_arena, text);
		s->at = put_string(b, text);
	}
	return s ? s->at : put_string(b, text);
}

static void
point_at_option(struct builder *b, uint64_t field, const char *text, size_t n, const char *symbol)
{
	bool made;
	uint64_t at = put_shared(b, text, &made);

	object_pointer(b->object, b->arrays, field, b->strings, at);
	image_symbol(b, symbol, n, "", b->strings, at, strlen(text) + 1);
}

/* --- parts of an image ------------------------------------------------------------ */

static void
point_at_range(struct builder *b, uint64_t field, uint32_t section, uint64_t begin, uint64_t end)
{
	object_pointer(b->object, b->arrays, field, section, begin);
	object_pointer(b->object, b->arrays, field + 8, section, end);
}

static int
add_manifest(struct builder *b, const struct image *image, size_t n, uint64_t base)
{
	struct spool *strings = content(b, b->strings);
	uint64_t at = spool_align(strings, 8);
	char piece[4096];
	ssize_t got;
	int fd;

	if (!*image->manifest)
		return 0;
	fd = open(image->manifest, O_RDONLY | O_CLOEXEC);
	while (fd >= 0 && (got = read(fd, piece, sizeof piece)) != 0) {
		if (got < 0 && errno != EINTR)
			break;
		if (got > 0)
			spool_put(strings, piece, (size_t)got);
	}
	if (fd < 0 || got < 0) {
		diag(DIAG_ERROR, "cannot read '%s': %s", image->manifest, strerror(errno));
		return -1;
	}
	close(fd);
	point_at_range(b, base + offsetof(struct sycl_offload_image, manifest_begin), b->strings, at, strings->size);
	image_symbol(b, "", n, ".manifest", b->strings, at, strings->size - at);
	return 0;
}

static void
put_entry(struct builder *b, uint64_t name)
{
	struct sycl_offload_entry classic = { 0 };
	struct sycl_offload_entry_new fresh = { .version = SYCL_OFFLOAD_ENTRY_NEW_VERSION, .kind = SYCL_OFFLOAD_ENTRY_NEW_KIND };
	bool is_new = b->options->new_entries;
	uint64_t at = spool_put(content(b, b->tables), is_new ? (void *)&fresh : (void *)&classic,
				is_new ? sizeof fresh : sizeof classic);

	at += is_new ? offsetof(struct sycl_offload_entry_new, name) : offsetof(struct sycl_offload_entry, name);
	object_pointer(b->object, b->tables, at, b->strings, name);
}

static int
add_entries(struct builder *b, const struct image *image, uint64_t base)
{
	struct spool *tables = content(b, b->tables);
	uint64_t at = spool_align(tables, 8), *name;
	const char **symbol;
	size_t n, i;

	if (!*image->options.entries)
		return 0;
	if (symfile_read(&symbol, &n, &b->image_arena, image->options.entries))
		return -1;
	if (!n)
		return 0;
	name = arena_calloc(&b->image_arena, n, sizeof *name);
	for (i = 0; i < n; i++) {
		name[i] = put_string(b, symbol[i]);
		numbered_symbol(b, "__sycl_offload_entry_name", &b->nname, b->strings, name[i], strlen(symbol[i]) + 1);
	}
	for (i = 0; i < n; i++)
		put_entry(b, name[i]);
	numbered_symbol(b, "__sycl_offload_entries_arr", &b->nentries, b->tables, at, tables->size - at);
	point_at_range(b, base + offsetof(struct sycl_offload_image, entries_begin), b->tables, at, tables->size);
	return 0;
}

/* --- properties ---------------------------------------------------------------------- */

/* The property file with what the wrapper knows about the image itself. */
static int
read_properties(struct builder *b, const struct image *image, struct propfile *file)
{
	int failed = 0;

	propfile_init(file, &b->image_arena);
	if (*image->options.properties)
		failed = propfile_read(file, &b->image_arena, image->options.properties);
	if (!failed && *image->reason)
		failed = propfile_set_string(file, SYCL_OFFLOAD_PROPSET_IMAGE, SYCL_OFFLOAD_PROPERTY_REASON, image->reason);
	if (!failed && *image->options.producer && !*image->reason)
		failed = propfile_set_string(file, SYCL_OFFLOAD_PROPSET_IMAGE, SYCL_OFFLOAD_PROPERTY_PRODUCER,
					     image->options.producer);
	return failed;
}

static uint64_t
put_name(struct builder *b, const char *text, const char *symbol, unsigned long *count)
{
	bool made;
	uint64_t at = put_shared(b, text, &made);

	if (made)
		numbered_symbol(b, symbol, count, b->strings, at, strlen(text) + 1);
	return at;
}

/* Writes names, types and values of a set; the length, or 0: they do not fit. */
static size_t
describe_set(char text[KNOWN_SET_SIZE], const struct propset *set)
{
	size_t len = 0;

	for (size_t i = 0; i < set->nprop; i++) {
		const struct prop *prop = &set->prop[i];
		size_t name = strlen(prop->name) + 1, value = prop->type == PROP_UINT32 ? sizeof prop->value : prop->blob_size;

		if (name + 1 > KNOWN_SET_SIZE - len || value + sizeof value > KNOWN_SET_SIZE - len - name - 1)
			return 0;
		memcpy(text + len, prop->name, name);
		text[len + name] = prop->type == PROP_UINT32;
		len += name + 1;
		memcpy(text + len, &value, sizeof value);
		memcpy(text + len + sizeof value, prop->type == PROP_UINT32 ? (const void *)&prop->value : prop->blob, value);
		len += sizeof value + value;
	}
	return len;
}

/* The names and values of a set, then its array of properties; returns where that starts. */
static uint64_t
put_properties(struct builder *b, const struct propset *set)
{
	struct spool *tables = content(b, b->tables), *strings = content(b, b->strings);
	uint64_t start = tables->size;
	size_t i;

	for (i = 0; i < set->nprop; i++) {
		const struct prop *prop = &set->prop[i];
		struct sycl_offload_property out = { .type = prop->type == PROP_UINT32 ? SYCL_OFFLOAD_PROPERTY_UINT32
										      : SYCL_OFFLOAD_PROPERTY_BYTES };
		uint64_t name = put_name(b, prop->name, "prop", &b->nprop), value, at;

		out.size = prop->type == PROP_UINT32 ? prop->value : prop->blob_size;
		at = spool_put(tables, &out, sizeof out);
		object_pointer(b->object, b->tables, at + offsetof(struct sycl_offload_property, name), b->strings, name);
		if (prop->type == PROP_UINT32)
			continue;
		spool_align(strings, 8);
		value = spool_put(strings, prop->blob, prop->blob_size);
		numbered_symbol(b, "prop_val", &b->nvalue, b->strings, value, prop->blob_size);
		object_pointer(b->object, b->tables, at + offsetof(struct sycl_offload_property, value), b->strings, value);
	}
	if (set->nprop)
		numbered_symbol(b, "__sycl_offload_prop_sets_arr", &b->nsets, b->tables, start, tables->size - start);
	return start;
}

/* The same, or where an equal set of another image starts. */
static uint64_t
share_properties(struct builder *b, const struct propset *set)
{
	char text[KNOWN_SET_SIZE];
	size_t len = describe_set(text, set);
	struct known_set *known = &b->known[hash_bytes(text, len) % KNOWN_SETS];

	if (!len)
		return put_properties(b, set);
	if (known->len != len || memcmp(known->text, text, len) != 0) {
		known->len = len;
		memcpy(known->text, text, len);
		known->at = put_properties(b, set);
	}
	return known->at;
}

static int
add_properties(struct builder *b, const struct image *image, uint64_t base)
{
	struct spool *tables = content(b, b->tables);
	uint64_t *start, first, at;
	struct propfile file;
	size_t i;

	if (read_properties(b, image, &file))
		return -1;
	if (!file.nset)
		return 0;
	spool_align(tables, 8);
	start = arena_calloc(&b->image_arena, file.nset, sizeof *start);
	for (i = 0; i < file.nset; i++)
		start[i] = share_properties(b, &file.set[i]);
	first = tables->size;
	for (i = 0; i < file.nset; i++) {
		struct sycl_offload_property_set none = { 0 };
		uint64_t name = put_name(b, file.set[i].category, "SYCL_PropSetName", &b->nset_name);

		at = spool_put(tables, &none, sizeof none);
		object_pointer(b->object, b->tables, at + offsetof(struct sycl_offload_property_set, name), b->strings, name);
		if (!file.set[i].nprop)
			continue;
		object_pointer(b->object, b->tables, at + offsetof(struct sycl_offload_property_set, begin), b->tables, start[i]);
		object_pointer(b->object, b->tables, at + offsetof(struct sycl_offload_property_set, end), b->tables,
			       start[i] + file.set[i].nprop * sizeof(struct sycl_offload_property));
	}
	numbered_symbol(b, "__sycl_offload_prop_sets_arr", &b->nsets, b->tables, first, tables->size - first);
	point_at_range(b, base + offsetof(struct sycl_offload_image, property_sets_begin), b->tables, first, tables->size);
	return 0;
}

/* --- images ---------------------------------------------------------------------------- */

/* Two words, for tools that find images without reading descriptors. */
static void
add_info(struct builder *b, const struct image *image, size_t n)
{
	uint64_t words[2] = { 0, image->blob.size };
	uint64_t at = spool_put(content(b, b->info), words, sizeof words);

	if (image->blob.section)
		object_pointer(b->object, b->info, at, image->blob.section, image->blob.offset);
	image_symbol(b, "", n, ".info", b->info, at, sizeof words);
}

static int
add_image(struct builder *b, const struct image *image, size_t n)
{
	struct sycl_offload_image out = { .version = SYCL_OFFLOAD_IMAGE_VERSION, .kind = image->options.kind,
					  .format = image->blob.section ? image->blob.format : image->options.format };
	uint64_t base = spool_put(content(b, b->arrays), &out, sizeof out);

	point_at_option(b, base + offsetof(struct sycl_offload_image, target), image->options.target, n, "target.");
	point_at_option(b, base + offsetof(struct sycl_offload_image, compile_options), image->options.compile_options, n,
			"opts.compile.");
	point_at_option(b, base + offsetof(struct sycl_offload_image, link_options), image->options.link_options, n, "opts.link.");
	if (image->blob.section) {
		point_at_range(b, base + offsetof(struct sycl_offload_image, image_begin), image->blob.section,
			       image->blob.offset, image->blob.offset + image->blob.size);
		image_symbol(b, "", n, ".data", image->blob.section, image->blob.offset, image->blob.size);
	}
	if (b->info)
		add_info(b, image, n);
	return add_manifest(b, image, n, base) || add_entries(b, image, base) || add_properties(b, image, base) ? -1 : 0;
}

/* One descriptor for at most 65,535 images from first on. */
static void
add_desc(struct builder *b, size_t first, size_t n)
{
	struct sycl_offload_desc out = { .version = SYCL_OFFLOAD_DESC_VERSION, .num_images = (uint16_t)n };
	uint64_t at = spool_put(content(b, b->descs), &out, sizeof out);

	if (n)
		object_pointer(b->object, b->descs, at + offsetof(struct sycl_offload_desc, images), b->arrays,
			       first * sizeof(struct sycl_offload_image));
}

static void
add_sections(struct builder *b)
{
	struct object *o = b->object;

	b->descs = object_section(o, SYCL_OFFLOAD_SECTION_DESCS, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8);
	b->arrays = object_section(o, SYCL_OFFLOAD_SECTION_IMAGE_ARRAYS, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8);
	b->tables = object_section(o, SYCL_OFFLOAD_SECTION_TABLES, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, 8);
	b->strings = object_section(o, SYCL_OFFLOAD_SECTION_STRINGS, SHT_PROGBITS, SHF_ALLOC, 8);
	if (b->options->registration)
		b->info = object_section(o, SYCL_OFFLOAD_SECTION_INFO, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE | SHF_GNU_RETAIN, 16);
	object_section(o, ".note.GNU-stack", SHT_PROGBITS, 0, 1);
}

static void
add_desc_symbol(struct builder *b)
{
	uint64_t size = content(b, b->descs)->size;

	if (!b->options->name) {
		snprintf(b->symbol, sizeof b->symbol, "%s", SYCL_OFFLOAD_SYMBOL_DESC);
		add_symbol(b, b->descs, 0, size);
	} else {
		object_global(b->object, arena_printf(b->object->arena, "%s%s", SYCL_OFFLOAD_SYMBOL_PREFIX, b->options->name),
			      b->descs, 0, size);
	}
}

int
descriptor_add(struct object *object, const struct image_list *list, const struct descriptor_options *options)
{
	struct builder b = { .object = object, .options = options };
	struct registration registration;
	size_t i;
	int failed = 0;

	arena_init(&b.image_arena);
	arena_init(&b.shared_arena);
	b.known = arena_calloc(&b.shared_arena, KNOWN_SETS, sizeof *b.known);
	add_sections(&b);
	if (options->registration)
		registration_sections(&registration, object, b.descs);
	object_start_symbols(object);
	for (i = 0; !failed && i < list->n; i++) {
		failed = add_image(&b, &list->image[i], i);
		arena_free(&b.image_arena);
	}
	snprintf(b.symbol, sizeof b.symbol, "%s", SYCL_OFFLOAD_SYMBOL_IMAGES);
	add_symbol(&b, b.arrays, 0, content(&b, b.arrays)->size);
	for (i = 0; i < list->n || !i; i += UINT16_MAX)
		add_desc(&b, i, list->n - i < UINT16_MAX ? list->n - i : UINT16_MAX);
	if (options->registration)
		registration_symbols(&registration, object);
	add_desc_symbol(&b);
	if (!failed && options->registration)
		registration_add(&registration, object);
	for (i = 0; !failed && i < options->n_module_ids; i++)
		object_shared(object, arena_printf(object->arena, SYCL_OFFLOAD_SYMBOL_LINKED_MODULE "%s", options->module_id[i]), b.descs);
	arena_free(&b.shared_arena);
	return failed;
}
