#include "cachelimit.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cachefolder.h"
#include "base/diag.h"
#include "base/outfile.h"

/* Names of before had half as many digits. */
enum { NAME_SIZE = CACHE_NAME_SIZE, OLD_NAME_SIZE = 33, STALE_SECONDS = 3600 };

/* Entries by the length of their names; removes temporary files of killed processes. */
static bool
is_entry(int dir, const char *name, const struct stat *status)
{
	size_t length = strlen(name);

	if (!strncmp(name, "new.", 4) && time(NULL) - status->st_mtim.tv_sec > STALE_SECONDS)
		unlinkat(dir, name, 0);
	return length == NAME_SIZE - 1 || length == OLD_NAME_SIZE - 1;
}

/* The size of the folder, brought down to the limit. */
static uint64_t
sweep(int dir, uint64_t limit)
{
	struct cachefolder left;

	if (cachefolder_trim(dir, is_entry, limit, &left) && errno == ENOMEM)
		die("out of memory");
	return left.size;
}

/*
 * The file "size" holds the sum of all entries, so that only a full cache is
 * scanned.  It may be a little too large (two processes stored the same entry),
 * never too small for long: a scan corrects it.
 */
int
cachelimit_hold(int dir, uint64_t limit, uint64_t added)
{
	int file = openat(dir, "size", O_RDWR | O_CREAT | O_CLOEXEC, 0666), failed;
	char text[32] = "";
	uint64_t size;

	if (file < 0)
		return -1;
	flock(file, LOCK_EX);
	if (pread(file, text, sizeof text - 1, 0) <= 0 || sscanf(text, "%" SCNu64, &size) != 1
		|| __builtin_add_overflow(size, added, &size) || size > limit)
		size = sweep(dir, limit);
	snprintf(text, sizeof text, "%20" PRIu64 "\n", size);
	failed = pwrite(file, text, strlen(text), 0) < 0 ? -1 : 0;
	close(file);
	return failed;
}

int
cachelimit_print(const char *path)
{
	int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct outfile out;
	struct cachefolder all;

	if (folder < 0) {
		diag(DIAG_ERROR, "cannot read cache '%s': %s", path, strerror(errno));
		return 1;
	}
	if (cachefolder_trim(folder, is_entry, UINT64_MAX, &all) && errno == ENOMEM)
		die("out of memory");
	close(folder);
	if (outfile_open(&out, "-"))
		return 1;
	fprintf(out.stream, "%zu entries, %" PRIu64 " bytes\n", all.n, all.size);
	return outfile_commit(&out) ? 1 : 0;
}
