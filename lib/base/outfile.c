#include "outfile.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "diag.h"
#include "fd.h"

/* Temporary files that an ending process removes: names in a list that signal handlers may read. */
enum { MAX_TEMPS = 256 };
static char *volatile temps[MAX_TEMPS];
static pid_t temps_owner;

void
outfile_remove_temps(void)
{
	size_t i;

	if (getpid() != temps_owner)
		return;	/* a forked child must not remove its parent's files */
	for (i = 0; i < MAX_TEMPS; i++)
		if (temps[i])
			unlink(temps[i]);
}

static void
on_signal(int number)
{
	outfile_remove_temps();
	signal(number, SIG_DFL);
	raise(number);
}

static void
watch_exit(void)
{
	static const int fatal[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction old, action;
	size_t i;

	if (temps_owner == getpid())
		return;
	if (!temps_owner)
		atexit(outfile_remove_temps);
	temps_owner = getpid();
	memset((void *)temps, 0, sizeof temps);
	for (i = 0; i < sizeof fatal / sizeof *fatal; i++) {
		if (sigaction(fatal[i], NULL, &old) || old.sa_handler != SIG_DFL)
			continue;	/* the tool or its caller handles or ignores it */
		memset(&action, 0, sizeof action);
		action.sa_handler = on_signal;
		sigemptyset(&action.sa_mask);
		sigaction(fatal[i], &action, NULL);
	}
}

static void
remember(char *temp)
{
	size_t i;

	watch_exit();
	for (i = 0; i < MAX_TEMPS; i++)
		if (!temps[i]) {
			temps[i] = temp;
			return;
		}
}

static void
forget(char *temp)
{
	size_t i;

	for (i = 0; i < MAX_TEMPS; i++)
		if (temps[i] == temp)
			temps[i] = NULL;
	free(temp);
}

static int
open_failed(struct outfile *out)
{
	diag(DIAG_ERROR, "cannot create '%s': %s", out->path, strerror(errno));
	out->stream = NULL;
	return -1;
}

static bool new_directly;

void
outfile_make_new_directly(bool directly)
{
	new_directly = directly;
}

/* A file beside path, with the rights that a new file gets; -1 when it cannot be made. */
static int
open_beside(struct outfile *out)
{
	mode_t mask;
	int fd;

	if (asprintf(&out->temp, "%s.XXXXXX", out->path) < 0) {
		out->temp = NULL;
		return -1;
	}
	fd = mkostemp(out->temp, O_CLOEXEC);
	if (fd < 0)
		return -1;
	mask = umask(0);
	umask(mask);
	fchmod(fd, 0666 & ~mask);
	return fd;
}

/* path itself, which does not exist; -1 when it cannot be created, or another process just did. */
static int
open_new(struct outfile *out)
{
	out->temp = strdup(out->path);
	out->is_new = true;
	return out->temp ? open(out->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666) : -1;
}

int
outfile_open(struct outfile *out, const char *path)
{
	struct stat status;
	bool exists;
	int fd;

	memset(out, 0, sizeof *out);
	out->path = path;
	if (!strcmp(path, "-")) {
		out->stream = stdout;
		return 0;
	}
	exists = stat(path, &status) == 0;
	if (exists && S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		return open_failed(out);
	}
	/* A device, pipe or socket is written in place: it cannot be replaced by a rename. */
	if (exists && !S_ISREG(status.st_mode)) {
		out->stream = fopen(path, "we");
		return out->stream ? 0 : open_failed(out);
	}
	fd = !exists && errno == ENOENT && new_directly ? open_new(out) : open_beside(out);
	if (fd < 0) {
		free(out->temp);
		out->temp = NULL;
		return open_failed(out);
	}
	remember(out->temp);
	out->stream = fdopen(fd, "w");
	return out->stream ? 0 : open_failed(out);
}

int
outfile_commit(struct outfile *out)
{
	int failed = ferror(out->stream) | fflush(out->stream);
	int reason = errno;

	if (out->stream != stdout && fclose(out->stream) && !failed) {
		failed = 1;
		reason = errno;
	}
	out->stream = NULL;
	if (!failed && out->temp && !out->is_new && rename(out->temp, out->path)) {
		failed = 1;
		reason = errno;
	}
	if (failed) {
		diag(DIAG_ERROR, "cannot write '%s': %s", out->path, strerror(reason));
		if (out->temp)
			unlink(out->temp);
	}
	if (out->temp)
		forget(out->temp);
	out->temp = NULL;
	return failed ? -1 : 0;
}

void
outfile_abandon(struct outfile *out)
{
	if (out->stream && out->stream != stdout)
		fclose(out->stream);
	out->stream = NULL;
	if (out->temp) {
		unlink(out->temp);
		forget(out->temp);
	}
	out->temp = NULL;
}

int
outfile_end(struct outfile *out, bool failed)
{
	if (!failed)
		return outfile_commit(out);
	outfile_abandon(out);
	return -1;
}

/* Writes a block to a new file, without a stream: 1 when the file exists. */
static int
write_new(const char *path, const void *data, size_t size)
{
	struct outfile out = { .path = path };
	int fd = open_new(&out), reason, failed;

	if (fd < 0) {
		free(out.temp);
		return 1;	/* the usual way reports the error, if there is one */
	}
	remember(out.temp);
	failed = fd_write(fd, data, size);
	reason = errno;
	if (close(fd) && !failed) {
		failed = 1;
		reason = errno;
	}
	if (failed) {
		diag(DIAG_ERROR, "cannot write '%s': %s", path, strerror(reason));
		unlink(path);
	}
	forget(out.temp);
	return failed ? -1 : 0;
}

int
outfile_write(const char *path, const void *data, size_t size)
{
	struct outfile out;
	int done = new_directly && strcmp(path, "-") != 0 ? write_new(path, data, size) : 1;

	if (done <= 0)
		return done;
	if (outfile_open(&out, path))
		return -1;
	fwrite(data, 1, size, out.stream);
	return outfile_commit(&out);
}
