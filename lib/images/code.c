/* The sizes of functions in ELF images, from their tables of symbols. */
#include "image.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <string.h>

#include "base/diag.h"

/* mux-aot's entry of a kernel, which holds the kernel. */
#define ENTRY_PREFIX "__mux_entry_"

static void
add_symbols(struct nametable *sizes, Elf *elf, Elf_Scn *section, struct arena *arena)
{
	const size_t prefix = sizeof ENTRY_PREFIX - 1;
	GElf_Shdr header;
	GElf_Sym symbol;
	Elf_Data *data;
	int i;

	if (!gelf_getshdr(section, &header) || header.sh_type != SHT_SYMTAB || !(data = elf_getdata(section, NULL)))
		return;
	for (i = 0; gelf_getsym(data, i, &symbol); i++) {
		const char *name;

		if (GELF_ST_TYPE(symbol.st_info) != STT_FUNC || !symbol.st_size || symbol.st_size >= NAMETABLE_NONE)
			continue;
		name = elf_strptr(elf, header.sh_link, symbol.st_name);
		if (!name)
			continue;
		name = arena_strdup(arena, strncmp(name, ENTRY_PREFIX, prefix) ? name : name + prefix);
		nametable_set(sizes, arena, name, strlen(name), (uint32_t)symbol.st_size);
	}
}

void
image_code_sizes(struct nametable *sizes, const struct image *image, struct arena *arena)
{
	Elf_Scn *section = NULL;
	Elf *elf;

	*sizes = (struct nametable){ 0 };
	if (image->size < SELFMAG || memcmp(image->data, ELFMAG, SELFMAG) != 0)
		return;
	elf_version(EV_CURRENT);
	errno = 0;
	elf = elf_memory((char *)(uintptr_t)image->data, image->size);
	while (elf && (section = elf_nextscn(elf, section)))
		add_symbols(sizes, elf, section, arena);
	/* A damaged table of symbols tells no sizes; libelf does not tell it from too little memory. */
	if (errno == ENOMEM)
		die("out of memory: cannot read the symbols of an image");
	elf_end(elf);
}
