/*
 * The source line of each kernel, from the debug information in the text that
 * device-compile wrote.  A kernel is a function of our headers that calls, after a few
 * others of them, the user's: the first function outside of namespace sycl, in
 * breadth-first order, is what the line names.
 */
#include "report.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mapfile.h"
#include "base/symbol.h"

enum { MOST_STEPS = 64, MOST_CALLS = 16 };

/* A function with a body: its number of debug information, and what it calls. */
struct function {
	const char *name;
	unsigned long subprogram;	/* ULONG_MAX: none */
	const char *call[MOST_CALLS];
	size_t n_call;
};

struct text {
	struct arena *arena;
	const char *folder;		/* the current one */
	struct function *function;	/* sorted by name when the text was read */
	size_t n_function;
	struct metadata {
		unsigned long file, line;	/* of a subprogram */
		const char *filename, *directory;	/* of a file */
	} *metadata;
	size_t n_metadata;
};

/* The name behind '@', with or without quotes; *end behind it. */
static const char *
take_name(struct arena *arena, const char *at, const char **end)
{
	const char *start = at + 1;
	bool quoted = *start == '"';

	if (quoted)
		start++;
	for (*end = start; quoted ? **end && **end != '"' : isalnum((unsigned char)**end) || strchr("_.$-@", **end) != NULL; ++*end)
		if (!**end)
			break;
	return arena_strndup(arena, start, (size_t)(*end - start));
}

/* The number behind KEY in a line of metadata, ULONG_MAX without it. */
static unsigned long
number_of(const char *line, const char *key)
{
	const char *at = strstr(line, key);

	return at ? strtoul(at + strlen(key), NULL, 10) : (unsigned long)-1;
}

static const char *
string_of(struct arena *arena, const char *line, const char *key)
{
	const char *at = strstr(line, key), *end = at ? strchr(at + strlen(key), '"') : NULL;

	return end ? arena_strndup(arena, at + strlen(key), (size_t)(end - at) - strlen(key)) : "";
}

static void
read_define(struct text *text, const char *line)
{
	const char *at = strchr(line, '@'), *end;
	struct function *f;

	if (!at)
		return;
	text->function = arena_extend(text->arena, text->function, text->n_function, sizeof *text->function);
	f = &text->function[text->n_function++];
	memset(f, 0, sizeof *f);
	f->name = take_name(text->arena, at, &end);
	f->subprogram = number_of(end, "!dbg !");
}

static void
read_call(struct text *text, const char *line)
{
	struct function *f = &text->function[text->n_function - 1];
	const char *at = strstr(line, "call "), *end;

	at = at ? strchr(at, '@') : NULL;
	if (at && f->n_call < MOST_CALLS && strncmp(at, "@llvm.", 6))
		f->call[f->n_call++] = take_name(text->arena, at, &end);
}

static void
read_metadata(struct text *text, const char *line)
{
	unsigned long number = strtoul(line + 1, NULL, 10);
	bool file = strstr(line, "!DIFile(") != NULL;

	if ((!file && !strstr(line, "!DISubprogram(")) || number > 10000000)
		return;
	while (text->n_metadata <= number) {
		text->metadata = arena_extend(text->arena, text->metadata, text->n_metadata, sizeof *text->metadata);
		memset(&text->metadata[text->n_metadata++], 0, sizeof *text->metadata);
	}
	if (file) {
		text->metadata[number].filename = string_of(text->arena, line, "filename: \"");
		text->metadata[number].directory = string_of(text->arena, line, "directory: \"");
	} else {
		text->metadata[number].file = number_of(line, "file: !");
		text->metadata[number].line = number_of(line, " line: ");
	}
}

static void
read_lines(struct text *text, char *s)
{
	bool inside = false;
	char *line;

	while ((line = strsep(&s, "\n")))
		if (!strncmp(line, "define ", 7)) {
			read_define(text, line);
			inside = text->n_function > 0;
		} else if (*line == '}')
			inside = false;
		else if (inside)
			read_call(text, line);
		else if (*line == '!' && isdigit((unsigned char)line[1]))
			read_metadata(text, line);
}

static int
function_compare(const void *a, const void *b)
{
	const struct function *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static struct function *
find_function(const struct text *text, const char *name)
{
	const struct function key = { .name = name };

	return bsearch(&key, text->function, text->n_function, sizeof key, function_compare);
}

/* "FILE:LINE" of the function when it is the user's, else NULL. */
static const char *
place_of(const struct text *text, const struct function *f)
{
	const struct metadata *m = f->subprogram < text->n_metadata ? &text->metadata[f->subprogram] : NULL, *file;

	const char *full;

	if (!m || m->file >= text->n_metadata || !(file = &text->metadata[m->file])->filename || !m->line || m->line > 1000000000)
		return NULL;
	full = *file->filename == '/' ? file->filename : arena_printf(text->arena, "%s/%s", file->directory, file->filename);
	if (symbol_in_sycl(f->name) || *file->filename == '<')
		return NULL;
	/* As seen from the folder of the build. */
	if (!strncmp(full, text->folder, strlen(text->folder)) && full[strlen(text->folder)] == '/')
		full += strlen(text->folder) + 1;
	return arena_printf(text->arena, "%s:%lu", full, m->line);
}

static const char *
place_of_kernel(const struct text *text, const char *symbol)
{
	const struct function *seen[MOST_STEPS], *f = find_function(text, symbol);
	size_t n = 0, at, i, k;
	const char *place;

	if (f)
		seen[n++] = f;
	for (at = 0; at < n; at++) {
		if ((place = place_of(text, seen[at])))
			return place;
		for (i = 0; i < seen[at]->n_call && n < MOST_STEPS; i++) {
			f = find_function(text, seen[at]->call[i]);
			for (k = 0; f && k < n && seen[k] != f; k++)
				;
			if (f && k == n)
				seen[n++] = f;
		}
	}
	return "";
}

/* Kernels have the id of their source behind '@', or '$' for GPUs; in the text they do not yet. */
static void
set_places(struct report *report, const struct text *text)
{
	size_t i;

	for (i = 0; i < report->n_kernel; i++) {
		struct kernel *kernel = &report->kernel[i];
		const char *symbol = kernel->symbol;

		if (!*kernel->source)
			kernel->source = place_of_kernel(text, arena_strndup(report->arena, symbol, strcspn(symbol, "@$")));
	}
}

void
source_read(struct report *report)
{
	char folder[PATH_MAX];
	size_t i, size;

	if (!getcwd(folder, sizeof folder))
		strcpy(folder, "/");
	for (i = 0; i < report->n_step; i++) {
		struct text text = { .arena = report->arena, .folder = folder };
		char *s;

		if (strcmp(report->step[i].name, "device-compile") || report->step[i].state >= STEP_FAILED ||
			!(s = mapfile_read(report->step[i].output, &size)))
			continue;
		read_lines(&text, s);
		qsort(text.function, text.n_function, sizeof *text.function, function_compare);
		set_places(report, &text);
		free(s);
	}
}
