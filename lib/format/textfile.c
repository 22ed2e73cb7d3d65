#include "textfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"

static int
cannot_read(const char *path)
{
	diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
	return -1;
}

int
textfile_open(struct textfile *file, const char *path)
{
	struct stat status;

	memset(file, 0, sizeof *file);
	if (!strcmp(path, "-")) {
		file->path = "<stdin>";
		file->stream = stdin;
		return 0;
	}
	file->path = path;
	file->stream = fopen(path, "re");
	if (!file->stream)
		return cannot_read(path);
	if (fstat(fileno(file->stream), &status) == 0 && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		fclose(file->stream);
		return cannot_read(path);
	}
	return 0;
}

bool
textfile_next(struct textfile *file)
{
	ssize_t len;

	if (file->failed)
		return false;
	errno = 0;
	len = getline(&file->text, &file->room, file->stream);
	if (len < 0) {
		if (ferror(file->stream) || errno == ENOMEM) {
			cannot_read(file->path);
			file->failed = true;
		}
		return false;
	}
	file->line++;
	if (len && file->text[len - 1] == '\n')
		len--;
	if (len && file->text[len - 1] == '\r')
		len--;
	file->text[len] = '\0';
	file->len = (size_t)len;
	if (memchr(file->text, '\0', file->len)) {
		diag_at(&(struct diag_place){ file->path, file->line, 0 }, DIAG_ERROR, "line contains a NUL byte");
		file->failed = true;
		return false;
	}
	return true;
}

int
textfile_close(struct textfile *file)
{
	if (file->stream && file->stream != stdin)
		fclose(file->stream);
	free(file->text);
	return file->failed ? -1 : 0;
}
