#include "textfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"

enum { FIRST_ROOM = 64 * 1024 };

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
	file->limit = TEXTFILE_LINE_MAX;
	if (!strcmp(path, "-")) {
		file->path = "<stdin>";
		file->fd = STDIN_FILENO;
		return 0;
	}
	file->path = path;
	file->fd = open(path, O_RDONLY | O_CLOEXEC);
	if (file->fd < 0)
		return cannot_read(path);
	if (fstat(file->fd, &status) == 0 && S_ISDIR(status.st_mode)) {
		close(file->fd);
		file->fd = -1;
		errno = EISDIR;
		return cannot_read(path);
	}
	return 0;
}

/* A file without a name, deleted when it is closed. */
static int
open_unnamed(void)
{
	const char *dir = secure_getenv("TMPDIR");
	int fd = open(dir && *dir ? dir : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

	return fd >= 0 ? fd : memfd_create("lines", MFD_CLOEXEC);
}

int
textfile_open_twice(struct textfile *file, const char *path)
{
	struct stat status;
	int copy;

	if (textfile_open(file, path))
		return -1;
	if (file->fd > STDIN_FILENO && fstat(file->fd, &status) == 0 && S_ISREG(status.st_mode))
		return 0;
	copy = open_unnamed();
	if (copy < 0 || fd_copy_rest(file->fd, copy) < 0) {
		cannot_read(file->path);
		if (copy >= 0)
			close(copy);
		textfile_close(file);
		return -1;
	}
	if (file->fd > STDIN_FILENO)
		close(file->fd);
	file->fd = copy;
	textfile_rewind(file);
	return 0;
}

void
textfile_rewind(struct textfile *file)
{
	lseek(file->fd, 0, SEEK_SET);
	file->start = file->end = 0;
	file->line = 0;
	file->at_end = file->has_nul = false;
}

static bool
fail(struct textfile *file)
{
	file->failed = true;
	return false;
}

/* Makes room after the unread bytes, with one byte for the NUL of a last line. */
static bool
make_room(struct textfile *file)
{
	size_t room = file->room ? 2 * file->room : FIRST_ROOM;
	char *buffer;

	if (file->start) {
		memmove(file->buffer, file->buffer + file->start, file->end - file->start);
		file->end -= file->start;
		file->start = 0;
	}
	if (file->end < file->room)
		return true;
	buffer = realloc(file->buffer, room + 1);
	if (!buffer) {
		errno = ENOMEM;
		cannot_read(file->path);
		return fail(file);
	}
	file->buffer = buffer;
	file->room = room;
	return true;
}

/* Reads more bytes after the unread ones. */
static bool
fill(struct textfile *file)
{
	ssize_t got;

	if (!make_room(file))
		return false;
	do
		got = read(file->fd, file->buffer + file->end, file->room - file->end);
	while (got < 0 && errno == EINTR);
	if (got < 0) {
		cannot_read(file->path);
		return fail(file);
	}
	if (!got)
		file->at_end = true;
	else if (memchr(file->buffer + file->end, '\0', (size_t)got))
		file->has_nul = true;
	file->end += (size_t)got;
	return true;
}

static bool
too_long(struct textfile *file)
{
	diag_at(&(struct diag_place){ file->path, file->line, 0 }, DIAG_ERROR,
		"line is longer than %zu bytes", file->limit);
	return fail(file);
}

/* Takes len bytes of the buffer as the next line, and the newline after them, if any. */
static bool
take_line(struct textfile *file, size_t len)
{
	file->text = file->buffer + file->start;
	file->start += len < file->end - file->start ? len + 1 : len;
	file->line++;
	if (len > file->limit)
		return too_long(file);
	if (len && file->text[len - 1] == '\r')
		len--;
	file->text[len] = '\0';
	file->len = len;
	if (!file->has_nul || !memchr(file->text, '\0', len))
		return true;
	diag_at(&(struct diag_place){ file->path, file->line, 0 }, DIAG_ERROR, "line contains a NUL byte");
	return fail(file);
}

bool
textfile_next(struct textfile *file)
{
	size_t seen = 0;

	while (!file->failed) {
		size_t len = file->end - file->start;
		const char *stop = len > seen ? memchr(file->buffer + file->start + seen, '\n', len - seen) : NULL;

		if (stop)
			return take_line(file, (size_t)(stop - (file->buffer + file->start)));
		if (file->at_end)
			return len ? take_line(file, len) : false;
		if (len > file->limit) {
			file->line++;
			return too_long(file);
		}
		seen = len;
		fill(file);
	}
	return false;
}

int
textfile_close(struct textfile *file)
{
	if (file->fd > STDIN_FILENO)
		close(file->fd);
	file->fd = -1;
	free(file->buffer);
	file->buffer = NULL;
	return file->failed ? -1 : 0;
}
