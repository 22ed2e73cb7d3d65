#include "progress.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/diag.h"
#include "base/fd.h"

static bool enabled, drawn;
static int file = -1;
static size_t ntotal;
static struct timespec start, last;

void
progress_init(size_t total, const char *path)
{
	file = path ? open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : -1;
	if (path && file < 0)
		die("cannot write '%s': %s", path, strerror(errno));
	enabled = !path && isatty(STDERR_FILENO);
	ntotal = total;
	clock_start(&start);
}

void
progress_draw(size_t done, size_t running)
{
	char line[160];
	long left;
	int n;

	/* The count only grows: a text covers the one before.  What a full disk loses is no result. */
	if (file >= 0 && (n = snprintf(line, sizeof line, "%zu/%zu\n", done, ntotal)) > 0)
		(void)!pwrite(file, line, (size_t)n, 0);
	if (!enabled || (drawn && clock_since(&last) < 0.1))
		return;
	n = snprintf(line, sizeof line, "\r%zu/%zu done, %zu running", done, ntotal, running);
	if (done) {
		left = (long)(clock_since(&start) / (double)done * (double)(ntotal - done) + 0.5);
		n += snprintf(line + n, sizeof line - (size_t)n, ", %ld:%02ld left", left / 60, left % 60);
	}
	n += snprintf(line + n, sizeof line - (size_t)n, "\033[K");
	fd_write(STDERR_FILENO, line, (size_t)n);
	clock_start(&last);
	drawn = true;
}

void
progress_clear(void)
{
	if (drawn)
		fd_write(STDERR_FILENO, "\r\033[K", 4);
	drawn = false;
}

int
progress_timeout(void)
{
	return enabled ? 1000 : -1;
}
