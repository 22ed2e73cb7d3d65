#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"

enum { ROOM = 256 * 1024 };

int
write_all(int fd, const void *data, size_t size)
{
	const char *p = data;

	while (size) {
		ssize_t n = write(fd, p, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		p += n;
		size -= (size_t)n;
	}
	return 0;
}

/* The portable way, for pipes and file systems that cannot do better. */
static int64_t
copy_by_hand(int from, int to)
{
	static char buffer[64 * 1024];
	int64_t total = 0;
	ssize_t n;

	while ((n = read(from, buffer, sizeof buffer)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || write_all(to, buffer, (size_t)n))
			return -1;
		total += n;
	}
	return total;
}

int64_t
copy_rest(int from, int to)
{
	int64_t total = 0, more;
	ssize_t n;

	while ((n = copy_file_range(from, NULL, to, NULL, 1 << 30, 0)) > 0)
		total += n;
	/* Some file systems end with 0 what they cannot copy, so reading always has the last word. */
	if (n < 0 && (errno == ENOSPC || errno == EFBIG || errno == EIO))
		return -1;
	more = copy_by_hand(from, to);
	return more < 0 ? -1 : total + more;
}

void
spool_init(struct spool *spool, const char *beside)
{
	memset(spool, 0, sizeof *spool);
	spool->fd = -1;
	spool->beside = beside;
}

/* A file without a name in the folder of the output, which has room for it. */
static int
open_nameless(const char *beside)
{
	const char *slash = strrchr(beside, '/');
	char *name;
	int fd;

	if (asprintf(&name, "%.*s.offload-wrapper.XXXXXX", slash ? (int)(slash + 1 - beside) : 0, beside) < 0)
		return -1;
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	free(name);
	return fd;
}

static void
spill(struct spool *spool)
{
	if (spool->fd < 0)
		spool->fd = open_nameless(spool->beside);
	if (spool->fd < 0 || write_all(spool->fd, spool->buffer, spool->used))
		die("cannot write a temporary file beside '%s': %s", spool->beside, strerror(errno));
	spool->used = 0;
}

uint64_t
spool_put(struct spool *spool, const void *data, size_t size)
{
	uint64_t at = spool->size;
	const char *p = data;

	if (!spool->buffer && !(spool->buffer = malloc(ROOM)))
		die("out of memory");
	spool->size += size;
	while (size) {
		size_t n = ROOM - spool->used < size ? ROOM - spool->used : size;

		memcpy(spool->buffer + spool->used, p, n);
		spool->used += n;
		p += n;
		size -= n;
		if (spool->used == ROOM)
			spill(spool);
	}
	return at;
}

uint64_t
spool_align(struct spool *spool, uint64_t align)
{
	static const char zeros[64];

	if (spool->size & (align - 1))
		spool_put(spool, zeros, (size_t)(align - (spool->size & (align - 1))));
	return spool->size;
}

int
spool_copy(struct spool *spool, int fd)
{
	if (spool->fd >= 0 && (lseek(spool->fd, 0, SEEK_SET) < 0 || copy_rest(spool->fd, fd) < 0))
		return -1;
	return spool->used ? write_all(fd, spool->buffer, spool->used) : 0;
}
