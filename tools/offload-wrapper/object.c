#include "object.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"

/* glibc's <elf.h> lacks the flag of sections that may be larger than 2 GB. */
#ifndef SHF_X86_64_LARGE
#define SHF_X86_64_LARGE 0x10000000
#endif

static const struct machine machines[] = {
	{ "x86_64-", EM_X86_64, R_X86_64_64, SHF_X86_64_LARGE },
	{ "aarch64-", EM_AARCH64, R_AARCH64_ABS64, 0 },
};

const struct machine *
machine_find(const char *triple)
{
	size_t i;

	for (i = 0; i < sizeof machines / sizeof *machines; i++)
		if (!strncmp(triple, machines[i].triple_start, strlen(machines[i].triple_start)) && strstr(triple, "-linux"))
			return &machines[i];
	return NULL;
}

static _Noreturn void
cannot_write(const struct object *o)
{
	die("cannot write '%s': %s", o->path, strerror(errno));
}

void
object_init(struct object *o, struct arena *arena, const struct machine *machine, const char *path, int fd)
{
	static const char nothing[sizeof(Elf64_Ehdr)];

	memset(o, 0, sizeof *o);
	o->arena = arena;
	o->machine = machine;
	o->path = path;
	o->fd = fd;
	object_section(o, "", SHT_NULL, 0, 0);
	if (fd_write(fd, nothing, sizeof nothing))
		cannot_write(o);
}

uint32_t
object_section(struct object *o, const char *name, uint32_t type, uint64_t flags, uint64_t align)
{
	size_t n = o->nsection;
	struct section *s;

	o->section = arena_extend(o->arena, o->section, n, sizeof *s);
	s = &o->section[n];
	memset(s, 0, sizeof *s);
	s->name = name;
	s->header.sh_type = type;
	s->header.sh_flags = flags;
	s->header.sh_addralign = align;
	spool_init(&s->content, o->path);
	spool_init(&s->rela, o->path);
	o->nsection++;
	return (uint32_t)n;
}

static void
put_symbol(struct object *o, const char *name, uint32_t section, uint64_t value, uint64_t size, unsigned char info,
	   unsigned char other)
{
	Elf64_Sym symbol = { .st_info = info, .st_other = other, .st_shndx = (uint16_t)section, .st_value = value, .st_size = size };

	if (*name)
		symbol.st_name = (Elf64_Word)spool_put(&o->strtab, name, strlen(name) + 1);
	spool_put(&o->symtab, &symbol, sizeof symbol);
}

void
object_start_symbols(struct object *o)
{
	size_t i;

	spool_init(&o->symtab, o->path);
	spool_init(&o->strtab, o->path);
	spool_put(&o->strtab, "", 1);
	put_symbol(o, "", 0, 0, 0, 0, 0);
	for (i = 1; i < o->nsection; i++)
		put_symbol(o, "", (uint32_t)i, 0, 0, ELF64_ST_INFO(STB_LOCAL, STT_SECTION), 0);
	o->nlocal = (uint32_t)o->nsection;
}

uint32_t
object_section_symbol(const struct object *o, uint32_t section)
{
	(void)o;
	return section;	/* object_start_symbols() numbers them alike */
}

void
object_local(struct object *o, const char *name, uint32_t section, uint64_t value, uint64_t size, unsigned char type)
{
	put_symbol(o, name, section, value, size, ELF64_ST_INFO(STB_LOCAL, type), 0);
	o->nlocal++;
}

static uint32_t
add_global(struct object *o, const struct global *global)
{
	o->global = arena_extend(o->arena, o->global, o->nglobal, sizeof *o->global);
	o->global[o->nglobal] = *global;
	return o->nlocal + o->nglobal++;
}

uint32_t
object_global(struct object *o, const char *name, uint32_t section, uint64_t value, uint64_t size)
{
	return add_global(o, &(struct global){ name, section, value, size,
		ELF64_ST_INFO(STB_GLOBAL, section ? STT_OBJECT : STT_NOTYPE), STV_DEFAULT });
}

void
object_shared(struct object *o, const char *name, uint32_t section)
{
	add_global(o, &(struct global){ name, section, 0, 0, ELF64_ST_INFO(STB_WEAK, STT_OBJECT), STV_HIDDEN });
}

void
object_reloc(struct object *o, uint32_t section, uint64_t offset, uint32_t symbol, uint32_t type, int64_t addend)
{
	Elf64_Rela rela = { offset, ELF64_R_INFO((uint64_t)symbol, type), addend };

	spool_put(&o->section[section].rela, &rela, sizeof rela);
}

void
object_pointer(struct object *o, uint32_t section, uint64_t offset, uint32_t target, uint64_t addend)
{
	object_reloc(o, section, offset, object_section_symbol(o, target), o->machine->word, (int64_t)addend);
}

uint64_t
object_position(struct object *o, uint64_t align)
{
	static const char zeros[64];
	off_t at = lseek(o->fd, 0, SEEK_END);
	uint64_t over = (uint64_t)at & (align - 1);

	if (at < 0 || (over && fd_write(o->fd, zeros, (size_t)(align - over))))
		cannot_write(o);
	return over ? (uint64_t)at + align - over : (uint64_t)at;
}

/* Appends a spool; the header gets its offset and size. */
static void
place(struct object *o, struct spool *content, Elf64_Shdr *header)
{
	header->sh_offset = object_position(o, header->sh_addralign ? header->sh_addralign : 1);
	header->sh_size = content->size;
	if (spool_copy(content, o->fd))
		cannot_write(o);
}

/* A table for the linker: a section of its own that is not loaded. */
static uint32_t
add_table(struct object *o, const char *name, uint32_t type, uint64_t align, uint64_t entry, struct spool *content)
{
	uint32_t n = object_section(o, name, type, 0, align);

	o->section[n].header.sh_entsize = entry;
	o->section[n].content = *content;
	return n;
}

/* The sections of relocations, symbols and strings.  Returns the number of the one with section names. */
static uint32_t
add_tables(struct object *o)
{
	size_t n = o->nsection, i;
	uint32_t symtab, strtab, rela, names;
	struct spool none;

	symtab = add_table(o, ".symtab", SHT_SYMTAB, 8, sizeof(Elf64_Sym), &o->symtab);
	strtab = add_table(o, ".strtab", SHT_STRTAB, 1, 0, &o->strtab);
	o->section[symtab].header.sh_link = strtab;
	o->section[symtab].header.sh_info = o->nlocal;
	for (i = 1; i < n; i++) {
		if (!o->section[i].rela.size)
			continue;
		rela = add_table(o, arena_printf(o->arena, ".rela%s", o->section[i].name), SHT_RELA, 8, sizeof(Elf64_Rela),
				 &o->section[i].rela);
		o->section[rela].header.sh_link = symtab;
		o->section[rela].header.sh_info = (Elf64_Word)i;
		o->section[rela].header.sh_flags = SHF_INFO_LINK;
	}
	spool_init(&none, o->path);
	names = add_table(o, ".shstrtab", SHT_STRTAB, 1, 0, &none);
	for (i = 0; i < o->nsection; i++)
		o->section[i].header.sh_name =
			(Elf64_Word)spool_put(&o->section[names].content, o->section[i].name, strlen(o->section[i].name) + 1);
	return names;
}

static void
write_headers(struct object *o, uint32_t names)
{
	Elf64_Ehdr header = { .e_ident = { ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
			      .e_type = ET_REL, .e_machine = o->machine->elf, .e_version = EV_CURRENT,
			      .e_ehsize = sizeof header, .e_shentsize = sizeof(Elf64_Shdr) };
	size_t i;

	header.e_shoff = object_position(o, 8);
	header.e_shnum = (uint16_t)o->nsection;
	header.e_shstrndx = (uint16_t)names;
	for (i = 0; i < o->nsection; i++)
		if (fd_write(o->fd, &o->section[i].header, sizeof o->section[i].header))
			cannot_write(o);
	if (pwrite(o->fd, &header, sizeof header, 0) != (ssize_t)sizeof header)
		cannot_write(o);
}

void
object_finish(struct object *o)
{
	uint32_t names, i;

	for (i = 0; i < o->nglobal; i++)
		put_symbol(o, o->global[i].name, o->global[i].section, o->global[i].value, o->global[i].size,
			   o->global[i].info, o->global[i].other);
	if (o->nsection >= SHN_LORESERVE / 4)
		die("too many different targets for one object: %zu", o->nsection);
	names = add_tables(o);
	if (o->strtab.size > UINT32_MAX)
		die("too many symbols for one object");
	for (i = 1; i < o->nsection; i++)
		if (!o->section[i].in_place)
			place(o, &o->section[i].content, &o->section[i].header);
	write_headers(o, names);
}
