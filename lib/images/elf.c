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
	Elf_Scn *scn;
	const unsigned char *data;	/* NULL until section_data() */
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
	Elf *elf;
	GElf_Ehdr header;
	struct section *section;
	size_t nsection;
	struct reloc *reloc;	/* sorted by place */
	size_t nreloc, room;
	size_t size;		/* of the file */
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

/* --- sections ------------------------------------------------------------------ */

static int
read_sections(struct reader *r)
{
	size_t names, i;

	/* libelf returns a truncated file as one without sections. */
	if (r->header.e_shoff > r->size || (uint64_t)r->header.e_shnum * r->header.e_shentsize > r->size - r->header.e_shoff)
		return bad(r, "damaged ELF file: cut short");
	if (elf_getshdrnum(r->elf, &r->nsection) || elf_getshdrstrndx(r->elf, &names))
		return bad(r, "damaged ELF file: %s", elf_errmsg(-1));
	r->section = arena_calloc(r->list->arena, r->nsection + 1, sizeof *r->section);
	for (i = 1; i < r->nsection; i++) {
		struct section *s = &r->section[i];

		s->scn = elf_getscn(r->elf, i);
		if (!s->scn || !gelf_getshdr(s->scn, &s->header))
			return bad(r, "damaged ELF file: section %zu: %s", i, elf_errmsg(-1));
		s->name = elf_strptr(r->elf, names, s->header.sh_name);
		if (!s->name)
			s->name = "";
	}
	return 0;
}

/* The bytes of a section that has any in the file; NULL otherwise. */
static const unsigned char *
section_data(struct section *s)
{
	Elf_Data *data;

	if (s->data || !s->scn || s->header.sh_type == SHT_NOBITS || !s->header.sh_size)
		return s->data;
	data = elf_rawdata(s->scn, NULL);
	if (data && data->d_buf && data->d_size >= s->header.sh_size)
		s->data = data->d_buf;
	return s->data;
}

/* --- relocations ------------------------------------------------------------------ */

static void
add_reloc(struct reader *r, const struct reloc *reloc)
{
	if (r->nreloc == r->room) {
		r->room = r->room ? 2 * r->room : 256;
		r->reloc = reallocarray(r->reloc, r->room, sizeof *r->reloc);
		if (!r->reloc)
			die("out of memory: cannot hold %zu relocations", r->room);
	}
	r->reloc[r->nreloc++] = *reloc;
}

static bool
is_word(const struct reader *r, uint32_t type)
{
	return r->header.e_machine == EM_AARCH64 ? type == R_AARCH64_ABS64 : type == R_X86_64_64;
}

static bool
is_relative(const struct reader *r, uint32_t type)
{
	return r->header.e_machine == EM_AARCH64 ? type == R_AARCH64_RELATIVE : type == R_X86_64_RELATIVE;
}

/* Adds a relocation that makes a pointer; skips others. */
static void
take_rela(struct reader *r, const GElf_Rela *rela, uint32_t section, Elf_Data *symbols)
{
	uint32_t type = (uint32_t)GELF_R_TYPE(rela->r_info);
	struct reloc reloc = { section, rela->r_offset, { 0, (uint64_t)rela->r_addend } };
	GElf_Sym symbol;

	if (!section) {
		if (is_relative(r, type))
			add_reloc(r, &reloc);
		return;
	}
	if (!is_word(r, type) || !symbols || !gelf_getsym(symbols, (int)GELF_R_SYM(rela->r_info), &symbol))
		return;
	reloc.to.section = symbol.st_shndx;
	reloc.to.value += symbol.st_value;
	if (symbol.st_shndx != SHN_UNDEF && symbol.st_shndx < SHN_LORESERVE)
		add_reloc(r, &reloc);
}

/* Relocations of read-only and initialised data matter, those of code and debug information do not. */
static bool
has_pointers(const struct reader *r, size_t section)
{
	const GElf_Shdr *header = section < r->nsection ? &r->section[section].header : NULL;

	return header && header->sh_flags & SHF_ALLOC && !(header->sh_flags & SHF_EXECINSTR);
}

static void
read_rela_section(struct reader *r, const struct section *s)
{
	bool relocatable = r->header.e_type == ET_REL;
	Elf_Data *data = elf_getdata(s->scn, NULL), *symbols = NULL;
	size_t n = s->header.sh_entsize ? s->header.sh_size / s->header.sh_entsize : 0, i;
	GElf_Rela rela;

	if (relocatable && s->header.sh_link < r->nsection && r->section[s->header.sh_link].scn)
		symbols = elf_getdata(r->section[s->header.sh_link].scn, NULL);
	for (i = 0; data && i < n && gelf_getrela(data, (int)i, &rela); i++)
		take_rela(r, &rela, relocatable ? s->header.sh_info : 0, symbols);
}

static int
compare_relocs(const void *a, const void *b)
{
	const struct reloc *x = a, *y = b;

	if (x->section != y->section)
		return x->section < y->section ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static void
read_relocs(struct reader *r)
{
	size_t i;

	for (i = 1; i < r->nsection; i++) {
		const struct section *s = &r->section[i];

		if (s->header.sh_type != SHT_RELA)
			continue;
		if (r->header.e_type == ET_REL ? has_pointers(r, s->header.sh_info) : !!(s->header.sh_flags & SHF_ALLOC))
			read_rela_section(r, s);
	}
	if (r->nreloc)
		qsort(r->reloc, r->nreloc, sizeof *r->reloc, compare_relocs);
}

/* --- reading structures -------------------------------------------------------------- */

/* size bytes at a place, NULL when they are not all in the section. */
static const unsigned char *
bytes_at(struct reader *r, struct place place, uint64_t size)
{
	struct section *s = place.section < r->nsection ? &r->section[place.section] : NULL;
	const unsigned char *data = s ? section_data(s) : NULL;

	if (!data || place.offset > s->header.sh_size || size > s->header.sh_size - place.offset)
		return NULL;
	return data + place.offset;
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

static bool
is_null(struct pointer p)
{
	return !p.section && !p.value;
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
	if (begin.section != end.section || end.value < begin.value || is_null(begin) != is_null(end))
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

/* The file offset of a place; the file may be an archive. */
static uint64_t
offset_in_file(const struct reader *r, struct place place)
{
	return (uint64_t)elf_getbase(r->elf) + r->section[place.section].header.sh_offset + place.offset;
}

static bool
may_change(const char *category)
{
	return !strcmp(category, PROPSET_SPEC_CONSTANTS) || !strcmp(category, PROPSET_SPEC_DEFAULTS) ||
		!strcmp(category, PROPSET_SPEC_TYPES) || !strcmp(category, PROPSET_MISC);
}

static void
note_place(const struct reader *r, struct image *image, const struct prop_place *place)
{
	if (!may_change(place->category))
		return;
	image->place = arena_extend(r->list->arena, image->place, image->nplace, sizeof *place);
	image->place[image->nplace++] = *place;
}

static int
read_property(struct reader *r, struct image *image, const char *category, struct place at)
{
	struct sycl_offload_property raw;
	struct place name_at = field(at, offsetof(struct sycl_offload_property, name)), value;
	const char *name = string_at(r, name_at);
	const unsigned char *blob;
	uint64_t nbits;

	if (!name)
		return -1;
	memcpy(&raw, bytes_at(r, at, sizeof raw), sizeof raw);
	if (raw.type == SYCL_OFFLOAD_PROPERTY_UINT32) {
		note_place(r, image, &(struct prop_place){ category, name,
			offset_in_file(r, place_of(r, pointer_at(r, name_at))),
			offset_in_file(r, field(at, offsetof(struct sycl_offload_property, size))) });
		return propfile_set_uint32(&image->properties, category, name, (uint32_t)raw.size);
	}
	value = place_of(r, pointer_at(r, field(at, offsetof(struct sycl_offload_property, value))));
	blob = bytes_at(r, value, raw.size);
	if (raw.type != SYCL_OFFLOAD_PROPERTY_BYTES || !blob || raw.size < 8)
		return bad(r, "property '%s' has no valid value", name);
	memcpy(&nbits, blob, 8);
	if (nbits / 8 + !!(nbits % 8) != raw.size - 8)
		return bad(r, "bit count of property '%s' does not fit its size", name);
	note_place(r, image, &(struct prop_place){ category, name, offset_in_file(r, place_of(r, pointer_at(r, name_at))),
		offset_in_file(r, value) });
	return spend(r, raw.size) ? -1 : propfile_set_bits(&image->properties, category, name, blob + 8, nbits);
}

static int
read_property_set(struct reader *r, struct image *image, struct place at)
{
	const char *category = string_at(r, field(at, offsetof(struct sycl_offload_property_set, name)));
	struct place place;
	uint64_t size, done;

	if (!category || range_at(r, field(at, offsetof(struct sycl_offload_property_set, begin)),
		field(at, offsetof(struct sycl_offload_property_set, end)), sizeof(struct sycl_offload_property), &place, &size) ||
		spend(r, size))
		return -1;
	propfile_get(&image->properties, category);
	for (done = 0; done < size; done += sizeof(struct sycl_offload_property))
		if (read_property(r, image, category, field(place, done)))
			return -1;
	return 0;
}

static int
read_property_sets(struct reader *r, struct image *image, struct place at)
{
	struct place place;
	uint64_t size, done;

	if (range_at(r, field(at, offsetof(struct sycl_offload_image, property_sets_begin)),
		field(at, offsetof(struct sycl_offload_image, property_sets_end)), sizeof(struct sycl_offload_property_set),
		&place, &size) || spend(r, size))
		return -1;
	for (done = 0; done < size; done += sizeof(struct sycl_offload_property_set))
		if (read_property_set(r, image, field(place, done)))
			return -1;
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
	return read_entries(r, image, at) || read_property_sets(r, image, at) ? -1 : 0;
}

static int
read_descriptor(struct reader *r, unsigned number, struct place at)
{
	struct sycl_offload_desc raw;
	struct place images;
	unsigned i;

	memcpy(&raw, bytes_at(r, at, sizeof raw), sizeof raw);
	if (raw.version != SYCL_OFFLOAD_DESC_VERSION)
		return bad(r, "descriptor of version %u: only version %d is known", raw.version, SYCL_OFFLOAD_DESC_VERSION);
	if (!raw.num_images)
		return 0;
	images = place_of(r, pointer_at(r, field(at, offsetof(struct sycl_offload_desc, images))));
	if (!bytes_at(r, images, raw.num_images * sizeof(struct sycl_offload_image)))
		return bad(r, "the images of a descriptor are not in the file as a whole");
	if (spend(r, raw.num_images * sizeof(struct sycl_offload_image)))
		return -1;
	for (i = 0; i < raw.num_images; i++)
		if (read_image(r, number, field(images, i * sizeof(struct sycl_offload_image))))
			return -1;
	return 0;
}

static int
read_descriptors(struct reader *r, uint32_t section, unsigned *number)
{
	uint64_t size = r->section[section].header.sh_size, done;
	struct place at = { section, 0 };

	if (!size)
		return 0;
	if (!bytes_at(r, at, size) || size % sizeof(struct sycl_offload_desc))
		return bad(r, "section '%s' is damaged", SYCL_OFFLOAD_SECTION_DESCS);
	for (done = 0; done < size; done += sizeof(struct sycl_offload_desc))
		if (read_descriptor(r, (*number)++, field(at, done)))
			return -1;
	return 0;
}

static int
read_all_sections(struct reader *r)
{
	unsigned number = 0;
	size_t i;

	for (i = 1; i < r->nsection; i++) {
		struct section *s = &r->section[i];

		if (!strcmp(s->name, SYCL_OFFLOAD_SECTION_DESCS) && read_descriptors(r, (uint32_t)i, &number))
			return -1;
		if (!strcmp(s->name, OFFLOADBIN_SECTION) && s->header.sh_size &&
			(!section_data(s) || read_packed(r->list, r->file, s->data, s->header.sh_size)))
			return s->data ? -1 : bad(r, "section '%s' is damaged", s->name);
	}
	return 0;
}

int
read_elf(struct imagelist *list, const char *file, void *elf)
{
	struct reader r = { .list = list, .file = file, .elf = elf };
	const char *ident = elf_getident(elf, NULL);
	int failed;

	if (!gelf_getehdr(elf, &r.header))
		return bad(&r, "damaged ELF file: %s", elf_errmsg(-1));
	if (ident[EI_CLASS] != ELFCLASS64 || ident[EI_DATA] != ELFDATA2LSB)
		return bad(&r, "not an ELF file of a 64-bit little-endian machine");
	elf_rawfile(elf, &r.size);
	r.budget = 4 * (uint64_t)r.size + 4096;
	if (read_sections(&r))
		return -1;
	read_relocs(&r);
	failed = read_all_sections(&r);
	free(r.reloc);
	return failed;
}
