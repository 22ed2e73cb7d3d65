#include "spool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"

enum { ROOM = 256 * 1024 };

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
	if (spool->fd < 0 || fd_write(spool->fd, spool->buffer, spool->used))
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
	if (spool->fd >= 0 && (lseek(spool->fd, 0, SEEK_SET) < 0 || fd_copy_rest(spool->fd, fd) < 0))
		return -1;
	return spool->used ? fd_write(fd, spool->buffer, spool->used) : 0;
}
