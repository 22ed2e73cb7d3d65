#include "cachefolder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct entry {
	char name[NAME_MAX + 1];
	struct timespec used;
	uint64_t size;
};

struct entries {
	struct entry *entry;
	size_t n, room;
};

static int
entries_add(struct entries *all, const char *name, const struct stat *status)
{
	struct entry *entry;

	if (all->n == all->room) {
		size_t room = 2 * all->room + 64;
		struct entry *more = realloc(all->entry, room * sizeof *more);

		if (!more)
			return -1;
		all->entry = more;
		all->room = room;
	}
	entry = &all->entry[all->n++];
	snprintf(entry->name, sizeof entry->name, "%s", name);
	entry->used = status->st_mtim;
	entry->size = (uint64_t)status->st_size;
	return 0;
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

int
cachefolder_trim(int dir, bool (*is_entry)(int dir, const char *name, const struct stat *status), uint64_t limit,
	struct cachefolder *left)
{
	int copy = openat(dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), failed = 0;
	DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
	struct entries all = { 0 };
	struct dirent *item;
	struct stat status;

	*left = (struct cachefolder){ 0 };
	if (!list) {
		if (copy >= 0)
			close(copy);
		return -1;
	}
	while (!failed && (item = readdir(list))) {
		if (fstatat(dir, item->d_name, &status, AT_SYMLINK_NOFOLLOW) || !S_ISREG(status.st_mode)
		    || !is_entry(dir, item->d_name, &status))
			continue;
		failed = entries_add(&all, item->d_name, &status);
		left->n++;
		left->size += (uint64_t)status.st_size;
	}
	closedir(list);
	if (!failed && left->size > limit)
		qsort(all.entry, all.n, sizeof *all.entry, compare_used);
	for (size_t i = 0; !failed && i < all.n && left->size > limit; i++) {
		if (unlinkat(dir, all.entry[i].name, 0) != 0 && errno != ENOENT)
			continue;
		left->n--;
		left->size -= all.entry[i].size;
	}
	free(all.entry);
	if (failed)
		errno = ENOMEM;
	return failed;
}
