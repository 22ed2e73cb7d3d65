#include "moduleid.h"

#include <string.h>

#include "base/diag.h"
#include "base/outfile.h"
#include "format/textfile.h"

/* The quotes are escaped, as in a response file. */
#define LINE_START "-D__SYCL_TU_ID__=\\\""
#define LINE_END "\\\""

int
moduleid_write(const char *path, const char *const *id, size_t n, const char *word)
{
	struct outfile out;
	size_t i;

	if (outfile_open(&out, path))
		return -1;
	for (i = 0; i < n; i++)
		fprintf(out.stream, LINE_START "%s" LINE_END "\n", id[i]);
	if (word)
		fprintf(out.stream, "%s\n", word);
	return outfile_commit(&out);
}

static int
not_ids(const char *path)
{
	diag(DIAG_ERROR, "'%s' is not a module id file: it should hold " LINE_START "ID" LINE_END, path);
	return -1;
}

int
moduleid_read(struct arena *arena, const char *path, const char ***id, size_t *n)
{
	size_t start = strlen(LINE_START), end = strlen(LINE_END);
	struct textfile file;
	bool wrong = false;

	*id = NULL;
	*n = 0;
	if (textfile_open(&file, path))
		return -1;
	while (!wrong && textfile_next(&file)) {
		if (*n && !strncmp(file.text, "-W", 2))
			continue;
		wrong = file.len <= start + end || strncmp(file.text, LINE_START, start) ||
			strcmp(file.text + file.len - end, LINE_END);
		*id = arena_extend(arena, *id, *n, sizeof **id);
		if (!wrong)
			(*id)[(*n)++] = arena_strndup(arena, file.text + start, file.len - start - end);
	}
	if (textfile_close(&file))
		return -1;
	return wrong ? not_ids(path) : 0;
}

const char *
moduleid_read_one(struct arena *arena, const char *path)
{
	const char **id;
	size_t n;

	if (moduleid_read(arena, path, &id, &n) || (n != 1 && not_ids(path)))
		return NULL;
	return id[0];
}
