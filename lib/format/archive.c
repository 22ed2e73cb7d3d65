#include "archive.h"

#include <stdint.h>
#include <string.h>

#include "base/diag.h"
#include "base/path.h"

/* A member's header: fields of text, padded with blanks. */
struct header {
	char name[16], date[12], uid[6], gid[6], mode[8], size[10], end[2];
};

static const char plain_magic[] = "!<arch>\n", thin_magic[] = "!<thin>\n";

enum { MAGIC_SIZE = 8 };

bool
archive_is(const void *data, size_t size)
{
	return size >= MAGIC_SIZE && (!memcmp(data, plain_magic, MAGIC_SIZE) || !memcmp(data, thin_magic, MAGIC_SIZE));
}

void
archive_open(struct archive *archive, const void *data, size_t size)
{
	*archive = (struct archive){ data, size, MAGIC_SIZE, !memcmp(data, thin_magic, MAGIC_SIZE), NULL, 0 };
}

/* The number in text[0, n); *rest is what follows its digits. */
static size_t
number(const char *text, size_t n, const char **rest)
{
	size_t value = 0;

	while (n && *text >= '0' && *text <= '9') {
		if (value > SIZE_MAX / 10 - 10)
			break;
		value = value * 10 + (size_t)(*text++ - '0');
		n--;
	}
	*rest = text;
	return value;
}

/* GNU's name "/OFFSET": a line of the table of long names, ending in "/\n". */
static int
long_name(const struct archive *archive, struct arena *arena, const char *field, struct member *member)
{
	const char *rest, *name, *end;
	size_t offset = number(field + 1, 15, &rest);

	if (*rest == ':')
		member->nested = number(rest + 1, (size_t)(field + 15 - rest), &rest);
	if (offset >= archive->n_names)
		return -1;
	name = archive->names + offset;
	end = memchr(name, '\n', archive->n_names - offset);
	if (!end)
		end = archive->names + archive->n_names;
	if (end > name && end[-1] == '/')
		end--;
	member->name = arena_strndup(arena, name, (size_t)(end - name));
	return 0;
}

/* BSD's name "#1/LENGTH": the first bytes of the member. */
static int
bsd_name(struct arena *arena, const char *field, struct member *member)
{
	const char *rest;
	size_t len = number(field + 3, 13, &rest);

	if (len > member->size)
		return -1;
	member->name = arena_strndup(arena, (const char *)member->data, strnlen((const char *)member->data, len));
	member->data += len;
	member->size -= len;
	return 0;
}

static int
set_name(const struct archive *archive, struct arena *arena, const char *field, struct member *member)
{
	size_t len;

	if (field[0] == '/' && field[1] >= '0' && field[1] <= '9')
		return long_name(archive, arena, field, member);
	if (!strncmp(field, "#1/", 3) && member->data)
		return bsd_name(arena, field, member);
	for (len = 16; len && field[len - 1] == ' '; len--)
		;
	if (len && field[len - 1] == '/')
		len--;
	member->name = arena_strndup(arena, field, len);
	return 0;
}

/* A member that serves the archive itself: "/", "//", "/SYM64/", "__.SYMDEF". */
static bool
is_table(const char *field)
{
	return !strncmp(field, "/ ", 2) || !strncmp(field, "// ", 3) || !strncmp(field, "/SYM64/ ", 8) ||
	       !strncmp(field, "__.SYMDEF", 9);
}

int
archive_next(struct archive *archive, struct arena *arena, struct member *member)
{
	struct header header;
	const char *rest;
	size_t size;
	bool table;

	do {
		if (archive->at >= archive->size)
			return 0;
		if (archive->size - archive->at < sizeof header)
			return -1;
		memcpy(&header, archive->data + archive->at, sizeof header);
		if (memcmp(header.end, "`\n", 2))
			return -1;
		size = number(header.size, sizeof header.size, &rest);
		table = is_table(header.name);
		*member = (struct member){ .size = size, .at = archive->at };
		archive->at += sizeof header;
		if (archive->thin && !table)
			continue;
		if (size > archive->size - archive->at)
			return -1;
		member->data = archive->data + archive->at;
		if (!strncmp(header.name, "// ", 3)) {
			archive->names = (const char *)member->data;
			archive->n_names = size;
		}
		archive->at += size + size % 2;
	} while (table);
	return set_name(archive, arena, header.name, member) ? -1 : 1;
}

const char *
archive_load(const char *path, struct arena *arena, struct member *member, struct mapfile *file)
{
	const char *member_path = path_beside(arena, path, member->name);
	struct archive outer;
	struct member nested;
	int found;

	if (mapfile_open(file, member_path))
		return NULL;
	member->data = file->data;
	member->size = file->size;
	if (!member->nested)
		return member_path;
	if (archive_is(file->data, file->size) && member->nested < file->size) {
		archive_open(&outer, file->data, file->size);
		while ((found = archive_next(&outer, arena, &nested)) > 0 && nested.at != member->nested)
			;
		if (found == 1 && nested.data) {
			member->data = nested.data;
			member->size = nested.size;
			member->inner = nested.name;
			return member_path;
		}
		diag(DIAG_ERROR, "cannot read '%s': damaged archive", member_path);
	} else {
		diag(DIAG_ERROR, "cannot read '%s': no such member", member_path);
	}
	mapfile_close(file);
	return NULL;
}
