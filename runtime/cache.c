/*
 * The cache of compiled images: one file for each, which ends in a checksum (the
 * seal).  The file's date says when it was used last, to the hour.  Who may
 * write there: doc/security.md.  The variables: sycl-cc-runtime(7).
 */
#include "rt.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/cachefolder.h"
#include "base/hash.h"

/* The last bytes of a cache entry. */
struct seal {
	char magic[8];
	uint64_t size;		/* bytes before the seal */
	uint64_t hash[2];	/* of them */
};

enum {
	USED_SECONDS = 3600,		/* how exactly an entry's date says when it was used */
	DEFAULT_MEGABYTES = 8192	/* as other SYCL implementations have it */
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
	struct stat status;
	int fd = -1;

	if (bytes && size > sizeof seal) {
		size -= sizeof seal;
		memcpy(&seal, bytes + size, sizeof seal);
		make_seal(&want, bytes, size);
		if (memcmp(&seal, &want, sizeof seal) == 0)
			fd = rt_memory_file(bytes, size);
	}
	free(bytes);
	if (fd >= 0 && fstatat(cache, key, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mtime + USED_SECONDS < time(NULL))
		utimensat(cache, key, NULL, AT_SYMLINK_NOFOLLOW);
	return fd;
}

/* The byte of the file "lock" that stands for the entry: the first 62 bits of its key. */
static struct flock
byte_of(const char *key, short type)
{
	struct flock byte = { .l_type = type, .l_whence = SEEK_SET, .l_len = 1 };
	char digits[17];

	snprintf(digits, sizeof digits, "%s", key);
	byte.l_start = (off_t)(strtoull(digits, NULL, 16) >> 2);
	return byte;
}

int
rt_cache_lock(int cache, const char *key)
{
	struct flock byte = byte_of(key, F_WRLCK);
	int fd = openat(cache, "lock", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);

	while (fd >= 0 && fcntl(fd, F_OFD_SETLKW, &byte) != 0)
		if (errno != EINTR) {
			close(fd);
			return -1;
		}
	return fd;
}

void
rt_cache_unlock(int lock, const char *key)
{
	struct flock byte = byte_of(key, F_UNLCK);

	/* A child that was forked meanwhile has the descriptor, too: closing it does not end the lock. */
	(void)!fcntl(lock, F_OFD_SETLK, &byte);
	close(lock);
}

static bool
is_entry(int dir, const char *name, const struct stat *status)
{
	size_t length = strlen(name);

	(void)dir;
	(void)status;
	return length > 3 && strcmp(name + length - 3, ".so") == 0;
}

/* The limit of the folder in bytes, UINT64_MAX without one. */
static uint64_t
wanted_limit(void)
{
	const char *given = secure_getenv("SYCL_CACHE_MAX_SIZE");
	char *end = NULL;
	unsigned long long megabytes = DEFAULT_MEGABYTES;

	if (given && *given >= '0' && *given <= '9')
		megabytes = strtoull(given, &end, 10);
	if (end && *end) {
		rt_trace(RT_TRACE_IMAGES, "SYCL_CACHE_MAX_SIZE=%s: not a number of megabytes", given);
		megabytes = DEFAULT_MEGABYTES;
	}
	return megabytes == 0 || megabytes > UINT64_MAX >> 20 ? UINT64_MAX : (uint64_t)megabytes << 20;
}

void
rt_cache_store(int cache, const char *key, int dir, const void *bytes, size_t size)
{
	uint64_t limit = wanted_limit();
	struct cachefolder left;
	struct seal seal;

	/* An entry that would be alone is not kept. */
	if (size + sizeof seal > limit)
		return;
	make_seal(&seal, bytes, size);
	if (rt_file_write(dir, "entry", bytes, size, O_EXCL) == 0 && rt_file_write(dir, "entry", &seal, sizeof seal, O_APPEND) == 0
	    && renameat(dir, "entry", cache, key) == 0 && limit != UINT64_MAX)
		cachefolder_trim(cache, is_entry, limit, &left);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char cache_dir[PATH_MAX];	/* "": none */

/* The folder, and the one that it is in, made when missing. */
static void
find_cache_dir(void)
{
	const char *persistent = secure_getenv("SYCL_CACHE_PERSISTENT"), *given = secure_getenv("SYCL_CACHE_DIR");
	const char *cache = secure_getenv("XDG_CACHE_HOME"), *home = secure_getenv("HOME");
	char parent[PATH_MAX - 16], here[PATH_MAX];
	int length;

	if (persistent && strcmp(persistent, "0") == 0)
		return;
	if (given && *given) {
		/* The program may go to another folder before its first kernel. */
		if (*given == '/')
			length = snprintf(cache_dir, sizeof cache_dir, "%s", given);
		else
			length = getcwd(here, sizeof here) ? snprintf(cache_dir, sizeof cache_dir, "%s/%s", here, given) : PATH_MAX;
		if (length >= PATH_MAX)
			cache_dir[0] = '\0';
		return;
	}
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
