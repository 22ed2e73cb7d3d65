#include "elfadd.h"

#include <errno.h>
#include <gelf.h>
#include <libelf.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"

static int
bad(const char *path, const char *why)
{
	diag(DIAG_ERROR, "cannot add device code to '%s': %s", path, why);
	return -1;
}

/* libelf reads a truncated object as one without sections, and does not look where names are. */
static int
check_object(Elf *elf, const struct mapfile *file, const char *path)
{
	size_t n_sections, index;
	GElf_Shdr names;
	GElf_Ehdr header;

	if (file->size >= 4 && !memcmp(file->data, "BC\xc0\xde", 4))
		return bad(path, "it is LLVM bitcode (-flto)");
	if (elf_kind(elf) != ELF_K_ELF || !gelf_getehdr(elf, &header))
		return bad(path, "not an ELF file");
	if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB ||
	    header.e_type != ET_REL || header.e_shentsize != sizeof(Elf64_Shdr))
		return bad(path, "not a relocatable 64-bit object");
	if (header.e_shoff < sizeof(Elf64_Ehdr) || header.e_shoff > file->size ||
	    file->size - header.e_shoff < sizeof(Elf64_Shdr) || elf_getshdrnum(elf, &n_sections) || !n_sections)
		return bad(path, "no section headers");
	if (n_sections > (file->size - header.e_shoff) / sizeof(Elf64_Shdr))
		return bad(path, "truncated section headers");
	if (elf_getshdrstrndx(elf, &index) || !gelf_getshdr(elf_getscn(elf, index), &names) ||
	    names.sh_type != SHT_STRTAB || names.sh_offset > file->size || names.sh_size > file->size - names.sh_offset)
		return bad(path, "no section names");
	return 0;
}

/* A new section.  libelf gives one without a header where memory for it ran out: only its error number tells. */
static Elf_Scn *
new_section(Elf *elf)
{
	Elf_Scn *section;

	elf_errno();
	section = elf_newscn(elf);
	if (!elf_errno())
		return section;
	errno = ENOMEM;
	return NULL;
}

/*
 * Writes the sections of an object that check_object() passed, and the added one
 * behind them; libelf lays them out.  false: libelf failed, elf_errmsg() has the reason.
 */
static bool
write_object(Elf *to, Elf *from, const struct elf_section *section)
{
	GElf_Shdr names, added = { .sh_type = section->type, .sh_flags = section->flags, .sh_addralign = section->align };
	Elf_Scn *scn = NULL, *new;
	Elf_Data *data, *old;
	GElf_Ehdr header;
	GElf_Shdr shdr;
	size_t index;

	elf_getshdrstrndx(from, &index);
	gelf_getehdr(from, &header);
	header.e_shnum = 0;	/* libelf counts */
	if (!gelf_newehdr(to, ELFCLASS64) || !gelf_update_ehdr(to, &header))
		return false;
	while ((scn = elf_nextscn(from, scn))) {
		if (!(new = new_section(to)) || !gelf_getshdr(scn, &shdr) || !gelf_update_shdr(new, &shdr))
			return false;
		/* Raw: as bytes, whatever the type.  A section without bytes in the file keeps its size. */
		for (old = NULL; (old = elf_rawdata(scn, old));) {
			if (!(data = elf_newdata(new)))
				return false;
			*data = *old;
			data->d_align = 1;
			shdr.sh_size = 0;
		}
		if (shdr.sh_size)
			return false;	/* its bytes are not in the file */
	}
	/* The name of the added section follows the other names. */
	new = elf_getscn(to, index);
	data = elf_newdata(new);
	if (!data || !gelf_getshdr(new, &names))
		return false;
	*data = (Elf_Data){ .d_buf = (char *)(uintptr_t)section->name, .d_size = strlen(section->name) + 1,
			    .d_off = (int64_t)names.sh_size, .d_align = 1, .d_version = EV_CURRENT };
	added.sh_name = (Elf64_Word)names.sh_size;
	new = new_section(to);
	data = new ? elf_newdata(new) : NULL;
	if (!data || !gelf_update_shdr(new, &added))
		return false;
	*data = (Elf_Data){ .d_buf = (void *)(uintptr_t)section->data, .d_size = section->size, .d_align = section->align,
			    .d_version = EV_CURRENT };
	if (header.e_shstrndx == SHN_XINDEX) {
		new = elf_getscn(to, 0);
		if (!gelf_getshdr(new, &shdr))
			return false;
		shdr.sh_link = (Elf64_Word)index;
		if (!gelf_update_shdr(new, &shdr))
			return false;
	}
	return elf_update(to, ELF_C_WRITE) >= 0;
}

/* Writes the object into fd and copies it to the stream.  libelf wants a file that it can seek in; the output may be a pipe. */
static int
write_through(int fd, Elf *from, const struct elf_section *section, const char *path, FILE *stream)
{
	Elf *to = elf_begin(fd, ELF_C_WRITE, NULL);
	bool written;

	errno = 0;
	written = to && write_object(to, from, section);
	if (!written)
		bad(path, errno ? strerror(errno) : elf_errmsg(-1));
	elf_end(to);
	if (!written)
		return -1;
	fflush(stream);
	return lseek(fd, 0, SEEK_SET) || fd_copy_rest(fd, fileno(stream)) < 0 ? bad(path, strerror(errno)) : 0;
}

int
elf_add_section(const struct mapfile *file, const char *path, const struct elf_section *section, FILE *stream)
{
	int fd, failed;
	Elf *from;

	elf_version(EV_CURRENT);
	from = elf_memory((char *)(uintptr_t)file->data, file->size);
	failed = check_object(from, file, path);
	if (!failed) {
		fd = memfd_create("object", MFD_CLOEXEC);
		failed = fd < 0 ? bad(path, strerror(errno)) : write_through(fd, from, section, path, stream);
		if (fd >= 0)
			close(fd);
	}
	elf_end(from);
	return failed;
}
