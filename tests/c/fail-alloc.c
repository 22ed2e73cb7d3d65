/*
 * A library to preload: the Nth allocation (N is FAIL_ALLOC) after the start of
 * main() fails, for tests of failing calls.  When fewer were made, the file
 * that FAIL_ALLOC_LEFT names is made.  Programs that the process starts are left
 * alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_long count;
static atomic_bool counting;
static long fail_at;

static int
fails(void)
{
	if (!counting || atomic_fetch_add(&count, 1) + 1 != fail_at)
		return 0;
	errno = ENOMEM;
	return 1;
}

#define NEXT(name, type, ...)                                             \
	static type (*next)(__VA_ARGS__);                                 \
                                                                          \
	if (!next)                                                        \
		next = (type (*)(__VA_ARGS__))(uintptr_t)dlsym(RTLD_NEXT, #name)

void *
malloc(size_t size)
{
	NEXT(malloc, void *, size_t);
	return fails() ? NULL : next(size);
}

void *
calloc(size_t n, size_t size)
{
	NEXT(calloc, void *, size_t, size_t);
	return fails() ? NULL : next(n, size);
}

void *
realloc(void *old, size_t size)
{
	NEXT(realloc, void *, void *, size_t);
	return fails() ? NULL : next(old, size);
}

/* Nothing failed: there were fewer allocations. */
static void
tell(void)
{
	const char *left = getenv("FAIL_ALLOC_LEFT");

	if (left && atomic_load(&count) < fail_at)
		close(open(left, O_CREAT | O_WRONLY, 0666));
}

static int (*real_main)(int, char **, char **);

static int
counted_main(int argc, char **argv, char **envp)
{
	const char *at = getenv("FAIL_ALLOC");

	fail_at = at ? strtol(at, NULL, 10) : 0;
	unsetenv("LD_PRELOAD");
	atexit(tell);
	counting = true;
	return real_main(argc, argv, envp);
}

int
__libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void), void (*fini)(void),
		  void (*rtld_fini)(void), void *stack_end)
{
	typedef int start_main(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void), void (*)(void), void *);
	start_main *next = (start_main *)(uintptr_t)dlsym(RTLD_NEXT, "__libc_start_main");

	real_main = main;
	return next(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}
