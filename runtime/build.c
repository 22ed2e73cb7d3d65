/*
 * SPIR-V to native code: mux-aot runs once for each image, and its result is
 * kept in the cache folder under a key of the image's bytes, the compiler and
 * the processor.  An entry ends in a seal, so that a damaged one is noticed
 * and made again.
 */
#include "rt.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "base/fd.h"
#include "base/hash.h"

extern char **environ;

/* The last bytes of a cache entry. */
struct seal {
	char magic[8];
	uint64_t size;		/* bytes before the seal */
	uint64_t hash[2];	/* of them */
};

static const char seal_magic[8] = "syclccSO";

/* What the code may use: the words of cpuid that name the processor's features. */
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

/* The file name of the entry, without folder. */
static void
make_key(char key[40], const struct rt_code *code, size_t n, bool partial, const char *compiler)
{
	struct hash hash;
	struct stat st;
	uint64_t out[2];

	hash_init(&hash);
	hash_add_string(&hash, SYCL_CC_VERSION);
	hash_add(&hash, &partial, sizeof partial);
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

/* The whole file (malloc()ed), NULL when it cannot be read. */
static char *
read_file(const char *path, size_t *size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;
	char *bytes = NULL;
	size_t done = 0;
	ssize_t n = 1;

	if (fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode))
		bytes = malloc((size_t)st.st_size + 1);
	while (bytes && done < (size_t)st.st_size && (n = read(fd, bytes + done, (size_t)st.st_size - done)) > 0)
		done += (size_t)n;
	if (fd >= 0)
		close(fd);
	if (bytes)
		bytes[done] = '\0';
	*size = done;
	return bytes;
}

/* fd once all bytes are written to it; -1, with fd closed, when they cannot be. */
static int
write_bytes(int fd, const void *bytes, size_t size)
{
	if (fd < 0 || fd_write(fd, bytes, size) == 0)
		return fd;
	close(fd);
	return -1;
}

static int
write_file(const char *path, const void *bytes, size_t size, int flags)
{
	int fd = write_bytes(open(path, O_WRONLY | O_CREAT | O_CLOEXEC | flags, 0666), bytes, size);

	return fd < 0 ? -1 : close(fd);
}

int
rt_memory_file(const void *bytes, size_t size)
{
	return write_bytes(memfd_create("sycl-cc-image", MFD_CLOEXEC), bytes, size);
}

/* A memory file with the entry's code; -1 when there is no entry or it is damaged. */
static int
cache_load(const char *path)
{
	size_t size;
	char *bytes = read_file(path, &size);
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

/* --- running the compiler --- */

/* Runs the compiler with its messages in the file log; its status, -1 when it did not run. */
static int
run_compiler(char *const argv[], const char *log)
{
	posix_spawn_file_actions_t actions;
	int status = 0, failed;
	pid_t child;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	failed = posix_spawn(&child, argv[0], &actions, NULL, argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (failed)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 0;	/* somebody else took the status: the output tells */
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Where one compile happens: a folder of its own in the cache or the temporary folder. */
struct workshop {
	char dir[PATH_MAX], out[PATH_MAX + 16], log[PATH_MAX + 16];
	size_t n;		/* inputs that may be there */
};

enum { IN_SIZE = PATH_MAX + 32 };

static char *
input_path(char path[IN_SIZE], const struct workshop *shop, size_t i)
{
	snprintf(path, IN_SIZE, "%s/in%zu", shop->dir, i);
	return path;
}

static int
workshop_open(struct workshop *shop, const char *cache)
{
	const char *temp = getenv("TMPDIR");

	snprintf(shop->dir, sizeof shop->dir, "%s/sycl-cc-build.XXXXXX", cache ? cache : temp && *temp ? temp : "/tmp");
	if (!mkdtemp(shop->dir))
		return -1;
	snprintf(shop->out, sizeof shop->out, "%s/out.so", shop->dir);
	snprintf(shop->log, sizeof shop->log, "%s/log", shop->dir);
	return 0;
}

static void
workshop_close(const struct workshop *shop)
{
	char path[IN_SIZE];

	for (size_t i = 0; i < shop->n; i++)
		unlink(input_path(path, shop, i));
	unlink(shop->out);
	unlink(shop->log);
	rmdir(shop->dir);
}

static void
fail_build(const struct workshop *shop, const char *compiler, int exit_status)
{
	size_t size;
	char *log = read_file(shop->log, &size);

	while (log && size && log[size - 1] == '\n')
		log[--size] = '\0';
	rt_fail(SYCL_RT_BUILD, "building the device image failed: '%s' ended with status %d%s%s", compiler, exit_status,
		log && *log ? ":\n" : "", log ? log : "");
	free(log);
}

/* Seals the compiler's output and moves it into the cache; without a cache it just stays. */
static int
finish(struct workshop *shop, const char *entry)
{
	size_t size;
	char *bytes = read_file(shop->out, &size);
	struct seal seal;
	int fd = -1;

	if (bytes && size) {
		make_seal(&seal, bytes, size);
		fd = rt_memory_file(bytes, size);
		if (entry && write_file(shop->out, &seal, sizeof seal, O_APPEND) == 0)
			(void)!rename(shop->out, entry);
	}
	free(bytes);
	return fd;
}

/* Writes the inputs and runs mux-aot on them; its status, -1 when it did not run. */
static int
run_on(struct workshop *shop, const struct rt_code *code, size_t n, bool partial, const char *compiler)
{
	char (*path)[IN_SIZE] = calloc(n, sizeof *path), **argv = calloc(n + 6, sizeof *argv);
	int status = -1;
	size_t words = 0;

	if (path && argv) {
		argv[words++] = (char *)compiler;
		argv[words++] = (char *)"--target=native";
		if (partial)
			argv[words++] = (char *)"--drop-importers";
		argv[words++] = (char *)"-o";
		argv[words++] = shop->out;
		for (; shop->n < n; shop->n++) {
			argv[words++] = input_path(path[shop->n], shop, shop->n);
			if (write_file(path[shop->n], code[shop->n].bytes, code[shop->n].size, O_TRUNC) != 0)
				break;
		}
		if (shop->n == n)
			status = run_compiler(argv, shop->log);
		else
			shop->n++;	/* a part of it may be there */
	}
	free(path);
	free(argv);
	return status;
}

static int
compile(const struct rt_code *code, size_t n, bool partial, const char *compiler, const char *cache, const char *entry,
	int *status)
{
	struct workshop shop = { .n = 0 };
	int exit_status, fd = -1;

	if (workshop_open(&shop, cache) != 0) {
		*status = rt_fail(SYCL_RT_BUILD, "building the device image failed: cannot create '%s': %s", shop.dir, strerror(errno));
		return -1;
	}
	exit_status = run_on(&shop, code, n, partial, compiler);
	if (exit_status == 0)
		fd = finish(&shop, entry);
	if (fd < 0) {
		fail_build(&shop, compiler, exit_status);
		*status = SYCL_RT_BUILD;
	}
	workshop_close(&shop);
	return fd;
}

int
rt_build(const struct rt_code *code, size_t n, bool partial, int *status)
{
	const char *compiler = rt_program("mux-aot"), *cache = rt_cache_dir();
	char key[40], entry[PATH_MAX + 64];
	int fd = -1;

	if (!compiler) {
		*status = rt_fail(SYCL_RT_BUILD, "the device image must be compiled for this processor, but the program"
			" 'mux-aot' is not where the runtime is; set SYCL_CC_ROOT");
		return -1;
	}
	make_key(key, code, n, partial, compiler);
	snprintf(entry, sizeof entry, "%s/%s", cache ? cache : "", key);
	if (cache)
		fd = cache_load(entry);
	return fd >= 0 ? fd : compile(code, n, partial, compiler, cache, cache ? entry : NULL, status);
}
