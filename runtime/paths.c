/* Finds the other parts of the installation from the runtime's own path. */
#include "rt.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char root[PATH_MAX];	/* "": unknown */

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

/* The first readable one of the places (printf formats of the root and name). */
static const char *
first_of(const char *const *place, const char *name, int mode)
{
	char path[PATH_MAX + 64];

	pthread_once(&once, find_root);
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

/* The names that were answered before: each is found once. */
struct found {
	struct found *next;
	const char *path;
	char name[];
};

/* What find() answers for the name, which stays; NULL is asked for again. */
static const char *
find_once(const char *name, const char *(*find)(const char *name))
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct found *list;
	struct found *found;
	const char *path;

	pthread_mutex_lock(&lock);
	for (found = list; found && strcmp(found->name, name) != 0; found = found->next)
		;
	path = found ? found->path : find(name);
	if (!found && path && (found = malloc(sizeof *found + strlen(name) + 1))) {
		*found = (struct found){ list, path };
		strcpy(found->name, name);
		list = found;
	}
	pthread_mutex_unlock(&lock);
	return path;
}

static const char *
find_program(const char *program)
{
	static const char *const place[] = { "libexec/sycl-cc", "bin", "build/bin", NULL };
	const char *path = first_of(place, program, X_OK);

	return path ? path : search_path(program);
}

const char *
rt_program(const char *program)
{
	return find_once(program, find_program);
}

static const char *
find_config(const char *name)
{
	static const char *const place[] = { "share/sycl-cc", "share", "../share", NULL };

	return first_of(place, name, R_OK);
}

const char *
rt_device_config(void)
{
	return find_once("device-config.yaml", find_config);
}
