#include "batch.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/capture.h"
#include "base/diag.h"
#include "base/fd.h"
#include "base/outfile.h"
#include "base/words.h"
#include "cache.h"
#include "records.h"

static const struct options *options;
static const struct lists *lists;
static char *folder;		/* of the run, under --out-dir as it was given */
static char *real_folder;	/* absolute */
static char *self;		/* this program */
static size_t count;		/* of batches */
static char **host;
static size_t nhost;

/* --- the folder of the run --------------------------------------------------- */

static char *
format(const char *text, ...)
{
	char *result;
	va_list args;

	va_start(args, text);
	if (vasprintf(&result, text, args) < 0)
		die("out of memory");
	va_end(args);
	return result;
}

void
batches_init(const struct options *opt, const struct lists *in)
{
	char *path = format("%s%s.foreach.XXXXXX", opt->out_dir,
		*opt->out_dir && opt->out_dir[strlen(opt->out_dir) - 1] == '/' ? "" : "/");

	options = opt;
	lists = in;
	if (!mkdtemp(path))
		die("cannot make a folder for jobs in '%s': %s", opt->out_dir, strerror(errno));
	folder = path;
	real_folder = realpath(path, NULL);
	self = realpath("/proc/self/exe", NULL);
	if (!real_folder || !self)
		die("cannot find out a path: %s", strerror(errno));
}

static int
remove_one(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
	(void)status;
	(void)walk;
	if (kind == FTW_DP ? rmdir(path) : unlink(path))
		return 0;	/* what a job that still runs made just now: the next try */
	return 0;
}

static void
remove_tree(const char *path)
{
	int tries;

	for (tries = 0; tries < 20; tries++) {
		nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
		if (access(path, F_OK))
			return;
		usleep(50000);
	}
}

void
batches_remove(void)
{
	if (real_folder)
		remove_tree(real_folder);
}

size_t
batch_hosts(void)
{
	return nhost;
}

static const char *
host_get(const char *name)
{
	size_t i;

	for (i = 0; i < nhost; i++)
		if (!strcmp(host[i], name))
			return host[i];
	host = realloc(host, (nhost + 1) * sizeof *host);
	if (!host)
		die("out of memory");
	return host[nhost++] = format("%s", name);
}

/* --- writing ------------------------------------------------------------------ */

void
batch_add(struct batch *batch, struct job *job)
{
	if (batch->n == batch->room) {
		batch->room = 2 * batch->room + 16;
		batch->item = realloc(batch->item, batch->room * sizeof *batch->item);
		if (!batch->item)
			die("out of memory");
	}
	batch->item[batch->n++] = (struct batch_item){ .job = *job };
	job->number = 0;
}

/* A file of the batch: FOLDER/NUMBER.WHAT. */
static char *
file_name(const struct batch *batch, const char *what)
{
	return format("%s/%zu.%s", folder, batch->number, what);
}

static void
open_file(struct outfile *out, const char *path)
{
	if (outfile_open(out, path))
		exit(1);
}

static void
commit_file(struct outfile *out)
{
	if (outfile_commit(out))
		exit(1);
}

/* The items' lines of one list; of no list their numbers. */
static void
write_lines(const struct batch *batch, const char *what, size_t list)
{
	char *path = file_name(batch, what);
	struct outfile out;
	size_t i;

	open_file(&out, path);
	for (i = 0; i < batch->n; i++)
		if (list < lists->n)
			fprintf(out.stream, "%s\n", batch->item[i].job.in[list]);
		else
			fprintf(out.stream, "%zu\n", batch->item[i].job.number);
	commit_file(&out);
	free(path);
}

static void
put_word(FILE *stream, const char *word)
{
	putc(' ', stream);
	words_put_shell(stream, word, false);
}

/* --NAME=VALUE, formatted. */
static void
put_option(FILE *stream, const char *text, ...)
{
	char *word;
	va_list args;

	va_start(args, text);
	if (vasprintf(&word, text, args) < 0)
		die("out of memory");
	va_end(args);
	put_word(stream, word);
	free(word);
}

static void
put_variable(FILE *stream, const char *name)
{
	const char *value = getenv(name);

	if (name[strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")])
		return;
	if (!value) {
		fprintf(stream, "unset %s\n", name);
		return;
	}
	fprintf(stream, "%s=", name);
	words_put_shell(stream, value, false);
	fprintf(stream, "\nexport %s\n", name);
}

/* What a command's result may depend on, for launchers that start a new session. */
static void
put_environment(FILE *stream)
{
	static const char *const name[] = { "PATH", "LD_LIBRARY_PATH", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES" };
	mode_t mask = umask(0);
	size_t i;

	umask(mask);
	fprintf(stream, "umask %03o\n", (unsigned)mask);
	for (i = 0; i < sizeof name / sizeof *name; i++)
		put_variable(stream, name[i]);
	for (i = 0; i < options->ncache_env; i++)
		put_variable(stream, options->cache_env[i]);
	fprintf(stream, "unset MAKEFLAGS\n");
}

static void
put_command(FILE *stream, const struct batch *batch)
{
	size_t i;

	fputs("exec", stream);
	put_word(stream, self);
	put_option(stream, "--results=%s/%zu.results", folder, batch->number);
	put_option(stream, "--item-numbers=%s/%zu.numbers", folder, batch->number);
	if (options->batch_jobs)
		put_option(stream, "--jobs=%ld", options->batch_jobs);
	else
		fputs(" --jobs=\"${SLURM_CPUS_PER_TASK:-1}\"", stream);
	if (options->fail_fast)
		put_word(stream, "--fail-fast");
	if (options->want_output)
		put_word(stream, "--want-output");
	if (options->mem_budget)
		put_option(stream, "--mem-budget=%ju", (uintmax_t)options->mem_budget);
	for (i = 0; i < options->nlist; i++) {
		put_option(stream, "--in-file-list=%s/%zu.list%zu", folder, batch->number, i);
		put_option(stream, "--in-replace=%s", options->holders.in[i]);
	}
	if (options->holders.out) {
		put_option(stream, "--out-replace=%s", options->holders.out);
		put_option(stream, "--out-ext=%s", options->out_ext);
		put_option(stream, "--out-dir=%s/%zu.out", folder, batch->number);
	}
	if (options->holders.increment)
		put_option(stream, "--out-increment=%s", options->holders.increment);
	put_word(stream, "--");
	for (i = 0; options->words[i]; i++)
		put_word(stream, options->words[i]);
	fputs(" < /dev/null\n", stream);
}

static void
write_script(struct batch *batch)
{
	char *path = format("%s/%zu", folder, batch->number), *cwd = getcwd(NULL, 0);
	struct outfile out;

	if (!cwd)
		die("cannot find out the current folder: %s", strerror(errno));
	open_file(&out, path);
	fputs("#!/bin/sh\n", out.stream);
	put_environment(out.stream);
	fputs("cd", out.stream);
	put_word(out.stream, cwd);
	fputs(" || exit\n", out.stream);
	put_command(out.stream, batch);
	commit_file(&out);
	if (chmod(path, 0700))
		die("cannot make '%s' executable: %s", path, strerror(errno));
	batch->script = format("%s/%zu", real_folder, batch->number);
	free(path);
	free(cwd);
}

void
batch_write(struct batch *batch)
{
	char *path, what[32];
	size_t i;

	batch->number = ++count;
	for (i = 0; i < lists->n; i++) {
		snprintf(what, sizeof what, "list%zu", i);
		write_lines(batch, what, i);
	}
	write_lines(batch, "numbers", lists->n);
	path = file_name(batch, "results");
	if (outfile_write(path, "", 0))
		exit(1);
	free(path);
	path = file_name(batch, "out");
	if (mkdir(path, 0777))
		die("cannot make folder '%s': %s", path, strerror(errno));
	free(path);
	write_script(batch);
}

void
batch_remove(struct batch *batch)
{
	static const char *const what[] = { "results", "numbers", "out" };
	char *path;
	size_t i;

	unlink(batch->script);
	for (i = 0; i < lists->n; i++) {
		path = format("%s/%zu.list%zu", folder, batch->number, i);
		unlink(path);
		free(path);
	}
	for (i = 0; i < sizeof what / sizeof *what; i++) {
		path = file_name(batch, what[i]);
		if (i < 2)
			unlink(path);
		else
			remove_tree(path);
		free(path);
	}
	for (i = 0; i < batch->n; i++)
		free(batch->item[i].text);
	free(batch->script);
	free(batch->item);
}

/* --- reading ------------------------------------------------------------------ */

/* Takes the name of the job's own folder out of a text: "DIR/.foreach.x/3.out/a-1.o" is "DIR/a-1.o". */
static size_t
clean_text(const struct batch *batch, char *text, size_t size)
{
	char *inner = format("%s/%zu.out/", strrchr(folder, '/') + 1, batch->number);
	size_t len = strlen(inner), left = size;
	char *from = text, *found;

	while ((found = memmem(from, left, inner, len))) {
		left -= (size_t)(found - from) + len;
		memmove(found, found + len, left);
		size -= len;
		from = found;
	}
	free(inner);
	return size;
}

static struct batch_item *
item_find(const struct batch *batch, uint64_t number)
{
	static size_t hint;
	size_t i;

	for (i = 0; i < batch->n; i++) {
		hint = hint + 1 < batch->n ? hint + 1 : 0;
		if (batch->item[hint].job.number == number)
			return &batch->item[hint];
	}
	return NULL;
}

/* Moves the output file to its place.  False: it is not what the job said; the item runs again. */
static bool
take_output(const struct batch *batch, const struct batch_item *item)
{
	const char *out = item->job.out;
	struct stat status;
	char *path;
	bool taken;

	if (!out)
		return true;
	path = format("%s/%zu.out/%s", folder, batch->number, basename(out));
	if (lstat(path, &status) == 0)
		taken = (uint64_t)status.st_size == item->record.output_size && rename(path, out) == 0;
	else
		taken = errno == ENOENT && !item->record.output_size;
	free(path);
	return taken;
}

/* What the command printed, as if it had run here. */
static void
write_texts(const struct batch *batch, const struct batch_item *item, struct capture *capture)
{
	char *text = item->text;
	int i;

	if (capture->fd[0] < 0 && capture_open(capture))
		die("cannot create a temporary file: %s", strerror(errno));
	for (i = TEXT_OUT; i <= TEXT_ERR; i++) {
		size_t size = item->record.text_size[i];

		if (fd_write(capture->fd[i], text, clean_text(batch, text, size)))
			die("what a command printed is lost: %s", strerror(errno));
		text += size;
	}
}

/* The item has its result, unless its output file is not there. */
static void
item_end(const struct batch *batch, struct batch_item *item)
{
	static struct capture capture = { { -1, -1 } };
	const struct record *record = &item->record;
	double started = record->date - report_began();
	struct result result = {
		.wall = record->wall, .user = record->user, .system = record->system, .peak = record->peak,
		.status = record->status, .host = batch->host, .started = started > 0 ? (float)started : 0,
	};
	size_t printed = record->text_size[TEXT_OUT] + record->text_size[TEXT_ERR], size = record->text_size[TEXT_FAILURE];

	item->ended = false;
	if (!result.status && !take_output(batch, item))
		return;
	if (size)
		result.failure = strndup(item->text + printed, clean_text(batch, item->text + printed, size));
	if (printed || cache_is_open())
		write_texts(batch, item, &capture);
	if (!result.status)
		job_store(&item->job, &capture);
	if (printed)
		capture_spool(&capture, &result.printed);
	job_end(&item->job, &result);
}

/* Those of one item. */
static void
take_record(struct batch *batch, struct batch_item *item, const struct record *record, char **text)
{
	item->started = true;
	if (record->kind == RECORD_START)
		return;
	batch->run_seconds += (double)record->wall;
	item->ended = true;
	item->record = *record;
	free(item->text);
	item->text = *text;
	*text = NULL;
	if (!record->status)
		item_end(batch, item);
}

void
batch_read(struct batch *batch)
{
	char *path = file_name(batch, "results"), *text;
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct batch_item *item;
	struct record record;

	free(path);
	while (fd >= 0 && record_read(fd, &batch->read, &record, &text)) {
		item = record.kind == RECORD_START || record.kind == RECORD_END ? item_find(batch, record.number) : NULL;
		if (record.kind == RECORD_BEGIN) {
			batch->host = host_get(text);
			batch->began = record.date;
		}
		batch->done |= record.kind == RECORD_DONE;
		if (item)
			take_record(batch, item, &record, &text);
		free(text);
	}
	if (fd >= 0)
		close(fd);
}

void
batch_accept(struct batch *batch, bool killed)
{
	size_t i;

	for (i = 0; i < batch->n; i++) {
		struct batch_item *item = &batch->item[i];
		int number = item->record.signal;

		if (item->job.number && item->ended && (killed || (number != SIGKILL && number != SIGTERM)))
			item_end(batch, item);
	}
}
