#include "mapfile.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"

static void
cannot_read(const char *path)
{
	diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
}

static int
open_input(const char *path)
{
	return strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : STDIN_FILENO;
}

int
mapfile_open(struct mapfile *file, const char *path)
{
	struct stat status;
	void *data = NULL;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	memset(file, 0, sizeof *file);
	if (fd < 0 || fstat(fd, &status))
		goto failed;
	errno = S_ISDIR(status.st_mode) ? EISDIR : EINVAL;
	if (!S_ISREG(status.st_mode))
		goto failed;
	if (status.st_size)
		data = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (data == MAP_FAILED)
		goto failed;
	file->data = data;
	file->size = (size_t)status.st_size;
	file->device = status.st_dev;
	file->inode = status.st_ino;
	close(fd);
	return 0;
failed:
	cannot_read(path);
	if (fd >= 0)
		close(fd);
	return -1;
}

void
mapfile_close(struct mapfile *file)
{
	free(file->copy);
	if (file->data && !file->copy)
		munmap((void *)(uintptr_t)file->data, file->size);
	memset(file, 0, sizeof *file);
}

/* Room for a whole file of known size, so that it is read without a second copy. */
static size_t
first_room(int fd)
{
	struct stat status;

	return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) ? (size_t)status.st_size + 2 : 1 << 16;
}

/* NULL with errno. */
static char *
read_all(int fd, size_t *size)
{
	size_t room = first_room(fd);
	char *text = malloc(room), *more;
	ssize_t n = 1;

	for (*size = 0; text && n; *size += n > 0 ? (size_t)n : 0) {
		if (room - *size < 2) {
			more = realloc(text, room *= 2);
			if (!more)
				break;
			text = more;
		}
		n = read(fd, text + *size, room - *size - 1);
		if (n < 0 && errno != EINTR)
			break;
	}
	if (!text || n) {
		free(text);
		return NULL;
	}
	text[*size] = '\0';
	return text;
}

char *
mapfile_read(const char *path, size_t *size)
{
	int fd = open_input(path);
	char *text = fd < 0 ? NULL : read_all(fd, size);

	if (!text)
		cannot_read(path);
	if (fd > STDIN_FILENO)
		close(fd);
	return text;
}

int
mapfile_text(struct mapfile *file, const char *path)
{
	int fd = open_input(path);
	struct stat status;
	void *map;

	memset(file, 0, sizeof *file);
	if (fd >= 0 && fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size % sysconf(_SC_PAGESIZE)) {
		map = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
		file->data = map == MAP_FAILED ? NULL : map;
		file->size = (size_t)status.st_size;
	}
	if (fd >= 0 && !file->data)
		file->data = (unsigned char *)(file->copy = read_all(fd, &file->size));
	if (!file->data)
		cannot_read(fd == STDIN_FILENO ? "<stdin>" : path);
	if (fd > STDIN_FILENO)
		close(fd);
	return file->data ? 0 : -1;
}

void
mapfile_rest(struct mapfile *file)
{
	if (file->data && !file->copy)
		madvise((void *)(uintptr_t)file->data, file->size, MADV_DONTNEED);
}
