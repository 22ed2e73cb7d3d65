#include "cachelimit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/outfile.h"

/* Names of before had half as many digits. */
enum { NAME_SIZE = CACHE_NAME_SIZE, OLD_NAME_SIZE = 33, STALE_SECONDS = 3600 };

struct entry {
	char name[NAME_SIZE];
	struct timespec used;
	uint64_t size;
};

struct entries {
	struct entry *entry;
	size_t n, room;
	uint64_t size;
};

static void
entries_add(struct entries *all, const char *name, const struct stat *status)
{
	struct entry *entry;

	if (all->n == all->room) {
		all->room = 2 * all->room + 64;
		all->entry = realloc(all->entry, all->room * sizeof *all->entry);
		if (!all->entry)
			die("out of memory");
	}
	entry = &all->entry[all->n++];
	snprintf(entry->name, NAME_SIZE, "%s", name);
	entry->used = status->st_mtim;
	entry->size = (uint64_t)status->st_size;
	all->size += entry->size;
}

/* All entries; removes temporary files of killed processes. */
static void
entries_read(struct entries *all, int folder)
{
	int copy = dup(folder);
	DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
	struct dirent *item;
	struct stat status;

	*all = (struct entries){ 0 };
	if (list)
		rewinddir(list);
	while (list && (item = readdir(list))) {
		if (fstatat(folder, item->d_name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISREG(status.st_mode))
			continue;
		if (strlen(item->d_name) == NAME_SIZE - 1 || strlen(item->d_name) == OLD_NAME_SIZE - 1)
			entries_add(all, item->d_name, &status);
		else if (!strncmp(item->d_name, "new.", 4) && time(NULL) - status.st_mtim.tv_sec > STALE_SECONDS)
			unlinkat(folder, item->d_name, 0);
	}
	if (list)
		closedir(list);
}

static int
compare_used(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	if (x->used.tv_nsec != y->used.tv_nsec)
		return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
	return strcmp(x->name, y->name);
}

/* Removes entries down to the limit, oldest use first; returns the size that is left. */
static uint64_t
sweep(int dir, uint64_t limit)
{
	struct entries all;
	size_t i;

	entries_read(&all, dir);
	if (all.n)
		qsort(all.entry, all.n, sizeof *all.entry, compare_used);
	for (i = 0; i < all.n && all.size > limit; i++)
		if (unlinkat(dir, all.entry[i].name, 0) == 0 || errno == ENOENT)
			all.size -= all.entry[i].size;
	free(all.entry);
	return all.size;
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
	struct entries all;

	if (folder < 0) {
		diag(DIAG_ERROR, "cannot read cache '%s': %s", path, strerror(errno));
		return 1;
	}
	entries_read(&all, folder);
	close(folder);
	free(all.entry);
	if (outfile_open(&out, "-"))
		return 1;
	fprintf(out.stream, "%zu entries, %" PRIu64 " bytes\n", all.n, all.size);
	return outfile_commit(&out) ? 1 : 0;
}
