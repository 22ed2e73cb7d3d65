#include "prop.h"

#include <stdlib.h>
#include <string.h>

#include "base/args.h"
#include "base/mapfile.h"
#include "base/outfile.h"

/* The line of a list for a finding: what its first line of text says. */
static const char *
finding_line(struct arena *arena, const struct finding *finding)
{
	const struct location *at = &finding->at;

	return at->line ? arena_printf(arena, "%s:%u:%u: %s", at->file, at->line, at->col, finding->message)
			: finding->message;
}

static int
compare_lines(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

int
told_read(struct told *told, struct arena *arena, const char *path)
{
	size_t size;
	char *text = mapfile_read(path, &size);

	if (!text)
		return -1;
	if (size && text[size - 1] == '\n')
		text[size - 1] = '\0';
	told->line = args_split(arena, text, '\n', &told->n);
	free(text);
	if (told->n)
		qsort(told->line, told->n, sizeof *told->line, compare_lines);
	return 0;
}

void
told_leave_out(const struct told *told, struct findings *findings, struct arena *arena)
{
	size_t kept = 0, i;
	const char *line;

	if (!told->n)
		return;
	for (i = 0; i < findings->n; i++) {
		line = finding_line(arena, &findings->finding[i]);
		if (!bsearch(&line, told->line, told->n, sizeof *told->line, compare_lines))
			findings->finding[kept++] = findings->finding[i];
	}
	findings->n = kept;
}

int
told_write(const struct told *told, const struct findings *findings, struct arena *arena, const char *path)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < told->n; i++)
		fprintf(out.stream, "%s\n", told->line[i]);
	for (i = 0; i < findings->n; i++)
		fprintf(out.stream, "%s\n", finding_line(arena, &findings->finding[i]));
	return outfile_commit(&out);
}
