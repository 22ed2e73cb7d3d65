/* Files of the runtime: of the cache, and of the folders in which compilers run. */
#include "rt.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fd.h"

bool
rt_is_private(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

char *
rt_file_read(int dir, const char *name, bool own, size_t *size)
{
	int fd = openat(dir, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	char *bytes = NULL;
	size_t done = 0;
	ssize_t n = 1;

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (!own || rt_is_private(fd)))
		bytes = malloc((size_t)st.st_size + 1);
	while (bytes && done < (size_t)st.st_size && (n = read(fd, bytes + done, (size_t)st.st_size - done)) > 0)
		done += (size_t)n;
	if (fd >= 0)
		close(fd);
	if (bytes)
		bytes[done] = '\0';
	*size = done;
	return bytes;
}

/* Writes all bytes and returns fd; -1, with fd closed, on failure. */
static int
write_bytes(int fd, const void *bytes, size_t size)
{
	if (fd < 0 || fd_write(fd, bytes, size) == 0)
		return fd;
	close(fd);
	return -1;
}

int
rt_file_write(int dir, const char *name, const void *bytes, size_t size, int flags)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | flags, 0600);

	fd = write_bytes(fd, bytes, size);
	return fd < 0 ? -1 : close(fd);
}

int
rt_memory_file(const void *bytes, size_t size)
{
	return write_bytes(memfd_create("sycl-cc-image", MFD_CLOEXEC), bytes, size);
}
