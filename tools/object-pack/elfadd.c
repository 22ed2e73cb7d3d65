#include "elfadd.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "base/diag.h"

/* Header and section headers of a 64-bit little-endian relocatable object. */
struct object {
	const unsigned char *data;
	size_t size;
	Elf64_Ehdr header;
	Elf64_Shdr first;	/* section 0 has numbers that do not fit in the header */
	Elf64_Shdr names;	/* of the sections */
	uint64_t table, n_sections, names_index;	/* of the section headers */
};

static int
bad(const char *path, const char *why)
{
	diag(DIAG_ERROR, "cannot add device code to '%s': %s", path, why);
	return -1;
}

static bool
get_section(const struct object *object, uint64_t i, Elf64_Shdr *section)
{
	if (i >= object->n_sections)
		return false;
	memcpy(section, object->data + object->table + i * sizeof *section, sizeof *section);
	return true;
}

static int
open_object(struct object *object, const struct mapfile *file, const char *path)
{
	Elf64_Ehdr *header = &object->header;

	object->data = file->data;
	object->size = file->size;
	if (file->size >= 4 && !memcmp(file->data, "BC\xc0\xde", 4))
		return bad(path, "it is LLVM bitcode (-flto)");
	if (file->size < sizeof *header || memcmp(file->data, ELFMAG, SELFMAG))
		return bad(path, "not an ELF file");
	memcpy(header, file->data, sizeof *header);
	if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_type != ET_REL || header->e_shentsize != sizeof(Elf64_Shdr))
		return bad(path, "not a relocatable 64-bit object");
	if (header->e_shoff < sizeof *header || header->e_shoff > file->size ||
	    file->size - header->e_shoff < sizeof(Elf64_Shdr))
		return bad(path, "no section headers");
	object->table = header->e_shoff;
	object->n_sections = 1;
	get_section(object, 0, &object->first);
	object->n_sections = header->e_shnum ? header->e_shnum : object->first.sh_size;
	object->names_index = header->e_shstrndx == SHN_XINDEX ? object->first.sh_link : header->e_shstrndx;
	if (object->n_sections > (file->size - header->e_shoff) / sizeof(Elf64_Shdr))
		return bad(path, "truncated section headers");
	if (!get_section(object, object->names_index, &object->names) || object->names.sh_type != SHT_STRTAB ||
	    object->names.sh_offset > file->size || object->names.sh_size > file->size - object->names.sh_offset)
		return bad(path, "no section names");
	return 0;
}

static uint64_t
pad(FILE *stream, uint64_t at, uint64_t align)
{
	for (; at % align; at++)
		putc('\0', stream);
	return at;
}

int
elf_add_section(const struct mapfile *file, const char *path, const struct elf_section *section, FILE *stream)
{
	Elf64_Shdr added = { .sh_type = section->type, .sh_flags = section->flags, .sh_size = section->size,
			     .sh_addralign = section->align };
	uint64_t at, i, data_padding, name_size = strlen(section->name) + 1;
	struct object object;
	Elf64_Shdr header;

	if (open_object(&object, file, path))
		return -1;
	added.sh_offset = (file->size + section->align - 1) / section->align * section->align;
	data_padding = added.sh_offset - file->size;
	added.sh_name = (Elf64_Word)object.names.sh_size;
	at = added.sh_offset + section->size + object.names.sh_size + name_size;
	object.header.e_shoff = (at + 7) / 8 * 8;
	if (object.n_sections + 1 < SHN_LORESERVE) {
		object.header.e_shnum = (Elf64_Half)(object.n_sections + 1);
	} else {
		object.header.e_shnum = 0;
		object.first.sh_size = object.n_sections + 1;
	}
	fwrite(&object.header, sizeof object.header, 1, stream);
	fwrite(file->data + sizeof object.header, 1, file->size - sizeof object.header, stream);
	for (i = 0; i < data_padding; i++)
		putc('\0', stream);
	fwrite(section->data, 1, section->size, stream);
	fwrite(file->data + object.names.sh_offset, 1, object.names.sh_size, stream);
	fwrite(section->name, 1, name_size, stream);
	pad(stream, at, 8);
	for (i = 0; i < object.n_sections; i++) {
		get_section(&object, i, &header);
		if (i == 0)
			header = object.first;
		if (i == object.names_index) {
			header.sh_offset = added.sh_offset + section->size;
			header.sh_size += name_size;
		}
		fwrite(&header, sizeof header, 1, stream);
	}
	fwrite(&added, sizeof added, 1, stream);
	return 0;
}
