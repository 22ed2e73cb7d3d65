#include "progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "base/fd.h"
#include "base/clock.h"

static bool enabled, drawn;
static size_t ntotal;
static struct timespec start, last;

void
progress_init(size_t total)
{
	enabled = isatty(STDERR_FILENO);
	ntotal = total;
	clock_start(&start);
}

void
progress_draw(size_t done, size_t running)
{
	char line[160];
	long left;
	int n;

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
