/* Finds the other parts of the installation from the runtime's own path. */
#include "rt.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[PATH_MAX];	/* "": unknown */
static char cache_dir[PATH_MAX];

/* Cuts the last n components off. */
static void
cut(char *path, int n)
{
	while (n-- > 0) {
		char *slash = strrchr(path, '/');

		if (slash)
			*slash = '\0';
	}
}

/* ROOT/lib/libsycl-cc-rt.so, or ROOT/bin/program when the runtime is linked into it. */
static void
find_root(void)
{
	const char *given = secure_getenv("SYCL_CC_ROOT");
	Dl_info self;

	if (given && *given)
		snprintf(root, sizeof root, "%s", given);
	else if (dladdr((void *)&once, &self) && self.dli_fname && realpath(self.dli_fname, root))
		cut(root, 2);
}

bool
rt_is_private(int fd)
{
	struct stat st;

	return fstat(fd, &st) == 0 && st.st_uid == geteuid() && !(st.st_mode & (S_IWGRP | S_IWOTH));
}

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

static void
find_all(void)
{
	find_root();
	find_cache_dir();
}

/* The first readable one of the places (printf formats of the root and name). */
static const char *
first_of(const char *const *place, const char *name, int mode)
{
	char path[PATH_MAX + 64];

	pthread_once(&once, find_all);
	for (; root[0] && *place; place++) {
		snprintf(path, sizeof path, "%s/%s/%s", root, *place, name);
		if (access(path, mode) == 0)
			return strdup(path);
	}
	return NULL;
}

/* name in the folders of PATH. */
static const char *
search_path(const char *name)
{
	const char *p = secure_getenv("PATH");
	char path[PATH_MAX + 64];

	while (p && *p) {
		size_t len = strcspn(p, ":");

		snprintf(path, sizeof path, "%.*s/%s", (int)len, p, name);
		if (len && access(path, X_OK) == 0)
			return strdup(path);
		p += len + (p[len] == ':');
	}
	return NULL;
}

const char *
rt_program(const char *program)
{
	static const char *const place[] = { "libexec/sycl-cc", "bin", "build/bin", NULL };
	const char *path = first_of(place, program, X_OK);

	return path ? path : search_path(program);
}

const char *
rt_device_config(void)
{
	static const char *const place[] = { "share/sycl-cc", "share", "../share", NULL };

	return first_of(place, "device-config.yaml", R_OK);
}

/* Checked each time: the folder may have been removed, or replaced by another user's. */
int
rt_cache_open(void)
{
	int fd;

	pthread_once(&once, find_all);
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
