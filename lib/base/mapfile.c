#include "mapfile.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"

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
	diag(DIAG_ERROR, "cannot read '%s': %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	return -1;
}

void
mapfile_close(struct mapfile *file)
{
	if (file->data)
		munmap((void *)(uintptr_t)file->data, file->size);
	memset(file, 0, sizeof *file);
}
