/* Adding a section to a relocatable ELF file. */
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
 * Writes the object with that section after its own, which keep their numbers, headers
 * and bytes; libelf lays them out.  path is for the error, -1, when data is not
 * such an object.  outfile_commit() reports write errors.
 */
int elf_add_section(const struct mapfile *object, const char *path, const struct elf_section *section, FILE *stream);

#endif
