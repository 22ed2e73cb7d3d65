/* A relocatable ELF file with one section more. */
#ifndef OBJECT_PACK_ELFADD_H
#define OBJECT_PACK_ELFADD_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/mapfile.h"

struct elf_section {
	const char *name;
	uint32_t type;
	uint64_t flags, align;
	const void *data;
	size_t size;
};

/*
 * Writes the object with that section behind its own.  All bytes of the
 * object stay where they are; a new table of section names and headers
 * follows.  path names the object when it is none (reported, -1).  Write
 * errors are left for outfile_commit().
 */
int elf_add_section(const struct mapfile *object, const char *path, const struct elf_section *section, FILE *stream);

#endif
