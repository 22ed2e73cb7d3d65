/*
 * DIR/headers: for each key KEY.pch, for texts KEY.hpp, from which it was made,
 * KEY.lock, KEY.none if it cannot be made, and KEY.seen if an automatic job has asked for it.  Files appear whole, by rename.  The key has the compiler, its words and
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
#include <time.h>
#include <unistd.h>

#include "base/fd.h"

extern char **environ;

enum { MOST_ENTRIES = 32, SEEN_SECONDS = 7 * 24 * 3600 };
static const uint64_t MOST_BYTES = 512u << 20;	/* entries have 10 to 30 MB */

const char cache_output[] = "OUTPUT";

static const char *
entry_path(const struct job *job, const struct hash *key, const char *suffix)
{
	uint64_t word[2];

	hash_get(key, word);
	return arena_printf(job->arena, "%s/headers/%016" PRIx64 "%016" PRIx64 "%s", job->cache, word[0], word[1], suffix);
}

/* --- room --------------------------------------------------------------------------- */

/* What is in the folder: of the precompiled headers how many, their bytes, and the one that was not used for longest. */
struct room {
	size_t n;
	uint64_t bytes;
	char oldest[64];
	time_t when;
};

static bool
has_suffix(const char *name, const char *suffix)
{
	return strlen(name) == 32 + strlen(suffix) && strcmp(name + 32, suffix) == 0;
}

static void
look(DIR *dir, struct room *room)
{
	const struct dirent *entry;
	struct stat status;

	*room = (struct room){ .n = 0 };
	rewinddir(dir);
	while ((entry = readdir(dir))) {
		const bool seen = has_suffix(entry->d_name, ".seen");

		if ((!seen && !has_suffix(entry->d_name, ".pch")) || fstatat(dirfd(dir), entry->d_name, &status, AT_SYMLINK_NOFOLLOW))
			continue;
		if (seen) {
			if (status.st_mtim.tv_sec + SEEN_SECONDS < time(NULL))
				unlinkat(dirfd(dir), entry->d_name, 0);
			continue;
		}
		room->bytes += (uint64_t)status.st_size;
		if (!room->n++ || status.st_mtim.tv_sec < room->when) {
			room->when = status.st_mtim.tv_sec;
			strcpy(room->oldest, entry->d_name);
		}
	}
}

/* Removes precompiled headers that were not used for longest, while there are too many, or they are too large. */
static void
make_room(const struct job *job)
{
	DIR *dir = opendir(arena_printf(job->arena, "%s/headers", job->cache));
	struct room room;

	if (!dir)
		return;
	for (look(dir, &room); room.n > MOST_ENTRIES || (room.bytes > MOST_BYTES && room.n > 2); look(dir, &room)) {
		if (unlinkat(dirfd(dir), room.oldest, 0))
			break;
		memcpy(room.oldest + 33, "hpp", 3);
		unlinkat(dirfd(dir), room.oldest, 0);
		memcpy(room.oldest + 32, ".lock", 6);
		unlinkat(dirfd(dir), room.oldest, 0);
	}
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
	char *parent = arena_strdup(job->arena, job->cache), *slash = strrchr(parent, '/');
	struct stat status;

	if (job->automatic && slash && slash > parent) {
		*slash = '\0';
		mkdir(parent, 0700);
	}
	mkdir(job->cache, job->automatic ? 0700 : 0777);
	if (job->automatic && (lstat(job->cache, &status) || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()
	    || (status.st_mode & (S_IWGRP | S_IWOTH))))
		return -1;
	mkdir(folder, 0777);
	return access(folder, W_OK);
}

bool
cache_wants(const struct job *job, const struct hash *key)
{
	const char *seen = entry_path(job, key, ".seen");
	int fd;

	if (!job->automatic || !access(entry_path(job, key, ".pch"), F_OK))
		return true;
	fd = open(seen, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd >= 0)
		close(fd);
	return fd < 0 && errno == EEXIST;
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
