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
	const char *file[8192];
	size_t length[8192], n;
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

/* The first rule; false if it is not as the compiler writes them. */
static bool
read_rule(struct list *list, const char *text)
{
	const char *p = strstr(text, ": "), *end;

	if (!p)
		return false;
	list->targets = text;
	list->n_targets = (size_t)(p + 1 - text);
	for (p = skip(p + 1); *p && *p != '\n'; p = skip(end)) {
		end = name_end(p);
		if (end == p || list->n == sizeof list->file / sizeof *list->file)
			return false;
		list->file[list->n] = p;
		list->length[list->n++] = (size_t)(end - p);
	}
	return true;
}

/* The name without what make needs; at most n bytes of the path are compared, 0: all. */
static bool
is_path(const char *name, size_t length, const char *path, size_t n)
{
	size_t i, k = 0;

	for (i = 0; i < length && (!n || k < n); i++) {
		if (i + 1 < length && ((name[i] == '\\' && strchr(" #", name[i + 1])) || (name[i] == '$' && name[i + 1] == '$')))
			i++;
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
	const char *name = NULL;
	size_t length = 0, n = list->n, i, k;

	for (i = 0; i < n && !name; i++)
		if (is_path(list->file[i], list->length[i], job->input, 0)) {
			name = list->file[i];
			length = list->length[i];
		}
	for (i = n, k = n; name && i-- > 0;)
		if (list->file[i] != name && !is_extra(job, list->file[i], list->length[i], system)) {
			list->file[--k] = list->file[i];
			list->length[k] = list->length[i];
		}
	if (!name)
		return false;
	list->file[--k] = name;
	list->length[k] = length;
	list->n = n - k;
	memmove(list->file, list->file + k, list->n * sizeof *list->file);
	memmove(list->length, list->length + k, list->n * sizeof *list->length);
	return true;
}

/* As the compiler does it, in lines of 75 bytes. */
static int
write_rules(const struct list *list, const char *path, bool phony)
{
	struct outfile out;
	size_t column = list->n_targets, i;

	if (outfile_open(&out, path))
		return -1;
	fwrite(list->targets, 1, list->n_targets, out.stream);
	for (i = 0; i < list->n; i++) {
		if (column + list->length[i] + 1 + 2 > 75) {
			fputs(" \\\n ", out.stream);
			column = 2;
		}
		fprintf(out.stream, " %.*s", (int)list->length[i], list->file[i]);
		column += list->length[i] + 1;
	}
	fputc('\n', out.stream);
	for (i = 1; phony && i < list->n; i++)
		fprintf(out.stream, "%.*s:\n", (int)list->length[i], list->file[i]);
	return outfile_commit(&out);
}

int
depend_mend(const struct job *job)
{
	static struct list list;
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
	good = !read_rule(&list, text) || !arrange(job, &list, system) || !write_rules(&list, path, phony);
	free(text);
	return good ? 0 : -1;
}
