/*
 * The compiler lists the files of a precompiled header first, with our own two as the user's; with -MP it then takes the
 * first of them for the source, which alone has no rule.  make would miss sycl/sycl.hpp when sycl-cc has moved.
 */
#include "header-cache.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/mapfile.h"
#include "base/outfile.h"
#include "base/text.h"

/* A dependency file: its targets, with the colon, and files as they are written. */
struct list {
	const char *targets;
	size_t n_targets;
	struct file {
		const char *name;
		size_t length;
	} *file;
	size_t n;
};

/* Past blanks and lines that go on. */
static const char *
skip(const char *p)
{
	while (*p == ' ' || (*p == '\\' && p[1] == '\n'))
		p += *p == ' ' ? 1 : 2;
	return p;
}

/* Past a name: a blank in it has a backslash in front. */
static const char *
name_end(const char *p)
{
	while (*p && *p != '\n' && *p != ' ' && !(*p == '\\' && p[1] == '\n'))
		p += *p == '\\' && p[1] ? 2 : 1;
	return p;
}

/* Past the colon behind the targets of the first rule, the last one before a blank: -MT's may have them too.  NULL: none. */
static const char *
targets_end(const char *text)
{
	const char *p, *end = NULL;

	for (p = text; *p && !(*p == '\n' && p > text && p[-1] != '\\'); p++)
		if (*p == ':' && p[1] == ' ')
			end = p + 1;
	return end;
}

/* The first rule; false if it is not as the compiler writes them. */
static bool
read_rule(struct arena *arena, struct list *list, const char *text)
{
	const char *p = targets_end(text), *end;

	if (!p)
		return false;
	list->targets = text;
	list->n_targets = (size_t)(p - text);
	for (p = skip(p); *p && *p != '\n'; p = skip(end)) {
		end = name_end(p);
		if (end == p)
			return false;
		list->file = arena_extend(arena, list->file, list->n, sizeof *list->file);
		list->file[list->n++] = (struct file){ p, (size_t)(end - p) };
	}
	return true;
}

/* As the compiler writes a path: without ./ in front. */
static const char *
without_dot(const char *path)
{
	while (path[0] == '.' && path[1] == '/' && path[2])
		for (path += 2; *path == '/';)
			path++;
	return path;
}

/* The character begins with one that make needs in front. */
static bool
is_escaped(const char *at, const char *end)
{
	return at + 1 < end && ((*at == '\\' && (at[1] == ' ' || at[1] == '#')) || (*at == '$' && at[1] == '$'));
}

/* The name without what make needs; at most n bytes of the path are compared, 0: all. */
static bool
is_path(const char *name, size_t length, const char *path, size_t n)
{
	size_t i, k = 0;

	for (i = 0; i < length && (!n || k < n); i++) {
		i += is_escaped(name + i, name + length);
		if (name[i] != path[k] || !path[k])
			return false;
		k++;
	}
	return n ? k == n : !path[k];
}

/* What a compilation without the precompiled header would not list. */
static bool
is_extra(const struct job *job, const char *name, size_t length, bool system)
{
	static const char usual[] = "sycl/sycl.hpp";
	size_t n = strlen(job->header);

	if (job->unit && is_path(name, length, job->unit, 0))
		return true;
	return !system && n > sizeof usual && !strcmp(job->header + n - (sizeof usual - 1), usual) &&
	       is_path(name, length, job->header, n - (sizeof usual - 1));
}

/* Puts the input first, and leaves out what is extra; false if it is not there. */
static bool
arrange(const struct job *job, struct list *list, bool system)
{
	const char *input = without_dot(job->input);
	struct file source = { 0 }, *to;
	size_t n = list->n, i;

	for (i = 0; i < n && !source.name; i++)
		if (is_path(list->file[i].name, list->file[i].length, input, 0))
			source = list->file[i];
	if (!source.name)
		return false;
	to = list->file + n;
	for (i = n; i-- > 0;)
		if (list->file[i].name != source.name && !is_extra(job, list->file[i].name, list->file[i].length, system))
			*--to = list->file[i];
	*--to = source;
	list->n = (size_t)(list->file + n - to);
	list->file = to;
	return true;
}

/* How many bytes the compiler counts of a name, those without what make needs. */
static size_t
counted(const struct file *file)
{
	const char *end = file->name + file->length, *p;
	size_t n = 0;

	for (p = file->name; p < end; p++, n++)
		p += is_escaped(p, end);
	return n;
}

/* As the compiler does it, in lines of 75 bytes. */
static int
write_rules(const struct list *list, const char *path, bool phony)
{
	struct outfile out;
	size_t column = 0, i;

	while (column < list->n_targets && list->targets[list->n_targets - column - 1] != '\n')
		column++;
	if (outfile_open(&out, path))
		return -1;
	fwrite(list->targets, 1, list->n_targets, out.stream);
	for (i = 0; i < list->n; i++) {
		if (column + counted(&list->file[i]) + 1 + 2 > 75) {
			fputs(" \\\n ", out.stream);
			column = 2;
		}
		fprintf(out.stream, " %.*s", (int)list->file[i].length, list->file[i].name);
		column += counted(&list->file[i]) + 1;
	}
	fputc('\n', out.stream);
	for (i = 1; phony && i < list->n; i++)
		fprintf(out.stream, "%.*s:\n", (int)list->file[i].length, list->file[i].name);
	return outfile_commit(&out);
}

int
depend_mend(const struct job *job)
{
	struct list list = { 0 };
	const char *path = NULL;
	bool phony = false, system = true, good;
	struct stat about;
	size_t i, size;
	char *text;

	for (i = 0; i < job->n_rest; i++) {
		if (!strcmp(job->rest[i], "-MF") && i + 1 < job->n_rest)
			path = job->rest[++i];
		else if (text_starts(job->rest[i], "-MF"))
			path = job->rest[i] + 3;
		phony |= !strcmp(job->rest[i], "-MP");
		system &= strcmp(job->rest[i], "-MMD") != 0;
	}
	if (!path || job->is_text || lstat(path, &about) || !S_ISREG(about.st_mode) || !(text = mapfile_read(path, &size)))
		return 0;
	good = !read_rule(job->arena, &list, text) || !arrange(job, &list, system) || !write_rules(&list, path, phony);
	free(text);
	return good ? 0 : -1;
}
