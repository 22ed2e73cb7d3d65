/*
 * SPIR-V to native code: mux-aot runs once for each image, or once for a
 * kernel of it, and its result is kept in the cache (cache.c) under a key of
 * the image's bytes, the compiler, the libraries that it links and the processor.
 */
#include "rt.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/hash.h"
#include "base/path.h"

extern char **environ;

/* The processor's features, which the code may use, from cpuid. */
static void
add_cpu(struct hash *hash)
{
#if defined(__x86_64__)
	unsigned r[4];

	for (unsigned leaf = 0; leaf <= 7; leaf++) {
		if (leaf == 1 || !__get_cpuid_count(leaf, 0, &r[0], &r[1], &r[2], &r[3]))
			continue;
		if (leaf == 0 || leaf == 7)
			hash_add(hash, r, sizeof r);
	}
	/* Word 1 of leaf 1 holds the number of the core it is read on. */
	if (__get_cpuid(1, &r[0], &r[1], &r[2], &r[3])) {
		hash_add(hash, &r[0], sizeof r[0]);
		hash_add(hash, &r[2], 2 * sizeof r[2]);
	}
#else
	(void)hash;
#endif
}

/* What the compiler links images with. */
static const char *const library_names[] = { "mux/builtins.bc", "mux/images.bc", "mux/libclc-host.bc", "mux/libclc-numbers.bc" };
enum { LIBRARIES = sizeof library_names / sizeof *library_names };

/* The contents: a package may give an updated file the time and size of the old one. */
static void
add_library(struct hash *hash, const char *path)
{
	int fd = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	struct stat st;
	void *bytes = fd >= 0 && fstat(fd, &st) == 0 && st.st_size ? mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0) : MAP_FAILED;

	if (bytes != MAP_FAILED) {
		hash_add(hash, bytes, (size_t)st.st_size);
		munmap(bytes, (size_t)st.st_size);
	}
	if (fd >= 0)
		close(fd);
}

static struct hash libraries;

static void
read_libraries(void)
{
	const char *compiler = rt_program("mux-aot");
	struct arena arena;

	arena_init_quiet(&arena);
	for (size_t i = 0; compiler && i < LIBRARIES; i++)
		add_library(&libraries, path_shared(&arena, compiler, library_names[i]));
	arena_free(&arena);
}

/* The file name of the entry, without folder. */
static void
make_key(char key[40], const struct rt_code *code, size_t n, const struct rt_wanted *wanted, const char *kernel, const char *compiler)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	struct hash hash;
	struct stat st;
	uint64_t out[2];

	pthread_once(&once, read_libraries);
	hash = libraries;
	hash_add_string(&hash, SYCL_CC_VERSION);
	hash_add(&hash, &wanted->partial, sizeof wanted->partial);
	hash_add_string(&hash, kernel ? kernel : "");
	hash_add(&hash, wanted->size, sizeof wanted->size);
	for (size_t i = 0; i < n; i++) {
		hash_add(&hash, &code[i].size, sizeof code[i].size);
		hash_add(&hash, code[i].bytes, code[i].size);
	}
	if (stat(compiler, &st) == 0) {
		hash_add(&hash, &st.st_size, sizeof st.st_size);
		hash_add(&hash, &st.st_mtim, sizeof st.st_mtim);
	}
	add_cpu(&hash);
	hash_get(&hash, out);
	snprintf(key, 40, "%016" PRIx64 "%016" PRIx64 ".so", out[0], out[1]);
}

/* --- where one compile happens --- */

#define WORKSHOP "sycl-cc-build."
enum { YOUNG_SECONDS = 60 };	/* a folder this young may not be locked yet */
enum { MAX_DEPTH = 16 };	/* of folders in it */

/* A folder of its own in the cache or the temporary folder; its maker holds a lock on it. */
struct workshop {
	int base, dir;		/* descriptors of the folder that it is in, and of itself; -1 */
	char name[40];
};

/* Removes the folder name of base with its contents. */
static void
remove_tree(int base, const char *name, int depth)
{
	int fd = openat(base, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	DIR *dir = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (unlinkat(dirfd(dir), entry->d_name, 0) != 0 && depth > 0)
			remove_tree(dirfd(dir), entry->d_name, depth - 1);
	}
	if (dir)
		closedir(dir);
	else if (fd >= 0)
		close(fd);
	unlinkat(base, name, AT_REMOVEDIR);
}

/* Removes the folders of processes that were killed: this user's, which nobody has locked. */
static void
sweep(int base)
{
	int copy = openat(base, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), fd;
	DIR *dir = copy < 0 ? NULL : fdopendir(copy);
	struct dirent *entry;
	struct stat st;

	while (dir && (entry = readdir(dir))) {
		if (strncmp(entry->d_name, WORKSHOP, sizeof WORKSHOP - 1) != 0)
			continue;
		fd = openat(base, entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
		if (fd < 0)
			continue;
		if (rt_is_private(fd) && fstat(fd, &st) == 0 && st.st_mtime + YOUNG_SECONDS < time(NULL)
		    && flock(fd, LOCK_EX | LOCK_NB) == 0)
			remove_tree(base, entry->d_name, MAX_DEPTH);
		close(fd);
	}
	if (dir)
		closedir(dir);
	else if (copy >= 0)
		close(copy);
}

/* Makes and locks the folder in base; 0 on success. */
static int
make_folder(struct workshop *shop)
{
	static _Atomic unsigned number;

	for (int tries = 0; tries < 1000; tries++) {
		snprintf(shop->name, sizeof shop->name, WORKSHOP "%x.%x", (unsigned)getpid(), atomic_fetch_add(&number, 1));
		if (mkdirat(shop->base, shop->name, 0700) == 0)
			break;
		if (errno != EEXIST)
			return -1;
	}
	shop->dir = openat(shop->base, shop->name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	return shop->dir >= 0 && rt_is_private(shop->dir) && flock(shop->dir, LOCK_EX | LOCK_NB) == 0 ? 0 : -1;
}

static void
workshop_close(struct workshop *shop)
{
	if (shop->dir >= 0)
		remove_tree(shop->base, shop->name, MAX_DEPTH);
	if (shop->dir >= 0)
		close(shop->dir);
	if (shop->base >= 0)
		close(shop->base);
}

/* cache: its folder, -1 without one. */
static int
workshop_open(struct workshop *shop, int cache, int *status)
{
	const char *temp = secure_getenv("TMPDIR");

	temp = temp && *temp ? temp : "/tmp";
	*shop = (struct workshop){ -1, -1, "" };
	shop->base = cache >= 0 ? fcntl(cache, F_DUPFD_CLOEXEC, 0) : open(temp, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (shop->base >= 0)
		sweep(shop->base);
	if (shop->base >= 0 && make_folder(shop) == 0)
		return 0;
	*status = rt_fail(SYCL_RT_BUILD, "building the device image failed: cannot create a folder in '%s': %s",
		cache >= 0 ? "the cache" : temp, strerror(errno));
	workshop_close(shop);
	return -1;
}

/* --- running the compiler --- */

/*
 * The environment of the compiler: the program's, with the workshop as the
 * temporary folder; only a fixed PATH when the program has more rights than its user.
 */
static char **
compiler_environment(void)
{
	bool secure = getauxval(AT_SECURE) != 0;
	char **copy, **from = environ;
	size_t n = 0;

	while (from && from[n])
		n++;
	copy = calloc(n + 3, sizeof *copy);
	if (!copy)
		return NULL;
	n = 0;
	copy[n++] = (char *)"TMPDIR=.";
	if (secure)
		copy[n++] = (char *)"PATH=/usr/bin:/bin";
	for (; from && *from && !secure; from++)
		if (strncmp(*from, "TMPDIR=", 7) != 0)
			copy[n++] = *from;
	return copy;
}

/* Runs the compiler in the workshop, with its messages in the file log; its status, -1 when it did not run. */
static int
run_compiler(const struct workshop *shop, char *const argv[])
{
	posix_spawn_file_actions_t actions;
	char **environment = compiler_environment();
	int status = 0, failed;
	pid_t child;

	if (!environment)
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addfchdir_np(&actions, shop->dir);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "log", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	failed = posix_spawn(&child, argv[0], &actions, NULL, argv, environment);
	posix_spawn_file_actions_destroy(&actions);
	free(environment);
	if (failed)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 0;	/* the program waited for our child: the output shows whether it succeeded */
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void
fail_build(const struct workshop *shop, const char *compiler, int exit_status)
{
	size_t size;
	char *log = rt_file_read(shop->dir, "log", false, &size);

	while (log && size && log[size - 1] == '\n')
		log[--size] = '\0';
	rt_fail(SYCL_RT_BUILD, "building the device image failed: '%s' ended with status %d%s%s", compiler, exit_status,
		log && *log ? ":\n" : "", log ? log : "");
	free(log);
}

/* The compiler's output as a memory file; a sealed copy goes into the cache, if there is one. */
static int
finish(const struct workshop *shop, int cache, const char *key)
{
	size_t size;
	char *bytes = rt_file_read(shop->dir, "out.so", false, &size);
	int fd = -1;

	if (bytes && size) {
		fd = rt_memory_file(bytes, size);
		if (cache >= 0)
			rt_cache_store(cache, key, shop->dir, bytes, size);
	}
	free(bytes);
	return fd;
}

enum { NAME_SIZE = 24 };

/* Writes the inputs and runs mux-aot on them; its status, -1 when it did not run. */
static int
run_on(const struct workshop *shop, const struct rt_code *code, size_t n, const struct rt_wanted *wanted, const char *compiler)
{
	char (*name)[NAME_SIZE] = calloc(n, sizeof *name), **argv = calloc(n + 11, sizeof *argv), parent[40], size[60];
	size_t words = 0, i = 0;
	int status = -1;

	if (name && argv) {
		snprintf(parent, sizeof parent, "--parent=%ld", (long)getpid());
		argv[words++] = (char *)compiler;
		argv[words++] = parent;
		argv[words++] = (char *)"--target=native";
		argv[words++] = (char *)"--sub-groups=32";	/* as the driver */
		if (wanted->partial)
			argv[words++] = (char *)"--drop-importers";
		if (wanted->kernel) {
			argv[words++] = (char *)"--kernel";
			argv[words++] = (char *)wanted->kernel;
		}
		if (wanted->size[0]) {
			snprintf(size, sizeof size, "--local-size=%" PRIu32 ",%" PRIu32 ",%" PRIu32, wanted->size[0], wanted->size[1],
				wanted->size[2]);
			argv[words++] = size;
		} else {
			argv[words++] = (char *)"--any-size";	/* fit.c knows the size */
		}
		argv[words++] = (char *)"-o";
		argv[words++] = (char *)"out.so";
		for (; i < n; i++) {
			snprintf(name[i], NAME_SIZE, "in%zu", i);
			argv[words++] = name[i];
			if (rt_file_write(shop->dir, name[i], code[i].bytes, code[i].size, O_EXCL) != 0)
				break;
		}
		if (i == n)
			status = run_compiler(shop, argv);
	}
	free(name);
	free(argv);
	return status;
}

static int
compile(const struct rt_code *code, size_t n, const struct rt_wanted *wanted, const char *compiler, int cache, const char *key,
	int *status)
{
	struct workshop shop;
	int exit_status, fd = -1;

	if (workshop_open(&shop, cache, status) != 0)
		return -1;
	exit_status = run_on(&shop, code, n, wanted, compiler);
	if (exit_status == 0)
		fd = finish(&shop, cache, key);
	if (fd < 0) {
		fail_build(&shop, compiler, exit_status);
		*status = SYCL_RT_BUILD;
	}
	workshop_close(&shop);
	return fd;
}

/* The entry of all kernels, or of this one, "" for none; -1: there is none. */
static int
load_entry(int cache, const char *all, const char *one)
{
	int fd = *all ? rt_cache_load(cache, all) : -1;

	return fd < 0 && *one ? rt_cache_load(cache, one) : fd;
}

int
rt_build(const struct rt_code *code, size_t n, const struct rt_wanted *wanted, int *status)
{
	const char *compiler = rt_program("mux-aot");
	char all[40] = "", one[40] = "", *key = wanted->kernel ? one : all;
	int fd = -1, cache, lock = -1;

	if (!compiler) {
		*status = rt_fail(SYCL_RT_BUILD, "the device image must be compiled for this processor, but the program"
			" 'mux-aot' is not where the runtime is; set SYCL_CC_ROOT");
		return -1;
	}
	cache = rt_cache_open();
	if (!wanted->size[0])
		make_key(all, code, n, wanted, NULL, compiler);
	if (wanted->kernel)
		make_key(one, code, n, wanted, wanted->kernel, compiler);
	if (cache >= 0)
		fd = load_entry(cache, all, one);
	/* Who waited for another process finds the entry. */
	if (cache >= 0 && fd < 0 && !wanted->cached && (lock = rt_cache_lock(cache, key)) >= 0)
		fd = load_entry(cache, all, one);
	if (fd < 0 && !wanted->cached)
		fd = compile(code, n, wanted, compiler, cache, key, status);
	if (lock >= 0)
		rt_cache_unlock(lock, key);
	if (cache >= 0)
		close(cache);
	return fd;
}

/* Links the modules in0, in1, ... of the workshop into in0 again; a status of the program, -1 when it did not run. */
static int
link_modules(const struct workshop *shop, size_t n, const char *linker)
{
	char (*name)[NAME_SIZE] = calloc(n, sizeof *name), **argv = calloc(n + 4, sizeof *argv);
	int status = -1;

	if (name && argv) {
		argv[0] = (char *)linker;
		argv[1] = (char *)"-o";
		argv[2] = (char *)"linked";
		for (size_t i = 0; i < n; i++) {
			snprintf(name[i], NAME_SIZE, "in%zu", i);
			argv[i + 3] = name[i];
		}
		status = run_compiler(shop, argv);
		if (status == 0 && renameat(shop->dir, "linked", shop->dir, "in0") != 0)
			status = -1;
	}
	free(name);
	free(argv);
	return status;
}

/* The same for one module or several, then the translation into out.bc; 0, or -1 after rt_fail(). */
static int
translate_in(const struct workshop *shop, const struct rt_code *code, size_t n, const char *translator)
{
	char *const argv[] = { (char *)translator, (char *)"-r", (char *)"in0", (char *)"-o", (char *)"out.bc", NULL };
	const char *linker = n > 1 ? rt_program("spirv-link") : NULL;
	int result = 0;

	if (n > 1 && !linker) {
		rt_fail(SYCL_RT_BUILD, "device images must be linked for this device, but the program 'spirv-link' is missing");
		return -1;
	}
	for (size_t i = 0; i < n && result == 0; i++) {
		char name[NAME_SIZE];

		snprintf(name, sizeof name, "in%zu", i);
		result = rt_file_write(shop->dir, name, code[i].bytes, code[i].size, O_EXCL);
	}
	if (result == 0 && linker)
		result = link_modules(shop, n, linker);
	if (result == 0)
		result = run_compiler(shop, argv);
	if (result != 0)
		fail_build(shop, translator, result);
	return result == 0 ? 0 : -1;
}

int
rt_translate(const struct rt_code *code, size_t n, const char *translator, struct rt_bytes *made, int *status)
{
	int cache = rt_cache_open(), result = -1;
	struct workshop shop;
	char *bytes = NULL;
	size_t size = 0;

	if (workshop_open(&shop, cache, status) == 0) {
		result = translate_in(&shop, code, n, translator);
		if (result == 0)
			bytes = rt_file_read(shop.dir, "out.bc", false, &size);
		if (result == 0 && (!bytes || !size))
			result = rt_fail(SYCL_RT_BUILD, "'%s' wrote nothing", translator);
		if (result != 0)
			*status = SYCL_RT_BUILD;
		workshop_close(&shop);
	}
	if (cache >= 0)
		close(cache);
	*made = (struct rt_bytes){ (unsigned char *)bytes, size, bytes };
	return result == 0 ? 0 : -1;
}

/* --- texts of the program --- */

/* Writes the text under its name, with the folders in it. */
static int
write_text(const struct workshop *shop, const struct sycl_rt_file *text)
{
	char *name = strdup(text->name), *slash;
	int result = name ? 0 : -1;

	for (slash = name ? strchr(name, '/') : NULL; slash && result == 0; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		if (*name && mkdirat(shop->dir, name, 0700) != 0 && errno != EEXIST)
			result = -1;
		*slash = '/';
	}
	if (result == 0)
		result = rt_file_write(shop->dir, name, text->text, text->size, O_EXCL);
	free(name);
	return result;
}

int
rt_compile_texts(char *const argv[], const struct sycl_rt_file *text, size_t n, struct rt_bytes *made, char **log, int *status)
{
	struct workshop shop;
	size_t size = 0, i = 0;
	int result = -1;

	*made = (struct rt_bytes){ 0 };
	*log = NULL;
	if (workshop_open(&shop, -1, status) != 0)
		return -1;
	while (i < n && write_text(&shop, &text[i]) == 0)
		i++;
	if (i == n)
		result = run_compiler(&shop, argv);
	if (result < 0) {
		*status = i < n ? rt_fail(SYCL_RT_BUILD, "cannot write '%s': %s", text[i].name, strerror(errno))
			: rt_fail(SYCL_RT_BUILD, "'%s' cannot run: %s", argv[0], strerror(errno));
	} else {
		*log = rt_file_read(shop.dir, "log", false, &size);
		if (!*log)
			*log = strdup("");
	}
	if (result == 0) {
		made->bytes = made->owned = rt_file_read(shop.dir, "out", false, &size);
		made->size = size;
	}
	workshop_close(&shop);
	return result;
}
