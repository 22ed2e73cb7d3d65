/*
 * A relocatable ELF object that is written in one pass: sections grow
 * independently and are concatenated at the end, except those whose bytes are
 * in the output file already (images).
 */
#ifndef OFFLOAD_WRAPPER_OBJECT_H
#define OFFLOAD_WRAPPER_OBJECT_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "spool.h"

/* What differs between hosts. */
struct machine {
	const char *triple_start;	/* "x86_64-" */
	uint16_t elf;			/* EM_X86_64 */
	uint32_t word;			/* relocation type of a 64-bit address */
	uint64_t large;			/* section flag of data that may be far away, 0 when there is none */
};

/* The machine of a host triple, NULL when it is not supported. */
const struct machine *machine_find(const char *triple);

struct section {
	Elf64_Shdr header;
	const char *name;
	struct spool content;	/* of sections that are not in the output yet */
	struct spool rela;
	bool in_place;		/* bytes are in the output already: header.sh_offset and sh_size are set */
};

struct object {
	const struct machine *machine;
	struct arena *arena;
	const char *path;	/* of the output, for messages */
	int fd;			/* the output, written at its end */
	struct section *section;
	size_t nsection;	/* number 0 is the empty one */
	struct spool symtab, strtab;
	uint32_t nlocal, nglobal;
	struct global {
		const char *name;
		uint32_t section;
		uint64_t value, size;
		unsigned char info, other;	/* as in ELF */
	} *global;
};

/* Starts an object that is written to fd, whose position is 0. */
void object_init(struct object *o, struct arena *arena, const struct machine *machine, const char *path, int fd);
/* Adds a section (type and flags as in ELF); returns its number.  All come before the first symbol. */
uint32_t object_section(struct object *o, const char *name, uint32_t type, uint64_t flags, uint64_t align);
/* The section's own symbol, against which relocations are made. */
uint32_t object_section_symbol(const struct object *o, uint32_t section);
/* Makes the sections' symbols; no section may be added later. */
void object_start_symbols(struct object *o);
/* A local symbol of the given ELF type. */
void object_local(struct object *o, const char *name, uint32_t section, uint64_t value, uint64_t size, unsigned char type);
/* A global symbol, undefined when section is 0.  Local symbols must not follow.  Returns its number for relocations. */
uint32_t object_global(struct object *o, const char *name, uint32_t section, uint64_t value, uint64_t size);
/* A weak hidden symbol: visible to other objects of the same program or library, which may define it too. */
void object_shared(struct object *o, const char *name, uint32_t section);
/* A relocation at offset of section: the address of symbol plus addend, in the form of type. */
void object_reloc(struct object *o, uint32_t section, uint64_t offset, uint32_t symbol, uint32_t type, int64_t addend);
/* The common case: a 64-bit pointer to the byte at addend of target. */
void object_pointer(struct object *o, uint32_t section, uint64_t offset, uint32_t target, uint64_t addend);
/* Pads the output to a multiple of align; returns its end. */
uint64_t object_position(struct object *o, uint64_t align);
/* Writes the rest of the object.  Ends the tool when the output cannot be written. */
void object_finish(struct object *o);

#endif
