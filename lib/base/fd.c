#include "fd.h"

#include <errno.h>
#include <unistd.h>

int
fd_write(int fd, const void *data, size_t size)
{
	const char *p = data;
	ssize_t n;

	while (size) {
		n = write(fd, p, size);
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

/* The portable way, for pipes and file systems without copy_file_range(). */
static int64_t
copy_by_hand(int from, int to)
{
	char block[64 * 1024];
	int64_t total = 0;
	ssize_t n;

	while ((n = read(from, block, sizeof block)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || fd_write(to, block, (size_t)n))
			return -1;
		total += n;
	}
	return total;
}

int64_t
fd_copy_rest(int from, int to)
{
	int64_t total = 0, more;
	ssize_t n;

	while ((n = copy_file_range(from, NULL, to, NULL, 1 << 30, 0)) > 0)
		total += n;
	/* Some file systems return 0 for what they cannot copy: always finish with read() and write(). */
	if (n < 0 && (errno == ENOSPC || errno == EFBIG || errno == EIO))
		return -1;
	more = copy_by_hand(from, to);
	return more < 0 ? -1 : total + more;
}
