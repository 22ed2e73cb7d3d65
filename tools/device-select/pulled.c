#include "pulled.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/order.h"
#include "base/path.h"
#include "format/textfile.h"

bool
pulled_is_member(const char *origin)
{
	return *origin && origin[strlen(origin) - 1] == ')' && strchr(origin, '(');
}

/* The path of a file without links and dots; path itself when the file does not exist. */
static const char *
real_path(struct arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	const char *copy = real ? arena_strdup(arena, real) : path;

	free(real);
	return copy;
}

/* As in the cells of object-unpack's table, which cannot hold separators and line breaks. */
static const char *
as_cell(char *text)
{
	char *c;

	for (c = text; *c; c++)
		if (*c == '|' || *c == '\n' || *c == '\r')
			*c = '?';
	return text;
}

/* The name of a member that both sides use. */
static const char *
member_key(struct arena *arena, const char *archive, const char *member)
{
	return as_cell(arena_printf(arena, "%s//%s", archive, member));
}

/* --- what the linker says ---------------------------------------------------- */

static void
add_name(struct pulled *pulled, const char *name)
{
	pulled->name = arena_extend(pulled->arena, pulled->name, pulled->n, sizeof *pulled->name);
	pulled->name[pulled->n++] = name;
}

static void
add_member(struct pulled *pulled, const char *archive, const char *member)
{
	add_name(pulled, member_key(pulled->arena, real_path(pulled->arena, archive), member));
	add_name(pulled, member_key(pulled->arena, archive, member));
}

/* All members that the text can name: parentheses may be part of both names. */
static void
add_meanings(struct pulled *pulled, const char *text)
{
	struct arena *arena = pulled->arena;
	size_t len = strlen(text);
	const char *paren;

	if (*text == '(')
		for (paren = strchr(text, ')'); paren; paren = strchr(paren + 1, ')'))
			add_member(pulled, arena_strndup(arena, text + 1, (size_t)(paren - text - 1)), paren + 1);
	if (len && text[len - 1] == ')')
		for (paren = strchr(text, '('); paren; paren = strchr(paren + 1, '('))
			add_member(pulled, arena_strndup(arena, text, (size_t)(paren - text)),
				   arena_strndup(arena, paren + 1, (size_t)(text + len - paren - 2)));
	add_name(pulled, as_cell(arena_strdup(arena, real_path(arena, text))));
}

/* A line of the linker, which may continue the line before: names may have line breaks. */
static const char *
add_line(struct pulled *pulled, const char *before, const char *line)
{
	static const char mark[] = "trace: ";

	if (!strncmp(line, mark, sizeof mark - 1))
		line += sizeof mark - 1;
	else if (*before && *line != '(' && *line != '/')
		add_meanings(pulled, arena_printf(pulled->arena, "%s\n%s", before, line));
	add_meanings(pulled, line);
	return arena_strdup(pulled->arena, line);
}

int
pulled_read(struct pulled *pulled, struct arena *arena, const char *path)
{
	const char *before = "";
	struct textfile file;

	*pulled = (struct pulled){ .arena = arena };
	if (textfile_open(&file, path))
		return -1;
	while (textfile_next(&file))
		before = add_line(pulled, before, file.text);
	if (pulled->n)
		qsort(pulled->name, pulled->n, sizeof *pulled->name, order_texts);
	return textfile_close(&file);
}

/* --- what object-unpack says ---------------------------------------------------- */

/* ARCHIVE(MEMBER) in its two parts, at that parenthesis; ARCHIVE may be of that form itself. */
static void
split(struct arena *arena, const char *origin, const char *paren, const char **archive, const char **member)
{
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
	split(arena, origin, strrchr(origin, '('), &archive, &member);
	return path_beside(arena, archive, member);
}

static bool
is_listed(const struct pulled *pulled, const char *name)
{
	return pulled->n && bsearch(&name, pulled->name, pulled->n, sizeof *pulled->name, order_texts);
}

bool
pulled_has(const struct pulled *pulled, const char *origin)
{
	struct arena *arena = pulled->arena;
	const char *archive, *member, *paren;

	for (paren = strchr(origin, '('); paren; paren = strchr(paren + 1, '(')) {
		split(arena, origin, paren, &archive, &member);
		if (is_listed(pulled, member_key(arena, real_path(arena, file_of(arena, archive)), member)) ||
		    is_listed(pulled, member_key(arena, archive, member)) ||
		    is_listed(pulled, as_cell(arena_strdup(arena, real_path(arena, path_beside(arena, archive, member))))))
			return true;
	}
	return is_listed(pulled, as_cell(arena_strdup(arena, real_path(arena, origin))));
}
