#include "symfile.h"

#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/textfile.h"

int
symfile_read(const char ***name, size_t *n, struct arena *arena, const char *path)
{
	struct textfile text;
	const char **list = NULL;
	size_t count = 0;
	int failed = 0;

	if (textfile_open(&text, path))
		return -1;
	while (!failed && textfile_next(&text)) {
		if (!text.len)
			continue;
		list = arena_extend(arena, list, count, sizeof *list);
		if (!list || !(list[count++] = arena_strndup(arena, text.text, text.len)))
			failed = -1;
	}
	if (textfile_close(&text))
		failed = -1;
	*name = list;
	*n = count;
	return failed;
}

int
symfile_write(const char *const *name, size_t n, const char *path)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < n; i++) {
		if (!*name[i] || strchr(name[i], '\n')) {
			diag(DIAG_ERROR, "symbol '%s' cannot be in a symbol file", name[i]);
			outfile_abandon(&out);
			return -1;
		}
		fputs(name[i], out.stream);
		putc('\n', out.stream);
	}
	return outfile_commit(&out);
}
