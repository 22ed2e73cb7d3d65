/*
 * DIR/headers: for each key KEY.pch, for texts KEY.hpp, from which it was made,
 * KEY.lock, and KEY.none if it cannot be made.  Files appear whole, by rename.  The key has the compiler, its words and
 * the text or the header; the compiler itself refuses a precompiled header of which an
 * included file has another date or size.
 */
#include "header-cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.h"

extern char **environ;

enum { MOST_ENTRIES = 32 };	/* of 10 to 30 MB each */

const char cache_output[] = "OUTPUT";

static const char *
entry_path(const struct job *job, const struct hash *key, const char *suffix)
{
	uint64_t word[2];

	hash_get(key, word);
	return arena_printf(job->arena, "%s/headers/%016" PRIx64 "%016" PRIx64 "%s", job->cache, word[0], word[1], suffix);
}

/* --- room --------------------------------------------------------------------------- */

/* Removes the precompiled header that was not used for longest, while there are too many. */
static void
make_room(const struct job *job)
{
	const char *folder = arena_printf(job->arena, "%s/headers", job->cache);
	DIR *dir = opendir(folder);
	char oldest[64] = "";
	struct timespec when = { 0, 0 };
	const struct dirent *entry;
	struct stat status;
	size_t n = 0;

	while (dir && (entry = readdir(dir))) {
		size_t len = strlen(entry->d_name);

		if (len != 36 || strcmp(entry->d_name + 32, ".pch") || fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
			continue;
		if (!n++ || status.st_mtim.tv_sec < when.tv_sec) {
			when = status.st_mtim;
			memcpy(oldest, entry->d_name, len + 1);
		}
	}
	if (dir && n > MOST_ENTRIES) {
		unlinkat(dirfd(dir), oldest, 0);
		memcpy(oldest + 33, "hpp", 3);
		unlinkat(dirfd(dir), oldest, 0);
		memcpy(oldest + 32, ".lock", 6);
		unlinkat(dirfd(dir), oldest, 0);
	}
	if (dir)
		closedir(dir);
}

/* --- making --------------------------------------------------------------------------- */

/* Runs the command without a word of it on the terminal. */
static bool
run_silently(char **word)
{
	posix_spawn_file_actions_t actions;
	int error, status = -1;
	pid_t pid;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
	error = posix_spawnp(&pid, word[0], &actions, NULL, word, environ);
	posix_spawn_file_actions_destroy(&actions);
	return !error && waitpid(pid, &status, 0) == pid && !status;
}

/* Of processes that want the same one, one makes it and the others wait. */
static int
lock(const struct job *job, const struct hash *key)
{
	int fd = open(entry_path(job, key, ".lock"), O_RDWR | O_CREAT | O_CLOEXEC, 0666);

	if (fd >= 0 && flock(fd, LOCK_EX)) {
		close(fd);
		return -1;
	}
	return fd;
}

static bool
make(const struct job *job, const struct hash *key, char **word, const char *path)
{
	char *temp = arena_printf(job->arena, "%s.%ld", path, (long)getpid());
	size_t i;

	for (i = 0; word[i]; i++)
		if (word[i] == cache_output)
			word[i] = temp;
	if (run_silently(word) && !rename(temp, path)) {
		make_room(job);
		return true;
	}
	unlink(temp);
	close(open(entry_path(job, key, ".none"), O_WRONLY | O_CREAT | O_CLOEXEC, 0666));
	return false;
}

int
cache_open(const struct job *job)
{
	const char *folder = arena_printf(job->arena, "%s/headers", job->cache);

	mkdir(job->cache, 0777);
	mkdir(folder, 0777);
	return access(folder, W_OK);
}

const char *
cache_get(const struct job *job, const struct hash *key, char **word)
{
	const char *path = entry_path(job, key, ".pch");
	bool there;
	int fd;

	if (!utimensat(AT_FDCWD, path, NULL, 0))
		return path;
	if (!access(entry_path(job, key, ".none"), F_OK))
		return NULL;
	fd = lock(job, key);
	if (fd < 0)
		return NULL;
	there = !access(path, R_OK) || make(job, key, word, path);
	close(fd);
	return there ? path : NULL;
}

/* --- texts ----------------------------------------------------------------------------- */

const char *
cache_text(const struct job *job, const struct hash *key, const char *const *piece, const size_t *size, size_t n)
{
	const char *path = entry_path(job, key, ".hpp");
	char *temp = arena_printf(job->arena, "%s.%ld", path, (long)getpid());
	bool good = true;
	size_t i;
	int fd;

	if (!access(path, R_OK))
		return path;
	fd = open(temp, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return NULL;
	for (i = 0; i < n && good; i++)
		good = !fd_write(fd, piece[i], size[i]);
	if (close(fd) || !good || link(temp, path)) {
		/* Another process was first: its file has the same bytes. */
		good = good && errno == EEXIST;
	}
	unlink(temp);
	return good ? path : NULL;
}
