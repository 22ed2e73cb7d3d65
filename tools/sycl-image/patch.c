#include "patch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/mapfile.h"
#include "base/outfile.h"

void
patches_add(struct patches *patches, uint64_t at, const void *bytes, size_t size)
{
	patches->patch = arena_extend(patches->arena, patches->patch, patches->n, sizeof *patches->patch);
	patches->patch[patches->n++] = (struct patch){ at, bytes, size };
}

static int
by_place(const void *a, const void *b)
{
	const struct patch *x = a, *y = b;

	return x->at != y->at ? (x->at < y->at ? -1 : 1) : (x->size > y->size) - (x->size < y->size);
}

/* Images may share strings and bytes: then their patches must be equal. */
static int
drop_doubles(struct patches *patches, const char *path)
{
	struct patch *p = patches->patch;
	size_t kept = 0, i;

	for (i = 1; i < patches->n; i++) {
		if (p[i].at >= p[kept].at + p[kept].size)
			p[++kept] = p[i];
		else if (p[i].at != p[kept].at || p[i].size != p[kept].size || memcmp(p[i].bytes, p[kept].bytes, p[i].size)) {
			diag_at(&(struct diag_place){ path, 0, 0 }, DIAG_ERROR,
				"two images share what would have to differ");
			return -1;
		}
	}
	patches->n = patches->n ? kept + 1 : 0;
	return 0;
}

static void
put_patched(FILE *stream, const struct mapfile *file, const struct patches *patches)
{
	uint64_t at = 0;
	size_t i;

	for (i = 0; i < patches->n; i++) {
		const struct patch *patch = &patches->patch[i];

		fwrite(file->data + at, 1, patch->at - at, stream);
		fwrite(patch->bytes, 1, patch->size, stream);
		at = patch->at + patch->size;
	}
	if (at < file->size)
		fwrite(file->data + at, 1, file->size - at, stream);
}

/* outfile_commit() reports write errors. */
static int
copy_mode(const char *path, FILE *stream)
{
	struct stat status;

	if (!stat(path, &status) && (!S_ISREG(status.st_mode) || !fchmod(fileno(stream), status.st_mode & 0777)))
		return 0;
	diag(DIAG_ERROR, "cannot copy the permissions of '%s': %s", path, strerror(errno));
	return -1;
}

int
patches_write(struct patches *patches, const char *path, const char *output)
{
	struct mapfile file;
	struct outfile out;
	int failed;

	if (patches->n)
		qsort(patches->patch, patches->n, sizeof *patches->patch, by_place);
	if (drop_doubles(patches, path) || mapfile_open(&file, path))
		return -1;
	if (outfile_open(&out, output)) {
		mapfile_close(&file);
		return -1;
	}
	put_patched(out.stream, &file, patches);
	failed = strcmp(output, "-") && copy_mode(path, out.stream);
	failed = outfile_end(&out, failed);
	mapfile_close(&file);
	return failed;
}
