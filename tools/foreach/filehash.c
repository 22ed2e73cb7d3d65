#include "filehash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* One remembered hash; a record that was damaged or torn fails its check. */
struct record {
	struct hash of;		/* the result of stat(2) */
	struct key content;
	uint64_t check;
};

enum { BLOCK = 1 << 18, MAX_RECORDS = 4096, SETTLED_SECONDS = 2 };

/* Everything that changes with the contents: times too, since a rewrite may keep inode and size. */
static void
describe(uint64_t field[7], const struct stat *status)
{
	field[0] = status->st_dev;
	field[1] = status->st_ino;
	field[2] = (uint64_t)status->st_size;
	field[3] = (uint64_t)status->st_mtim.tv_sec;
	field[4] = (uint64_t)status->st_mtim.tv_nsec;
	field[5] = (uint64_t)status->st_ctim.tv_sec;
	field[6] = (uint64_t)status->st_ctim.tv_nsec;
}

struct filestate
filestate_of(const struct stat *status)
{
	uint64_t field[7];

	describe(field, status);
	return (struct filestate){ XXH3_64bits(field, sizeof field) };
}

static int
open_regular(const char *path, struct stat *status)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);

	if (fd < 0)
		return -1;
	if (fstat(fd, status) == 0 && S_ISREG(status->st_mode))
		return fd;
	close(fd);
	errno = EINVAL;
	return -1;
}

static int
hash_fd(int fd, struct key *hash)
{
	static uint8_t *block;
	struct sha256_ctx context;
	ssize_t n;

	if (!block && !(block = malloc(BLOCK)))
		return -1;
	sha256_init(&context);
	while ((n = read(fd, block, BLOCK)) > 0)
		sha256_update(&context, (size_t)n, block);
	*hash = key_digest(&context);
	return n < 0 ? -1 : 0;
}

int
filehash(const char *path, struct key *hash, struct filestate *state)
{
	struct stat status;
	int fd = open_regular(path, &status), failed;

	if (fd < 0)
		return -1;
	*state = filestate_of(&status);
	failed = hash_fd(fd, hash);
	close(fd);
	return failed;
}

static uint64_t
record_check(const struct record *record)
{
	return XXH3_64bits(record, sizeof *record - sizeof record->check);
}

/* Looks the record up; a memo that is damaged or has grown too long starts anew. */
static bool
recall(int dir, struct record *wanted)
{
	struct record record;
	bool found = false, bad = false;
	size_t n = 0;
	int fd = openat(dir, "memo", O_RDONLY | O_CLOEXEC);
	ssize_t got = 0;

	if (fd < 0)
		return false;
	while (!found && !bad && (got = read(fd, &record, sizeof record)) == sizeof record) {
		bad = record.check != record_check(&record) || ++n > MAX_RECORDS;
		found = !bad && !memcmp(&record.of, &wanted->of, sizeof record.of);
	}
	close(fd);
	if (bad || (!found && got))
		unlinkat(dir, "memo", 0);
	if (found)
		*wanted = record;
	return found;
}

static void
remember(int dir, struct record *record)
{
	int fd = openat(dir, "memo", O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);

	if (fd < 0)
		return;
	record->check = record_check(record);
	if (write(fd, record, sizeof *record) != sizeof *record)
		unlinkat(dir, "memo", 0);
	close(fd);
}

/* A file written just now may change again with the same times: their resolution is a clock tick. */
static bool
is_settled(const struct stat *status)
{
	time_t now = time(NULL);

	return now - status->st_mtim.tv_sec > SETTLED_SECONDS && now - status->st_ctim.tv_sec > SETTLED_SECONDS;
}

int
filehash_remembered(int dir, const char *path, struct key *hash, struct filestate *state)
{
	struct stat status;
	struct record record;
	uint64_t field[7];
	int fd = open_regular(path, &status), failed = 0;

	if (fd < 0)
		return -1;
	*state = filestate_of(&status);
	describe(field, &status);
	record.of = hash_bytes(XXH3_128bits(field, sizeof field));
	if (is_settled(&status) && recall(dir, &record)) {
		*hash = record.content;
	} else {
		failed = hash_fd(fd, hash);
		record.content = *hash;
		if (!failed && is_settled(&status))
			remember(dir, &record);
	}
	close(fd);
	return failed;
}
