#include "records.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/capture.h"
#include "base/clock.h"
#include "base/diag.h"
#include "base/fd.h"

static const char magic[8] = "ferslt1";
static const char *file_path;
static int file = -1;
static bool failed;
static uint64_t output_size;

static struct hash
check_of(const struct record *record, const char *text, size_t size)
{
	static XXH3_state_t *sum;

	if (!sum && !(sum = XXH3_createState()))
		die("out of memory");
	XXH3_128bits_reset(sum);
	XXH3_128bits_update(sum, record, offsetof(struct record, check));
	XXH3_128bits_update(sum, text, size);
	return hash_digest(sum);
}

/* Writes a record and its texts, which are size bytes at block + sizeof *record, at once. */
static void
write_block(struct record *record, char *block, size_t size)
{
	memcpy(record->magic, magic, sizeof magic);
	record->check = check_of(record, block + sizeof *record, size);
	memcpy(block, record, sizeof *record);
	if (!fd_write(file, block, sizeof *record + size) || failed)
		return;
	failed = true;
	if (!records_are_unwanted())
		diag(DIAG_ERROR, "cannot write '%s': %s", file_path, strerror(errno));
}

static void
write_plain(struct record *record, const char *text)
{
	char block[sizeof *record + 256];
	size_t size = strnlen(text, 255);

	record->date = clock_date();
	record->text_size[TEXT_OUT] = size;
	memcpy(block + sizeof *record, text, size);
	write_block(record, block, size);
}

int
records_open(const char *path)
{
	char host[256] = "";

	file_path = path;
	file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (file < 0) {
		diag(DIAG_ERROR, "cannot write '%s': %s", path, strerror(errno));
		return -1;
	}
	gethostname(host, sizeof host - 1);
	write_plain(&(struct record){ .kind = RECORD_BEGIN }, host);
	return failed ? -1 : 0;
}

bool
records_are_open(void)
{
	return file >= 0;
}

bool
records_are_unwanted(void)
{
	struct stat status;

	return file >= 0 && stat(file_path, &status) && (errno == ENOENT || errno == ESTALE);
}

void
records_start(size_t number)
{
	if (file >= 0)
		write_plain(&(struct record){ .kind = RECORD_START, .number = number }, "");
}

void
records_set_size(uint64_t size)
{
	output_size = size;
}

void
records_add(const struct result *result)
{
	size_t printed = (size_t)(result->printed.out + result->printed.err);
	size_t size = result->failure ? strlen(result->failure) : 0;
	struct record record = {
		.number = result->number, .output_size = output_size, .date = clock_date() - (double)result->wall,
		.text_size = { (uint64_t)result->printed.out, (uint64_t)result->printed.err, size },
		.wall = result->wall, .user = result->user, .system = result->system, .peak = result->peak,
		.kind = RECORD_END, .status = result->status, .signal = result->signal,
	};
	char *block = malloc(sizeof record + printed + size);

	if (!block)
		die("out of memory");
	if (capture_get(&result->printed, block + sizeof record)) {
		failed = true;
	} else {
		memcpy(block + sizeof record + printed, result->failure ? result->failure : "", size);
		write_block(&record, block, printed + size);
	}
	free(block);
}

int
records_close(void)
{
	if (!failed && !capture_has_lost())
		write_plain(&(struct record){ .kind = RECORD_DONE }, "");
	if (close(file) && !failed) {
		failed = true;
		diag(DIAG_ERROR, "cannot write '%s': %s", file_path, strerror(errno));
	}
	file = -1;
	return failed ? -1 : 0;
}

/* --- reading ----------------------------------------------------------------- */

/* The size of all texts; false when it is more than is left of the file. */
static bool
texts_fit(const struct record *record, int64_t left, uint64_t *size)
{
	size_t i;

	for (*size = 0, i = 0; i < NTEXT; i++)
		if (__builtin_add_overflow(*size, record->text_size[i], size))
			return false;
	return left >= 0 && *size <= (uint64_t)left;
}

bool
record_read(int fd, int64_t *at, struct record *record, char **text)
{
	int64_t behind = *at + (int64_t)sizeof *record;
	struct hash check;
	struct stat status;
	uint64_t size;

	*text = NULL;
	if (pread(fd, record, sizeof *record, *at) != sizeof *record || memcmp(record->magic, magic, sizeof magic))
		return false;
	if (fstat(fd, &status) || !texts_fit(record, status.st_size - behind, &size))
		return false;
	*text = malloc(size + 1);
	if (!*text)
		die("out of memory");
	(*text)[size] = '\0';
	if (pread(fd, *text, size, behind) == (ssize_t)size) {
		check = check_of(record, *text, size);
		if (!memcmp(&check, &record->check, sizeof check)) {
			*at = behind + (int64_t)size;
			return true;
		}
	}
	free(*text);
	*text = NULL;
	return false;
}
