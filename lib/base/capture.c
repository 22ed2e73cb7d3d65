#include "capture.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"
#include "fd.h"

static int spool = -1;
static off_t spool_end;
static bool lost;

/* On disk where possible: a child may print more than memory holds. */
static int
unnamed_file(void)
{
	const char *dir = getenv("TMPDIR");
	int fd = open(dir && *dir ? dir : "/tmp", O_TMPFILE | O_RDWR | O_APPEND | O_CLOEXEC, 0600);

	if (fd < 0 && errno != EMFILE && errno != ENFILE) {
		fd = memfd_create("capture", MFD_CLOEXEC);
		if (fd >= 0)
			fcntl(fd, F_SETFL, O_APPEND);
	}
	return fd;
}

int
capture_open(struct capture *capture)
{
	capture->fd[0] = unnamed_file();
	if (capture->fd[0] < 0)
		return -1;
	capture->fd[1] = unnamed_file();
	if (capture->fd[1] >= 0)
		return 0;
	close(capture->fd[0]);
	capture->fd[0] = -1;
	return -1;
}

/* Copies len bytes from offset at of one file to the current place of another.  -1 with errno. */
static int
copy_part(int from, off_t at, off_t len, int to)
{
	char block[65536];
	ssize_t n;

	while (len > 0) {
		n = pread(from, block, len < (off_t)sizeof block ? (size_t)len : sizeof block, at);
		if (n <= 0) {
			if (n == 0)
				errno = EIO;	/* shorter than it was */
			return -1;
		}
		if (fd_write(to, block, (size_t)n))
			return -1;
		at += n;
		len -= n;
	}
	return 0;
}

static off_t
captured(int fd)
{
	struct stat status;

	return fstat(fd, &status) ? 0 : status.st_size;
}

/* Moves one file; text that cannot be kept counts as not printed. */
static off_t
spool_one(int fd, off_t len)
{
	if (!len)
		return 0;
	if (spool < 0)
		spool = unnamed_file();
	if (spool < 0 || copy_part(fd, 0, len, spool)) {
		if (!lost)
			diag(DIAG_ERROR, "what a command printed is lost: %s", strerror(errno));
		lost = true;
		len = 0;
		if (spool >= 0 && ftruncate(spool, spool_end))
			spool_end = captured(spool);
	}
	spool_end += len;
	if (ftruncate(fd, 0))
		diag(DIAG_WARNING, "cannot empty a temporary file: %s", strerror(errno));
	return len;
}

void
capture_spool(struct capture *capture, struct printed *printed)
{
	printed->at = spool_end;
	printed->out = spool_one(capture->fd[0], captured(capture->fd[0]));
	printed->err = spool_one(capture->fd[1], captured(capture->fd[1]));
}

int
capture_append(struct printed *printed)
{
	*printed = (struct printed){ .at = spool_end };
	if (spool < 0)
		spool = unnamed_file();
	return spool;
}

void
capture_accept(const struct printed *printed)
{
	spool_end = printed->at + printed->out + printed->err;
	if (spool >= 0 && captured(spool) != spool_end && ftruncate(spool, spool_end))
		diag(DIAG_WARNING, "cannot shorten a temporary file: %s", strerror(errno));
}

int
capture_show(const struct printed *printed)
{
	static bool failed;

	if (printed->out && !failed && copy_part(spool, printed->at, printed->out, STDOUT_FILENO)) {
		diag(DIAG_ERROR, "cannot write to standard output: %s", strerror(errno));
		failed = true;
	}
	if (printed->err)
		copy_part(spool, printed->at + printed->out, printed->err, STDERR_FILENO);
	return failed ? -1 : 0;
}

int
capture_get(const struct printed *printed, char *text)
{
	off_t size = printed->out + printed->err, at = 0;
	ssize_t n;

	for (; at < size; at += n) {
		n = pread(spool, text + at, (size_t)(size - at), printed->at + at);
		if (n <= 0) {
			diag(DIAG_ERROR, "what a command printed is lost: %s", strerror(n ? errno : EIO));
			return -1;
		}
	}
	return 0;
}

bool
capture_has_lost(void)
{
	return lost;
}

void
capture_reset(void)
{
	if (spool_end && ftruncate(spool, 0) == 0)
		spool_end = 0;
}
