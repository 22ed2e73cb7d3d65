#include "unpack.h"

#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/order.h"
#include "base/outfile.h"
#include "format/archive.h"
#include "format/moduleid.h"
#include "format/offloadbin.h"
#include "format/textfile.h"

/* Archives nested deeper than this are refused. */
enum { MAX_DEPTH = 8 };

static int read_bytes(struct unpack *unpack, const char *origin, const char *path, const unsigned char *data,
		      size_t size, unsigned depth);

void
unpack_init(struct unpack *unpack, struct arena *arena, const char *out_dir, size_t n_files)
{
	static const char *title[] = { "Code", "Triple", "Origin", "Keys" };

	memset(unpack, 0, sizeof *unpack);
	unpack->arena = arena;
	unpack->out_dir = out_dir;
	unpack->seen = arena_calloc(arena, n_files + 1, sizeof *unpack->seen);
	filetable_init(&unpack->table, title, sizeof title / sizeof *title);
}

static int
damaged(const char *origin, const char *why)
{
	diag(DIAG_ERROR, "cannot read '%s': %s", origin, why);
	return -1;
}

/* --- which members ------------------------------------------------------------ */

int
unpack_read_members(struct unpack *unpack, const char *path)
{
	struct textfile file;

	unpack->some_members = true;
	if (textfile_open(&file, path))
		return -1;
	while (textfile_next(&file)) {
		unpack->member = arena_extend(unpack->arena, unpack->member, unpack->n_members, sizeof *unpack->member);
		unpack->member[unpack->n_members++] = arena_strndup(unpack->arena, file.text, file.len);
	}
	if (unpack->n_members)
		qsort(unpack->member, unpack->n_members, sizeof *unpack->member, order_texts);
	return textfile_close(&file);
}

static bool
is_listed(const struct unpack *unpack, const char *name)
{
	return unpack->n_members &&
	       bsearch(&name, unpack->member, unpack->n_members, sizeof *unpack->member, order_texts);
}

static bool
is_wanted(const struct unpack *unpack, const char *origin, const char *member)
{
	return !unpack->some_members || is_listed(unpack, member) || is_listed(unpack, origin);
}

/* --- containers ----------------------------------------------------------------- */

/* A file name made from any name: all but letters, digits, dots, dashes and underscores become dashes. */
static const char *
file_stem(struct arena *arena, const char *origin)
{
	const char *slash = strrchr(origin, '/'), *paren = strrchr(origin, '(');
	const char *from = paren > slash ? paren + 1 : slash ? slash + 1 : origin;
	char *stem = arena_strdup(arena, from), *c, *dot;

	for (c = stem; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-", *c))
			*c = '-';
	dot = strrchr(stem, '.');
	if (dot && dot > stem)
		*dot = '\0';
	return *stem == '-' || *stem == '.' || !*stem ? "object" : stem;
}

static const char *
extension(unsigned kind)
{
	switch (kind) {
	case OFFLOADBIN_BITCODE: return "bc";
	case OFFLOADBIN_OBJECT: return "o";
	case OFFLOADBIN_SPIRV: return "spv";
	case OFFLOADBIN_PTX: return "s";
	default: return "bin";
	}
}

/* A cell cannot hold the separator of columns or a line break. */
static const char *
cell_text(struct arena *arena, const char *text)
{
	char *copy = arena_strdup(arena, text), *c;

	for (c = copy; *c; c++)
		if (*c == '|' || *c == '\n' || *c == '\r')
			*c = '?';
	return copy;
}

/* The strings but the triple, as KEY=VALUE with commas, in the order of the container. */
static const char *
keys_text(struct arena *arena, const struct offloadbin_image *image)
{
	const char *text = "";
	size_t i;

	for (i = 0; i < image->n_strings; i++)
		if (strcmp(image->string[i].key, "triple"))
			text = arena_printf(arena, "%s%s%s=%s", text, *text ? "," : "", image->string[i].key,
					    image->string[i].value);
	return cell_text(arena, text);
}

/* Images of one object come one after the other and have one id. */
static void
add_module_id(struct unpack *unpack, const char *id)
{
	if (!id || (unpack->n_module_ids && !strcmp(unpack->module_id[unpack->n_module_ids - 1], id)))
		return;
	unpack->module_id = arena_extend(unpack->arena, unpack->module_id, unpack->n_module_ids, sizeof id);
	unpack->module_id[unpack->n_module_ids++] = arena_strdup(unpack->arena, id);
}

static int
write_image(struct unpack *unpack, const char *origin, const struct offloadbin_image *image)
{
	const char *triple = offloadbin_find(image, "triple"), *row[4];

	if (unpack->recorded)
		return recorded_add(unpack->recorded, image, origin);
	row[0] = arena_printf(unpack->arena, "%s/%s-%zu.%s", unpack->out_dir, file_stem(unpack->arena, origin),
			      unpack->table.nrow, extension(image->kind));
	row[1] = cell_text(unpack->arena, triple ? triple : "");
	row[2] = cell_text(unpack->arena, origin);
	row[3] = keys_text(unpack->arena, image);
	add_module_id(unpack, offloadbin_find(image, MODULEID_KEY));
	if (outfile_write(row[0], image->data, image->size))
		return -1;
	return filetable_add_row(&unpack->table, unpack->arena, row);
}

static int
read_containers(struct unpack *unpack, const char *origin, const unsigned char *data, size_t size)
{
	struct offloadbin_image image;
	const char *why = NULL;
	size_t at = 0;
	int found;

	while ((found = offloadbin_next(&image, unpack->arena, data, size, &at, &why)) > 0)
		if (image.model == OFFLOADBIN_SYCL && write_image(unpack, origin, &image))
			return -1;
	return found < 0 ? damaged(origin, why) : 0;
}

/* --- ELF files ------------------------------------------------------------------- */

/* The sections with device code; *why: what is wrong with the file. */
static int
read_sections(struct unpack *unpack, const char *origin, Elf *elf, size_t names, const char **why)
{
	const char *name;
	GElf_Shdr header;
	Elf_Data *data;
	Elf_Scn *scn;

	for (scn = elf_nextscn(elf, NULL); scn; scn = elf_nextscn(elf, scn)) {
		name = gelf_getshdr(scn, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
		if (!name) {
			*why = elf_errmsg(-1);
			return -1;
		}
		if (strcmp(name, OFFLOADBIN_SECTION))
			continue;
		data = header.sh_type == SHT_NOBITS ? NULL : elf_rawdata(scn, NULL);
		if (!data || data->d_size != header.sh_size || (data->d_size && !data->d_buf)) {
			*why = "truncated section '" OFFLOADBIN_SECTION "'";
			return -1;
		}
		if (read_containers(unpack, origin, data->d_buf, data->d_size))
			return -1;
	}
	return 0;
}

/* ELF files of other machines have no device code of ours. */
static int
read_elf(struct unpack *unpack, const char *origin, const unsigned char *data, size_t size)
{
	size_t names, n = 0;
	const char *why = NULL;
	GElf_Ehdr header;
	GElf_Shdr table;
	int failed = 0;
	Elf *elf;

	if (size < sizeof(Elf64_Ehdr))
		return damaged(origin, "truncated ELF file");
	elf_version(EV_CURRENT);
	elf = elf_memory((char *)(uintptr_t)data, size);
	if (!elf)
		return damaged(origin, elf_errmsg(-1));
	if (!gelf_getehdr(elf, &header) || header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    header.e_ident[EI_DATA] != ELFDATA2LSB || !header.e_shoff) {
		elf_end(elf);
		return 0;
	}
	/* libelf returns a truncated file as one without sections. */
	if (header.e_shentsize != sizeof(Elf64_Shdr) || header.e_shoff > size || size - header.e_shoff < sizeof(Elf64_Shdr) ||
	    elf_getshdrnum(elf, &n) || !n || n > (size - header.e_shoff) / sizeof(Elf64_Shdr))
		why = "truncated ELF file";
	else if (elf_getshdrstrndx(elf, &names) ||
		 (names != SHN_UNDEF && (!gelf_getshdr(elf_getscn(elf, names), &table) || table.sh_offset > size ||
					 table.sh_size > size - table.sh_offset)))
		why = "damaged section names";
	else if (names != SHN_UNDEF)
		failed = read_sections(unpack, origin, elf, names, &why);
	elf_end(elf);
	return why ? damaged(origin, why) : failed;
}

/* --- archives --------------------------------------------------------------------- */

/* A member of a thin archive: a file of its own, or a member of an archive. */
static int
read_thin_member(struct unpack *unpack, const char *origin, const char *archive, struct member *member, unsigned depth)
{
	struct mapfile file;
	const char *path = archive_load(archive, unpack->arena, member, &file);
	int failed;

	if (!path)
		return -1;
	if (unpack->recorded)
		recorded_look(unpack->recorded, path, file.data, file.size);
	if (member->inner)
		origin = arena_printf(unpack->arena, "%s(%s)", origin, member->inner);
	failed = read_bytes(unpack, origin, path, member->data, member->size, depth + 1);
	mapfile_close(&file);
	return failed;
}

static int
read_archive(struct unpack *unpack, const char *origin, const char *path, const unsigned char *data, size_t size,
	     unsigned depth)
{
	struct archive archive;
	struct member member;
	const char *name;
	int found, failed;

	archive_open(&archive, data, size);
	while ((found = archive_next(&archive, unpack->arena, &member)) > 0) {
		name = arena_printf(unpack->arena, "%s(%s)", origin, member.name);
		if (!is_wanted(unpack, name, member.name))
			continue;
		if (unpack->recorded && member.data && archive_is(member.data, member.size))
			diag(DIAG_WARNING, "'%s' is an archive within an archive, where linkers do not look: "
			     "make the outer one with 'ar rcT', or name the inner one at the link", name);
		failed = member.data ? read_bytes(unpack, name, path, member.data, member.size, depth + 1)
				     : read_thin_member(unpack, name, path, &member, depth);
		if (failed)
			return -1;
	}
	return found < 0 ? damaged(origin, "damaged archive") : 0;
}

/* --- files -------------------------------------------------------------------------- */

static bool
is_container(const unsigned char *data, size_t size)
{
	return size >= 4 && !memcmp(data, "\x10\xff\x10\xad", 4);
}

/*
 * Other files (bitcode of -flto, a linker script, an empty file) have no device
 * code: they are left to the linker.
 */
static int
read_bytes(struct unpack *unpack, const char *origin, const char *path, const unsigned char *data, size_t size,
	   unsigned depth)
{
	if (depth > MAX_DEPTH)
		return damaged(origin, "archives within archives too deep");
	if (size >= SELFMAG && !memcmp(data, ELFMAG, SELFMAG))
		return read_elf(unpack, origin, data, size);
	if (archive_is(data, size))
		return read_archive(unpack, origin, path, data, size, depth);
	if (is_container(data, size))
		return read_containers(unpack, origin, data, size);
	return 0;
}

static bool
is_seen(const struct unpack *unpack, const struct mapfile *file)
{
	size_t i;

	for (i = 0; i < unpack->n_seen; i++)
		if (unpack->seen[i].device == file->device && unpack->seen[i].inode == file->inode)
			return true;
	return false;
}

int
unpack_file(struct unpack *unpack, const char *path)
{
	struct mapfile file;
	int failed = 0;

	if (mapfile_open(&file, path))
		return -1;
	if (!is_seen(unpack, &file)) {
		unpack->seen[unpack->n_seen++] = file;
		failed = read_bytes(unpack, path, path, file.data, file.size, 0);
		if (unpack->recorded)
			recorded_look(unpack->recorded, path, file.data, file.size);
	}
	mapfile_close(&file);
	return failed;
}
