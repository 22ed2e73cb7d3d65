#include "image.h"

#include <ar.h>
#include <errno.h>
#include <fcntl.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/diag.h"

/* --- the list -------------------------------------------------------------- */

struct image *
imagelist_add(struct imagelist *list, const char *file, enum image_origin origin)
{
	struct image *image;

	list->image = arena_extend(list->arena, list->image, list->n, sizeof *image);
	image = &list->image[list->n++];
	memset(image, 0, sizeof *image);
	image->file = file;
	image->origin = origin;
	image->target = image->compile_options = image->link_options = "";
	propfile_init(&image->properties, list->arena);
	return image;
}

/* --- kinds of files ---------------------------------------------------------- */

/* Skips the symbol table and the table of long names, which begin with '/', and members that are not ELF files. */
static int
read_member(struct imagelist *list, const char *path, Elf *member)
{
	Elf_Arhdr *header = elf_getarhdr(member);

	if (!header || !header->ar_name || *header->ar_name == '/' || elf_kind(member) != ELF_K_ELF)
		return 0;
	return read_elf(list, arena_printf(list->arena, "%s(%s)", path, header->ar_name), member);
}

/* The recorded end of the member's bytes in the archive: libelf shortens the size of a truncated member. */
static uint64_t
member_end(const char *archive, Elf *member)
{
	uint64_t base = (uint64_t)elf_getbase(member);
	struct ar_hdr header;
	char digits[sizeof header.ar_size + 1] = "";

	memcpy(&header, archive + base - sizeof header, sizeof header);
	memcpy(digits, header.ar_size, sizeof header.ar_size);
	return base + strtoull(digits, NULL, 10);
}

/*
 * Members stay open: images point into them.  libelf does not report a damaged
 * archive, so the end of the last member is compared with the file's.  A member's
 * base follows its header in the file.
 */
static int
read_archive(struct imagelist *list, const char *path, int fd, Elf *archive)
{
	Elf_Cmd command = ELF_C_READ_MMAP;
	const char *data;
	uint64_t end = SARMAG;
	Elf *member;
	size_t size;

	data = elf_rawfile(archive, &size);
	while ((member = elf_begin(fd, command, archive))) {
		end = member_end(data, member);
		if (read_member(list, path, member))
			return -1;
		command = elf_next(member);	/* also changes the header */
	}
	if (end + end % 2 >= size && end <= size)
		return 0;
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "damaged archive");
	return -1;
}

/* A table has no NUL bytes; other unknown files likely have some at the start. */
static bool
is_binary(Elf *elf)
{
	size_t size = 0;
	const char *data = elf ? elf_rawfile(elf, &size) : NULL;

	return data && memchr(data, '\0', size < 4096 ? size : 4096);
}

static int
not_ours(const char *path)
{
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "neither an ELF file, nor an archive, nor a file table");
	return -1;
}

/* ELF files and archives begin with their magic; other files are read as tables. */
static int
read_file(struct imagelist *list, const char *path, int fd)
{
	Elf *elf;

	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	switch (elf ? elf_kind(elf) : ELF_K_NONE) {
	case ELF_K_ELF:
		return read_elf(list, path, elf);
	case ELF_K_AR:
		return read_archive(list, path, fd, elf);
	default:
		return is_binary(elf) ? not_ours(path) : read_table(list, path);
	}
}

int
imagelist_read(struct imagelist *list, struct arena *arena, const char *path)
{
	struct stat status;
	int fd, failed;

	memset(list, 0, sizeof *list);
	list->arena = arena;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !fstat(fd, &status) && S_ISDIR(status.st_mode)) {
		close(fd);
		fd = -1;
		errno = EISDIR;
	}
	if (fd < 0) {
		diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
		return -1;
	}
	failed = read_file(list, path, fd);
	close(fd);
	return failed;
}

/* --- formats -------------------------------------------------------------------- */

const char *
format_name(unsigned format)
{
	static const char *const name[] = { "unknown", "native", "spirv", "llvmbc", "compressed" };

	return format < sizeof name / sizeof *name ? name[format] : "unknown";
}

unsigned
format_of_bytes(const unsigned char *data, size_t size)
{
	static const struct {
		const char magic[5];
		unsigned format;
	} known[] = {
		{ "\x03\x02\x23\x07", SYCL_OFFLOAD_FORMAT_SPIRV },
		{ "\x07\x23\x02\x03", SYCL_OFFLOAD_FORMAT_SPIRV },
		{ "BC\xc0\xde", SYCL_OFFLOAD_FORMAT_LLVMBC },
		{ "\x7f" "ELF", SYCL_OFFLOAD_FORMAT_NATIVE },
		{ "\x5c\x2a\x4d\x18", SYCL_OFFLOAD_FORMAT_COMPRESSED },
	};
	size_t i;

	for (i = 0; size >= 4 && i < sizeof known / sizeof *known; i++)
		if (!memcmp(data, known[i].magic, 4))
			return known[i].format;
	return SYCL_OFFLOAD_FORMAT_NONE;
}

void
image_set_format(struct image *image, unsigned said)
{
	image->said_format = (uint8_t)said;
	image->format = (uint8_t)(said ? said : format_of_bytes(image->data, image->size));
}

/* The header of a compressed image, NULL when it is not compressed (or damaged). */
static const struct sycl_offload_compressed *
compressed_header(const struct image *image)
{
	static struct sycl_offload_compressed header;

	if (image->format != SYCL_OFFLOAD_FORMAT_COMPRESSED || image->size < sizeof header)
		return NULL;
	memcpy(&header, image->data, sizeof header);
	return header.frame_magic == SYCL_OFFLOAD_COMPRESSED_MAGIC && header.frame_size == sizeof header - 8 &&
		!memcmp(header.name, SYCL_OFFLOAD_COMPRESSED_NAME, sizeof header.name) && header.version == 1 ? &header : NULL;
}

unsigned
image_plain_format(const struct image *image)
{
	const struct sycl_offload_compressed *header = compressed_header(image);

	return header ? header->format : image->format;
}

uint64_t
image_plain_size(const struct image *image)
{
	const struct sycl_offload_compressed *header = compressed_header(image);

	return header ? header->size : image->size;
}

const unsigned char *
image_plain_data(const struct image *image, size_t *size)
{
	const struct diag_place place = { image->file, 0, 0 };
	const struct sycl_offload_compressed *header = compressed_header(image);
	unsigned char *plain;
	uint64_t plain_size;

	*size = image->size;
	if (image->format != SYCL_OFFLOAD_FORMAT_COMPRESSED)
		return image->data ? image->data : (const unsigned char *)"";
	if (!header) {
		diag_at(&place, DIAG_ERROR, "compressed image without a valid header");
		return NULL;
	}
	plain_size = header->size;
	/* zstd compresses at most about 1 : 100,000; larger sizes are damage and must not be allocated. */
	plain = plain_size / 200000 <= image->size ? malloc(plain_size + 1) : NULL;
	*size = plain ? ZSTD_decompress(plain, plain_size, image->data, image->size) : 0;
	if (plain && !ZSTD_isError(*size) && *size == plain_size)
		return plain;
	diag_at(&place, DIAG_ERROR, "compressed image is damaged");
	free(plain);
	return NULL;
}

/* --- facts ------------------------------------------------------------------------- */

bool
image_exports(const struct image *image, const char *entry)
{
	return propset_find(propfile_find(&image->properties, PROPSET_EXPORTED), entry);
}

const char *
image_note(const struct image *image, const char *name, struct arena *arena)
{
	const struct prop *prop = propset_find(propfile_find(&image->properties, SYCL_OFFLOAD_PROPSET_IMAGE), name);
	const uint8_t *text;
	size_t size;

	if (!prop)
		return NULL;
	text = prop_bytes(prop, &size);
	return arena_strndup(arena, text ? (const char *)text : "", size);
}

const char *
image_name(const struct imagelist *list, const struct image *image)
{
	return arena_printf(list->arena, "image %zu of '%s'", (size_t)(image - list->image), image->file);
}
