#include "pulled.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/path.h"
#include "format/textfile.h"

bool
pulled_is_member(const char *origin)
{
	return *origin && origin[strlen(origin) - 1] == ')' && strchr(origin, '(');
}

/* The path of a file with no links and dots in it; path itself when there is no such file. */
static const char *
real_path(struct arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	const char *copy = real ? arena_strdup(arena, real) : path;

	free(real);
	return copy;
}

/* How both sides name a member. */
static const char *
member_key(struct arena *arena, const char *archive, const char *member)
{
	return arena_printf(arena, "%s\n%s", real_path(arena, archive), member);
}

/* --- what the linker says ---------------------------------------------------- */

static const char *
key_of_line(struct arena *arena, const char *line)
{
	static const char mark[] = "trace: ";
	const char *paren;
	size_t len;

	if (!strncmp(line, mark, sizeof mark - 1))
		line += sizeof mark - 1;
	len = strlen(line);
	if (*line == '(' && (paren = strrchr(line, ')')))
		return member_key(arena, arena_strndup(arena, line + 1, (size_t)(paren - line - 1)), paren + 1);
	if (len && line[len - 1] == ')' && (paren = strrchr(line, '(')))
		return member_key(arena, arena_strndup(arena, line, (size_t)(paren - line)),
				  arena_strndup(arena, paren + 1, (size_t)(line + len - paren - 2)));
	return real_path(arena, arena_strdup(arena, line));
}

static int
compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int
pulled_read(struct pulled *pulled, struct arena *arena, const char *path)
{
	struct textfile file;

	*pulled = (struct pulled){ .arena = arena };
	if (textfile_open(&file, path))
		return -1;
	while (textfile_next(&file)) {
		pulled->name = arena_extend(arena, pulled->name, pulled->n, sizeof *pulled->name);
		pulled->name[pulled->n++] = key_of_line(arena, file.text);
	}
	if (pulled->n)
		qsort(pulled->name, pulled->n, sizeof *pulled->name, compare);
	return textfile_close(&file);
}

/* --- what object-unpack says ---------------------------------------------------- */

/* ARCHIVE(MEMBER) in its two parts; ARCHIVE may be of that form itself. */
static void
split(struct arena *arena, const char *origin, const char **archive, const char **member)
{
	const char *paren = strrchr(origin, '(');

	*archive = arena_strndup(arena, origin, (size_t)(paren - origin));
	*member = arena_strndup(arena, paren + 1, strlen(paren) - 2);
}

/* The file that a member of a thin archive is, or the file of an archive. */
static const char *
file_of(struct arena *arena, const char *origin)
{
	const char *archive, *member;

	if (!pulled_is_member(origin) || !access(origin, F_OK))
		return origin;
	split(arena, origin, &archive, &member);
	return path_beside(arena, archive, member);
}

static bool
is_listed(const struct pulled *pulled, const char *name)
{
	return pulled->n && bsearch(&name, pulled->name, pulled->n, sizeof *pulled->name, compare);
}

bool
pulled_has(const struct pulled *pulled, const char *origin)
{
	const char *archive, *member;

	split(pulled->arena, origin, &archive, &member);
	return is_listed(pulled, member_key(pulled->arena, file_of(pulled->arena, archive), member)) ||
	       is_listed(pulled, real_path(pulled->arena, file_of(pulled->arena, origin)));
}
