/*
 * The cache of compiled images: one file for each, which ends in a checksum (the
 * seal).  Who may write there: doc/security.md.
 */
#include "rt.h"

#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"

/* The last bytes of a cache entry. */
struct seal {
	char magic[8];
	uint64_t size;		/* bytes before the seal */
	uint64_t hash[2];	/* of them */
};

static const char seal_magic[8] = "syclccSO";

static void
make_seal(struct seal *seal, const void *bytes, size_t size)
{
	struct hash hash;

	hash_init(&hash);
	hash_add(&hash, bytes, size);
	memcpy(seal->magic, seal_magic, sizeof seal_magic);
	seal->size = size;
	hash_get(&hash, seal->hash);
}

int
rt_cache_load(int cache, const char *key)
{
	size_t size;
	char *bytes = rt_file_read(cache, key, true, &size);
	struct seal seal, want;
	int fd = -1;

	if (bytes && size > sizeof seal) {
		size -= sizeof seal;
		memcpy(&seal, bytes + size, sizeof seal);
		make_seal(&want, bytes, size);
		if (memcmp(&seal, &want, sizeof seal) == 0)
			fd = rt_memory_file(bytes, size);
	}
	free(bytes);
	return fd;
}


void
rt_cache_store(int cache, const char *key, int dir, const void *bytes, size_t size)
{
	struct seal seal;

	make_seal(&seal, bytes, size);
	if (rt_file_write(dir, "entry", bytes, size, O_EXCL) == 0 && rt_file_write(dir, "entry", &seal, sizeof seal, O_APPEND) == 0)
		(void)!renameat(dir, "entry", cache, key);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char cache_dir[PATH_MAX];

static void
find_cache_dir(void)
{
	const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
	char parent[PATH_MAX - 16];

	if (cache && *cache == '/')
		snprintf(parent, sizeof parent, "%s", cache);
	else if (home && *home)
		snprintf(parent, sizeof parent, "%s/.cache", home);
	else
		return;
	mkdir(parent, 0700);
	snprintf(cache_dir, sizeof cache_dir, "%s/sycl-cc", parent);
}

/* Checked each time: the folder may have been removed, or replaced by another user's. */
int
rt_cache_open(void)
{
	int fd;

	pthread_once(&once, find_cache_dir);
	if (!cache_dir[0])
		return -1;
	mkdir(cache_dir, 0700);
	fd = open(cache_dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return -1;
	if (rt_is_private(fd) && fchmod(fd, 0700) == 0)
		return fd;
	close(fd);
	return -1;
}
