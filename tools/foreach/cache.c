#include "cache.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"
#include "cachekey.h"
#include "cachelimit.h"
#include "hash.h"
#include "remote.h"

/* The start of an entry; then come standard output, standard error and the output file, part_size bytes each. */
struct header {
	char magic[8];
	struct key key;
	uint64_t part_size[3];
	uint32_t mode;		/* of the output file */
	uint32_t has_out;
	struct hash check;	/* of everything before this field and after the header */
};

enum { PART_OUT, PART_ERR, PART_FILE, NPART, NAME_SIZE = CACHE_NAME_SIZE, BLOCK = 1 << 18 };

static const char magic[8] = "fecache2";

static const struct options *options;
static int dir = -1;
static uint64_t nhit, nmiss, nbad, added;
static bool store_failed;
static char *block;
static XXH3_state_t *sum;

/* --- opening --------------------------------------------------------------- */

static int
make_folders(const char *path)
{
	char *copy = strdup(path), *slash;
	int failed;

	if (!copy)
		die("out of memory");
	for (slash = copy + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
		*slash = '\0';
		mkdir(copy, 0777);
	}
	failed = mkdir(copy, 0777) && errno != EEXIST;
	free(copy);
	return failed ? -1 : 0;
}

static void
cannot_use(const char *path)
{
	diag(DIAG_WARNING, "cannot use cache '%s': %s", path, strerror(errno));
}

void
cache_open(const struct options *opt, const char *program)
{
	options = opt;
	if (make_folders(opt->cache) || (dir = open(opt->cache, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0) {
		cannot_use(opt->cache);
		return;
	}
	sum = XXH3_createState();
	block = malloc(BLOCK);
	if (!sum || !block)
		die("out of memory");
	if (cachekey_init(opt, program, dir))
		exit(1);
	if (opt->cache_url)
		remote_open(opt);
}

bool
cache_is_open(void)
{
	return dir >= 0;
}

/* --- entries --------------------------------------------------------------- */

static void
entry_name(char name[NAME_SIZE], const struct cachekey *key)
{
	size_t i;

	for (i = 0; i < sizeof key->hash.byte; i++)
		snprintf(name + 2 * i, 3, "%02x", key->hash.byte[i]);
}

static void
sum_start(const struct header *header)
{
	XXH3_128bits_reset(sum);
	XXH3_128bits_update(sum, header, offsetof(struct header, check));
}

/* Copies size bytes and adds them to the sum.  -1: from was shorter, or errno says what went wrong. */
static int
copy_summed(int from, off_t at, uint64_t size, int to)
{
	ssize_t n;

	while (size) {
		n = pread(from, block, size < BLOCK ? size : BLOCK, at);
		if (n <= 0) {
			if (!n)
				errno = 0;
			return -1;
		}
		XXH3_128bits_update(sum, block, (size_t)n);
		if (fd_write(to, block, (size_t)n))
			return -1;
		at += n;
		size -= (uint64_t)n;
	}
	return 0;
}

static bool
header_fits(const struct header *header, const struct cachekey *key, const struct values *values, off_t file_size)
{
	uint64_t size = sizeof *header;
	size_t i;

	if (memcmp(header->magic, magic, sizeof magic) || memcmp(&header->key, &key->hash, sizeof key->hash))
		return false;
	for (i = 0; i < NPART; i++)
		if (__builtin_add_overflow(size, header->part_size[i], &size))
			return false;
	return size == (uint64_t)file_size && header->has_out == (values->out != NULL);
}

/* Unpacks an entry.  1: done; 0: it is damaged; -1: the output cannot be written (errno). */
static int
unpack(int entry, const struct cachekey *key, int out, const struct values *values, struct printed *printed)
{
	struct header header;
	struct hash check;
	struct stat status;
	int spool = capture_append(printed), part, target[NPART] = { spool, spool, out };
	off_t at = sizeof header;

	if (fstat(entry, &status) || pread(entry, &header, sizeof header, 0) != sizeof header)
		return 0;
	if (!header_fits(&header, key, values, status.st_size))
		return 0;
	sum_start(&header);
	for (part = 0; part < NPART; part++) {
		if (copy_summed(entry, at, header.part_size[part], target[part]))
			return errno ? -1 : 0;
		at += (off_t)header.part_size[part];
	}
	check = hash_digest(sum);
	if (memcmp(&check, &header.check, sizeof check))
		return 0;
	if (out >= 0 && fchmod(out, header.mode & 0777))
		return -1;
	printed->out = (off_t)header.part_size[PART_OUT];
	printed->err = (off_t)header.part_size[PART_ERR];
	return 1;
}

/* Always a new file: an existing file or link is unlinked, never written to. */
static int
open_output(const char *path)
{
	unlink(path);
	return open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

void
cache_ask(struct cachekey *key)
{
	char name[NAME_SIZE];

	entry_name(name, key);
	if (!remote_is_open() || !faccessat(dir, name, R_OK, 0))
		return;
	key->asked = true;
	remote_ask(name);
}

/* Waits for the server's answer: one for each question. */
static void
fetch(const char *name)
{
	struct stat status;

	if (remote_wait(name) && fstatat(dir, name, &status, 0) == 0)
		added += (uint64_t)status.st_size;
}

static int
answer(const char *name, const struct cachekey *key, const struct values *values, struct printed *printed)
{
	int entry = openat(dir, name, O_RDONLY | O_CLOEXEC), out = -1, done = -1;

	if (entry < 0)
		return -1;
	if (!values->out || (out = open_output(values->out)) >= 0) {
		done = unpack(entry, key, out, values, printed);
		capture_accept(printed);
		if (out >= 0 && close(out) && done > 0)
			done = -1;
	}
	if (done == 1)
		futimens(entry, NULL);	/* used now */
	else if (out >= 0)
		unlink(values->out);
	close(entry);
	return done;
}

bool
cache_answer(const struct cachekey *key, const struct values *values, struct printed *printed)
{
	char name[NAME_SIZE];
	int done;

	entry_name(name, key);
	if (key->asked)
		fetch(name);
	done = answer(name, key, values, printed);
	if (done == 1) {
		nhit++;
		return true;
	}
	nmiss++;
	*printed = (struct printed){ 0 };
	if (done == 0) {
		nbad++;
		diag(DIAG_WARNING, "cache entry '%s/%s' is damaged, running the command again", options->cache, name);
		unlinkat(dir, name, 0);
	}
	return false;
}

/* --- storing --------------------------------------------------------------- */

/* A temporary file in the cache's folder; *path gets its name. */
static int
open_temp(char **path)
{
	int fd;

	if (asprintf(path, "%s/new.XXXXXX", options->cache) < 0)
		return -1;
	fd = mkostemp(*path, O_CLOEXEC);
	if (fd < 0) {
		free(*path);
		*path = NULL;
	}
	return fd;
}

/* Fills in sizes; false when the output is not a plain file. */
static bool
describe(struct header *header, const struct cachekey *key, const int *source)
{
	struct stat status;
	int part;

	memset(header, 0, sizeof *header);
	memcpy(header->magic, magic, sizeof magic);
	header->key = key->hash;
	for (part = 0; part < NPART; part++) {
		if (source[part] < 0)
			continue;
		if (fstat(source[part], &status) || !S_ISREG(status.st_mode))
			return false;
		header->part_size[part] = (uint64_t)status.st_size;
		if (part != PART_FILE)
			continue;
		header->mode = status.st_mode & 0777;
		header->has_out = 1;
	}
	return true;
}

static int
pack(int entry, struct header *header, const int *source)
{
	int part;

	if (fd_write(entry, header, sizeof *header))
		return -1;
	sum_start(header);
	for (part = 0; part < NPART; part++)
		if (copy_summed(source[part], 0, header->part_size[part], entry))
			return -1;
	header->check = hash_digest(sum);
	return pwrite(entry, header, sizeof *header, 0) == sizeof *header ? 0 : -1;
}

static int
write_entry(const struct cachekey *key, struct header *header, const int *source)
{
	char name[NAME_SIZE], *temp;
	int entry = open_temp(&temp), failed;

	if (entry < 0)
		return -1;
	failed = pack(entry, header, source);
	failed |= fchmod(entry, 0644);
	failed |= close(entry);
	entry_name(name, key);
	if (failed || renameat(AT_FDCWD, temp, dir, name)) {
		failed = errno;
		unlink(temp);
		errno = failed;
		failed = -1;
	}
	free(temp);
	if (!failed)
		remote_send(name);
	return failed;
}

static uint64_t
entry_size(const struct header *header)
{
	return sizeof *header + header->part_size[0] + header->part_size[1] + header->part_size[2];
}

static void
hold_limit(void)
{
	if (cachelimit_hold(dir, options->cache_size, added) && !store_failed) {
		store_failed = true;
		cannot_use(options->cache);
	}
	added = 0;
}

void
cache_store(const struct cachekey *key, struct command *command, const struct values *values,
	const struct capture *capture)
{
	int source[NPART] = { capture->fd[0], capture->fd[1], -1 };
	struct header header;

	if (!cachekey_still_true(key, command, values))
		return;
	if (values->out && (source[PART_FILE] = open(values->out, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)) < 0)
		return;
	if (describe(&header, key, source) && entry_size(&header) <= options->cache_size) {
		if (write_entry(key, &header, source) == 0) {
			added += entry_size(&header);
			if (added > options->cache_size / 4)
				hold_limit();
		} else if (!store_failed) {
			store_failed = true;
			diag(DIAG_WARNING, "cannot write to cache '%s': %s", options->cache, strerror(errno));
		}
	}
	if (source[PART_FILE] >= 0)
		close(source[PART_FILE]);
}

void
cache_close(void)
{
	if (dir < 0)
		return;
	remote_close();
	hold_limit();
	if (options->cache_stats)
		diag(DIAG_NOTE, "cache '%s': %" PRIu64 " hit%s, %" PRIu64 " miss%s, %" PRIu64 " damaged", options->cache,
			nhit, nhit == 1 ? "" : "s", nmiss, nmiss == 1 ? "" : "es", nbad);
}
