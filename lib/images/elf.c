/*
 * Images of an ELF file, found without running it as offload-descriptor.h says: by
 * sections of known names, with pointers from relocations or in place.  Every read is checked against the section it is in.
 */
#include "image.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "format/offloadbin.h"

struct section {
	const char *name;
	GElf_Shdr header;
	const unsigned char *data;	/* NULL when it has no bytes in the file */
};

/* A pointer of the file: in a relocatable object, an offset in a section; else an address, and section is 0. */
struct pointer {
	uint32_t section;
	uint64_t value;
};

struct reloc {
	uint32_t section;	/* where it is; 0 when at is an address */
	uint64_t at;
	struct pointer to;
};

struct place {
	uint32_t section;
	uint64_t offset;
};

struct reader {
	struct imagelist *list;
	const char *file;
	const unsigned char *data;
	size_t size;
	uint64_t at;		/* of the data in the file that sycl-image may change */
	GElf_Ehdr header;
	struct section *section;
	size_t nsection;
	struct reloc *reloc;	/* sorted by place */
	size_t nreloc, room;
	uint64_t budget;	/* bytes of structures that may still be read: a bound for overlapping ones */
};

static int bad(const struct reader *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

static int
bad(const struct reader *r, const char *format, ...)
{
	const struct diag_place place = { r->file, 0, 0 };
	va_list args;

	va_start(args, format);
	diag_vat(&place, DIAG_ERROR, format, args);
	va_end(args);
	return -1;
}

/* --- sections and relocations --------------------------------------------------------- */

static int
read_sections(struct reader *r, Elf *elf)
{
	size_t names, i;

	/* libelf returns a truncated file as one without sections. */
	if (r->header.e_shoff > r->size || (uint64_t)r->header.e_shnum * r->header.e_shentsize > r->size - r->header.e_shoff)
		return bad(r, "damaged ELF file: cut short");
	if (elf_getshdrnum(elf, &r->nsection) || elf_getshdrstrndx(elf, &names))
		return bad(r, "damaged ELF file: %s", elf_errmsg(-1));
	r->section = arena_calloc(r->list->arena, r->nsection + 1, sizeof *r->section);
	for (i = 1; i < r->nsection; i++) {
		struct section *s = &r->section[i];
		const GElf_Shdr *header = &s->header;

		if (!gelf_getshdr(elf_getscn(elf, i), &s->header))
			return bad(r, "damaged ELF file: section %zu: %s", i, elf_errmsg(-1));
		s->name = elf_strptr(elf, names, header->sh_name);
		if (!s->name)
			s->name = "";
		if (header->sh_type != SHT_NOBITS && header->sh_size && header->sh_offset <= r->size &&
		    header->sh_size <= r->size - header->sh_offset)
			s->data = r->data + header->sh_offset;
	}
	return 0;
}

/* Whether relocations of the section can make pointers of descriptors: those of code and debug information cannot. */
static bool
has_pointers(const struct reader *r, const struct section *s)
{
	const GElf_Shdr *of;

	if (s->header.sh_type != SHT_RELA)
		return false;
	if (r->header.e_type != ET_REL)
		return s->header.sh_flags & SHF_ALLOC;
	of = s->header.sh_info < r->nsection ? &r->section[s->header.sh_info].header : NULL;
	return of && of->sh_flags & SHF_ALLOC && !(of->sh_flags & SHF_EXECINSTR);
}

/* Adds the relocations of a section that make pointers. */
static void
add_relocs(struct reader *r, Elf *elf, size_t section)
{
	bool relocatable = r->header.e_type == ET_REL, arm = r->header.e_machine == EM_AARCH64;
	uint32_t word = arm ? R_AARCH64_ABS64 : R_X86_64_64, relative = arm ? R_AARCH64_RELATIVE : R_X86_64_RELATIVE;
	const GElf_Shdr *header = &r->section[section].header;
	Elf_Data *data = elf_getdata(elf_getscn(elf, section), NULL), *symbols = NULL;
	size_t n = header->sh_entsize ? header->sh_size / header->sh_entsize : 0, i;
	GElf_Sym symbol;
	GElf_Rela rela;

	if (relocatable && header->sh_link && header->sh_link < r->nsection)
		symbols = elf_getdata(elf_getscn(elf, header->sh_link), NULL);
	for (i = 0; data && i < n && gelf_getrela(data, (int)i, &rela); i++) {
		struct reloc reloc = { 0, rela.r_offset, { 0, (uint64_t)rela.r_addend } };
		uint32_t type = (uint32_t)GELF_R_TYPE(rela.r_info);

		if (type != (relocatable ? word : relative))
			continue;
		if (relocatable) {
			if (!symbols || !gelf_getsym(symbols, (int)GELF_R_SYM(rela.r_info), &symbol) ||
			    symbol.st_shndx == SHN_UNDEF || symbol.st_shndx >= SHN_LORESERVE)
				continue;
			reloc.section = header->sh_info;
			reloc.to.section = symbol.st_shndx;
			reloc.to.value += symbol.st_value;
		}
		if (r->nreloc == r->room) {
			r->room = r->room ? 2 * r->room : 256;
			r->reloc = reallocarray(r->reloc, r->room, sizeof *r->reloc);
			if (!r->reloc)
				die("out of memory: cannot hold %zu relocations", r->room);
		}
		r->reloc[r->nreloc++] = reloc;
	}
}

static int
compare_relocs(const void *a, const void *b)
{
	const struct reloc *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

/* --- reading structures -------------------------------------------------------------- */

/* size bytes at a place, NULL when they are not all in the section. */
static const unsigned char *
bytes_at(const struct reader *r, struct place place, uint64_t size)
{
	const struct section *s = place.section < r->nsection ? &r->section[place.section] : NULL;

	if (!s || !s->data || place.offset > s->header.sh_size || size > s->header.sh_size - place.offset)
		return NULL;
	return s->data + place.offset;
}

/* The pointer at a place.  NULL pointers have value 0 and section 0. */
static struct pointer
pointer_at(struct reader *r, struct place place)
{
	struct reloc key = { place.section, place.offset, { 0, 0 } }, *found;
	struct pointer in_place = { 0, 0 };
	const unsigned char *bytes = bytes_at(r, place, 8);

	if (r->header.e_type != ET_REL) {
		key.section = 0;
		key.at += r->section[place.section].header.sh_addr;
	}
	found = r->nreloc ? bsearch(&key, r->reloc, r->nreloc, sizeof key, compare_relocs) : NULL;
	if (found)
		return found->to;
	if (bytes)
		memcpy(&in_place.value, bytes, 8);
	return in_place;
}

/* The place in the file to which a pointer points; section 0 when it is outside. */
static struct place
place_of(const struct reader *r, struct pointer p)
{
	struct place none = { 0, 0 };
	size_t i;

	if (r->header.e_type == ET_REL)
		return p.section && p.section < r->nsection && p.value <= r->section[p.section].header.sh_size ?
			(struct place){ p.section, p.value } : none;
	for (i = 1; i < r->nsection; i++) {
		const GElf_Shdr *header = &r->section[i].header;

		if (header->sh_flags & SHF_ALLOC && !(header->sh_flags & SHF_TLS) && header->sh_type != SHT_NOBITS &&
			p.value >= header->sh_addr && p.value - header->sh_addr < header->sh_size)
			return (struct place){ (uint32_t)i, p.value - header->sh_addr };
	}
	return none;
}

static struct place
field(struct place place, size_t offset)
{
	place.offset += offset;
	return place;
}

/*
 * The bytes between the pointers at begin_at and end_at: *size of them, in
 * elements of that many bytes, from *place on.  Empty ones have no place.
 */
static int
range_at(struct reader *r, struct place begin_at, struct place end_at, uint64_t element, struct place *place,
	uint64_t *size)
{
	struct pointer begin = pointer_at(r, begin_at), end = pointer_at(r, end_at);

	*place = (struct place){ 0, 0 };
	*size = 0;
	if (begin.section != end.section || end.value < begin.value ||
	    (!begin.section && !begin.value) != (!end.section && !end.value))
		return bad(r, "an array of the descriptor has no valid begin and end");
	if (begin.value == end.value)
		return 0;
	*size = end.value - begin.value;
	*place = place_of(r, begin);
	if (!bytes_at(r, *place, *size) || *size % element)
		return bad(r, "an array of the descriptor is not in the file as a whole");
	return 0;
}

/* Limits the bytes that are read: in a small file structures could overlap endlessly. */
static int
spend(struct reader *r, uint64_t size)
{
	if (size > r->budget)
		return bad(r, "structures of the descriptor overlap");
	r->budget -= size;
	return 0;
}

/* The string to which the pointer at a place points; reports and returns NULL without one. */
static const char *
string_at(struct reader *r, struct place at)
{
	struct place place = place_of(r, pointer_at(r, at));
	const unsigned char *text = bytes_at(r, place, 1);
	const unsigned char *end;

	if (text) {
		end = memchr(text, '\0', r->section[place.section].header.sh_size - place.offset);
		if (end)
			return spend(r, (uint64_t)(end - text)) ? NULL : (const char *)text;
	}
	bad(r, "a string of the descriptor is not in the file");
	return NULL;
}

/* --- the descriptor ------------------------------------------------------------------------ */

static uint64_t
offset_in_file(const struct reader *r, struct place place)
{
	return r->at + r->section[place.section].header.sh_offset + place.offset;
}

/* Notes where a property that may change is: its name, and its value. */
static void
note_place(const struct reader *r, struct image *image, const char *category, const char *name, uint64_t name_at, uint64_t blob_at)
{
	if (strcmp(category, PROPSET_SPEC_CONSTANTS) && strcmp(category, PROPSET_SPEC_DEFAULTS) &&
	    strcmp(category, PROPSET_SPEC_TYPES) && strcmp(category, PROPSET_MISC))
		return;
	image->place = arena_extend(r->list->arena, image->place, image->nplace, sizeof *image->place);
	image->place[image->nplace++] = (struct prop_place){ category, name, name_at, blob_at };
}

static int
read_property(struct reader *r, struct image *image, const char *category, struct place at)
{
	struct sycl_offload_property raw;
	struct place name_at = field(at, offsetof(struct sycl_offload_property, name)), value;
	const char *name = string_at(r, name_at);
	const unsigned char *blob;
	uint64_t nbits, name_offset;

	if (!name)
		return -1;
	name_offset = offset_in_file(r, place_of(r, pointer_at(r, name_at)));
	memcpy(&raw, bytes_at(r, at, sizeof raw), sizeof raw);
	if (raw.type == SYCL_OFFLOAD_PROPERTY_UINT32) {
		note_place(r, image, category, name, name_offset,
			offset_in_file(r, field(at, offsetof(struct sycl_offload_property, size))));
		return propfile_set_uint32(&image->properties, category, name, (uint32_t)raw.size);
	}
	value = place_of(r, pointer_at(r, field(at, offsetof(struct sycl_offload_property, value))));
	blob = bytes_at(r, value, raw.size);
	if (raw.type != SYCL_OFFLOAD_PROPERTY_BYTES || !blob || raw.size < 8)
		return bad(r, "property '%s' has no valid value", name);
	memcpy(&nbits, blob, 8);
	if (nbits / 8 + !!(nbits % 8) != raw.size - 8)
		return bad(r, "bit count of property '%s' does not fit its size", name);
	note_place(r, image, category, name, name_offset, offset_in_file(r, value));
	return spend(r, raw.size) ? -1 : propfile_set_bits(&image->properties, category, name, blob + 8, nbits);
}

static int
read_properties(struct reader *r, struct image *image, struct place at)
{
	enum { SET = sizeof(struct sycl_offload_property_set), PROPERTY = sizeof(struct sycl_offload_property) };
	struct place sets, set, properties;
	uint64_t sets_size, size, i, k;
	const char *category;

	if (range_at(r, field(at, offsetof(struct sycl_offload_image, property_sets_begin)),
		     field(at, offsetof(struct sycl_offload_image, property_sets_end)), SET, &sets, &sets_size) ||
	    spend(r, sets_size))
		return -1;
	for (i = 0; i < sets_size; i += SET) {
		set = field(sets, i);
		category = string_at(r, field(set, offsetof(struct sycl_offload_property_set, name)));
		if (!category ||
		    range_at(r, field(set, offsetof(struct sycl_offload_property_set, begin)),
			     field(set, offsetof(struct sycl_offload_property_set, end)), PROPERTY, &properties, &size) ||
		    spend(r, size))
			return -1;
		propfile_get(&image->properties, category);
		for (k = 0; k < size; k += PROPERTY)
			if (read_property(r, image, category, field(properties, k)))
				return -1;
	}
	return 0;
}

/* Distinguishes the two layouts of entries as described in the header. */
static bool
entries_are_new(struct reader *r, struct place place)
{
	const unsigned char *first = bytes_at(r, place, sizeof(struct sycl_offload_entry_new));
	struct sycl_offload_entry_new raw;

	if (!first)
		return false;
	memcpy(&raw, first, sizeof raw);
	return !raw.reserved && raw.version == SYCL_OFFLOAD_ENTRY_NEW_VERSION &&
		raw.kind == SYCL_OFFLOAD_ENTRY_NEW_KIND && !raw.flags;
}

static int
read_entries(struct reader *r, struct image *image, struct place at)
{
	size_t step = sizeof(struct sycl_offload_entry), name = offsetof(struct sycl_offload_entry, name);
	struct place place;
	uint64_t size, done;

	if (range_at(r, field(at, offsetof(struct sycl_offload_image, entries_begin)),
		field(at, offsetof(struct sycl_offload_image, entries_end)), 8, &place, &size) || spend(r, size))
		return -1;
	image->new_entries = size && entries_are_new(r, place);
	if (image->new_entries) {
		step = sizeof(struct sycl_offload_entry_new);
		name = offsetof(struct sycl_offload_entry_new, name);
	}
	if (size % step)
		return bad(r, "the array of entries has a size that no entries have");
	image->entry = arena_calloc(r->list->arena, size / step, sizeof *image->entry);
	for (done = 0; done < size; done += step) {
		const char *text = string_at(r, field(place, done + name));

		if (!text)
			return -1;
		image->entry[image->nentry++] = text;
	}
	return 0;
}

static int
read_bytes(struct reader *r, struct place begin, struct place end, const unsigned char **data, size_t *size, uint64_t *at)
{
	struct place place;
	uint64_t length;

	if (range_at(r, begin, end, 1, &place, &length))
		return -1;
	*data = length ? bytes_at(r, place, length) : NULL;
	*at = length ? offset_in_file(r, place) : 0;
	*size = length;
	return 0;
}

static int
read_image(struct reader *r, unsigned descriptor, struct place at)
{
	struct image *image = imagelist_add(r->list, r->file, IMAGE_WRAPPED);
	struct sycl_offload_image raw;
	uint64_t at_manifest;

	memcpy(&raw, bytes_at(r, at, sizeof raw), sizeof raw);
	if (raw.version != SYCL_OFFLOAD_IMAGE_VERSION)
		return bad(r, "image of version %u: only version %d is known", raw.version, SYCL_OFFLOAD_IMAGE_VERSION);
	image->descriptor = descriptor;
	image->kind = raw.kind;
	image->target = string_at(r, field(at, offsetof(struct sycl_offload_image, target)));
	image->compile_options = string_at(r, field(at, offsetof(struct sycl_offload_image, compile_options)));
	image->link_options = string_at(r, field(at, offsetof(struct sycl_offload_image, link_options)));
	if (!image->target || !image->compile_options || !image->link_options)
		return -1;
	if (read_bytes(r, field(at, offsetof(struct sycl_offload_image, manifest_begin)),
		field(at, offsetof(struct sycl_offload_image, manifest_end)), &image->manifest, &image->manifest_size, &at_manifest) ||
		read_bytes(r, field(at, offsetof(struct sycl_offload_image, image_begin)),
			field(at, offsetof(struct sycl_offload_image, image_end)), &image->data, &image->size, &image->data_at))
		return -1;
	image_set_format(image, raw.format);
	return read_entries(r, image, at) || read_properties(r, image, at) ? -1 : 0;
}

/* The descriptors of a section; *number counts those of the file. */
static int
read_descriptors(struct reader *r, uint32_t section, unsigned *number)
{
	enum { DESC = sizeof(struct sycl_offload_desc), IMAGE = sizeof(struct sycl_offload_image) };
	uint64_t size = r->section[section].header.sh_size, done;
	struct sycl_offload_desc raw;
	struct place at, images;
	unsigned i;

	if (size && (!r->section[section].data || size % DESC))
		return bad(r, "section '%s' is damaged", SYCL_OFFLOAD_SECTION_DESCS);
	for (done = 0; done < size; done += DESC, (*number)++) {
		at = (struct place){ section, done };
		memcpy(&raw, bytes_at(r, at, DESC), DESC);
		if (raw.version != SYCL_OFFLOAD_DESC_VERSION)
			return bad(r, "descriptor of version %u: only version %d is known", raw.version,
				   SYCL_OFFLOAD_DESC_VERSION);
		if (!raw.num_images)
			continue;
		images = place_of(r, pointer_at(r, field(at, offsetof(struct sycl_offload_desc, images))));
		if (!bytes_at(r, images, raw.num_images * IMAGE))
			return bad(r, "the images of a descriptor are not in the file as a whole");
		if (spend(r, raw.num_images * IMAGE))
			return -1;
		for (i = 0; i < raw.num_images; i++)
			if (read_image(r, *number, field(images, i * IMAGE)))
				return -1;
	}
	return 0;
}

/* Reads the sections of a file whose header is read. */
static int
read_file(struct reader *r, Elf *elf)
{
	unsigned number = 0;
	size_t i;

	if (read_sections(r, elf))
		return -1;
	for (i = 1; i < r->nsection; i++)
		if (has_pointers(r, &r->section[i]))
			add_relocs(r, elf, i);
	if (r->nreloc)
		qsort(r->reloc, r->nreloc, sizeof *r->reloc, compare_relocs);
	for (i = 1; i < r->nsection; i++) {
		const struct section *s = &r->section[i];

		if (!strcmp(s->name, SYCL_OFFLOAD_SECTION_DESCS) && read_descriptors(r, (uint32_t)i, &number))
			return -1;
		if (strcmp(s->name, OFFLOADBIN_SECTION) || !s->header.sh_size)
			continue;
		if (!s->data)
			return bad(r, "section '%s' is damaged", s->name);
		if (read_packed(r->list, r->file, s->data, s->header.sh_size))
			return -1;
	}
	return 0;
}

int
read_elf(struct imagelist *list, const char *file, const unsigned char *data, size_t size, uint64_t at)
{
	struct reader r = { .list = list, .file = file, .data = data, .size = size, .at = at,
			    .budget = 4 * (uint64_t)size + 4096 };
	int failed;
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_memory((char *)(uintptr_t)data, size);
	if (!gelf_getehdr(elf, &r.header))
		failed = bad(&r, "damaged ELF file: %s", elf_errmsg(-1));
	else if (r.header.e_ident[EI_CLASS] != ELFCLASS64 || r.header.e_ident[EI_DATA] != ELFDATA2LSB)
		failed = bad(&r, "not an ELF file of a 64-bit little-endian machine");
	else
		failed = read_file(&r, elf);
	free(r.reloc);
	elf_end(elf);
	return failed;
}
