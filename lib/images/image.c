#include "image.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "format/archive.h"

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

static bool
is_elf(const unsigned char *data, size_t size)
{
	return size >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG);
}

/* Skips members that are not ELF files.  Files of members stay mapped: images point into them. */
static int
read_archive(struct imagelist *list, const char *path, const struct mapfile *file)
{
	struct archive archive;
	struct mapfile outside;
	struct member member;
	const char *name;
	uint64_t at;
	int found;

	archive_open(&archive, file->data, file->size);
	list->is_thin = archive.thin;
	while ((found = archive_next(&archive, list->arena, &member)) > 0) {
		name = arena_printf(list->arena, "%s(%s)", path, member.name);
		at = archive.thin ? 0 : (uint64_t)(member.data - file->data);
		if (archive.thin && !archive_load(path, list->arena, &member, &outside))
			return -1;
		if (member.inner)
			name = arena_printf(list->arena, "%s(%s)", name, member.inner);
		if (is_elf(member.data, member.size) && read_elf(list, name, member.data, member.size, at))
			return -1;
	}
	if (!found)
		return 0;
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "damaged archive");
	return -1;
}

/* ELF files and archives begin with their magic; other files, and pipes, are read as tables, which have no NUL. */
int
imagelist_read(struct imagelist *list, struct arena *arena, const char *path)
{
	struct mapfile file;
	struct stat status;

	memset(list, 0, sizeof *list);
	list->arena = arena;
	if (!stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		return read_table(list, path);
	if (mapfile_open(&file, path))
		return -1;
	if (is_elf(file.data, file.size))
		return read_elf(list, path, file.data, file.size, 0);
	if (archive_is(file.data, file.size))
		return read_archive(list, path, &file);
	if (!file.size || !memchr(file.data, '\0', file.size < 4096 ? file.size : 4096))
		return read_table(list, path);
	diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR, "neither an ELF file, nor an archive, nor a file table");
	return -1;
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
