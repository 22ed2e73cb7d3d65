#include "job.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/words.h"
#include "base/diag.h"
#include "cache.h"
#include "records.h"
#include "remote.h"
#include "base/clock.h"

static const struct options *options;
static struct command *command;
static struct lists *lists;
static FILE *names;

void
job_init(const struct options *opt, struct command *cmd, struct lists *in, FILE *out)
{
	options = opt;
	command = cmd;
	lists = in;
	names = out;
}

/* The lines of the current item in one block. */
static char **
copy_lines(void)
{
	size_t size = lists->n * sizeof(char *), i;
	char **copy, *text;

	for (i = 0; i < lists->n; i++)
		size += strlen(lists->line[i]) + 1;
	copy = malloc(size);
	if (!copy)
		die("out of memory");
	text = (char *)(copy + lists->n);
	for (i = 0; i < lists->n; i++) {
		copy[i] = text;
		text = stpcpy(text, lists->line[i]) + 1;
	}
	return copy;
}

static bool
read_job(struct job *job)
{
	if (!lists_next(lists))
		return false;
	*job = (struct job){ .number = lists->number, .in = copy_lines() };
	if (options->holders.out) {
		job->out = output_name(options->out_dir, job->in[0], job->number, options->out_ext);
		if (names)
			fprintf(names, "%s\n", job->out);
	}
	return true;
}

static struct values
job_values(const struct job *job)
{
	return (struct values){ job->number, job->in, job->out };
}

static void
find_key(struct job *job)
{
	struct values values = job_values(job);

	if (!job->keyed)
		job->cacheable = cachekey_get(&job->key, command, &values);
	job->keyed = true;
}

/* With a server the next items are read ahead, so that it is asked for many at a time. */
static bool
read_ahead(struct job *job)
{
	static struct job ahead[REMOTE_AHEAD];
	static size_t first, n;
	struct job *last;

	while (n < REMOTE_AHEAD && read_job(last = &ahead[(first + n) % REMOTE_AHEAD])) {
		find_key(last);
		if (last->cacheable)
			cache_ask(&last->key);
		n++;
	}
	if (!n)
		return false;
	*job = ahead[first];
	first = (first + 1) % REMOTE_AHEAD;
	n--;
	return true;
}

bool
job_next(struct job *job)
{
	if (job->number)
		return true;
	return cache_is_open() && options->cache_url ? read_ahead(job) : read_job(job);
}

char **
job_words(const struct job *job)
{
	struct values values = job_values(job);

	return command_expand(command, &values);
}

char *
job_failure(const struct job *job, const char *format, ...)
{
	char *line = words_shell_line(job_words(job)), *what, *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&what, format, args) < 0 || asprintf(&text, "%s: %s", what, line) < 0)
		die("out of memory");
	va_end(args);
	free(what);
	free(line);
	return text;
}

bool
job_is_empty(const struct job *job)
{
	struct stat status;

	return stat(job->out, &status) || !status.st_size;
}

/* The size of its output file, for the one who takes it over. */
static void
record_size(const struct job *job)
{
	struct stat status;

	records_set_size(job->out && stat(job->out, &status) == 0 ? (uint64_t)status.st_size : 0);
}

void
job_end(struct job *job, struct result *result)
{
	result->number = job->number;
	if (records_are_open())
		record_size(job);
	if (result->status && job->created)
		unlink(job->out);
	if (result->failure || report_wants_input()) {
		result->input = strdup(job->in[0]);
		if (!result->input)
			die("out of memory");
	}
	free(job->in);
	free(job->out);
	job->number = 0;
	report_add(result);
}

void
job_cannot_run(struct job *job, short status, char *why)
{
	struct result result = { .status = status,
				 .failure = job_failure(job, "was not run: %s", why ? why : "out of memory") };

	free(why);
	job_end(job, &result);
}

char *
job_reason(const char *verb, const char *name)
{
	char *text;

	if (asprintf(&text, "%s '%s': %s", verb, name, strerror(errno)) < 0)
		die("out of memory");
	return text;
}

static bool
same_file(const struct stat *a, const char *path)
{
	struct stat b;

	return stat(path, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino;
}

static bool
output_is_input(const struct job *job)
{
	struct stat status;
	size_t i;

	if (stat(job->out, &status))
		return false;
	for (i = 0; i < lists->n; i++)
		if (same_file(&status, job->in[i]))
			return true;
	return false;
}

char *
job_clear_output(const struct job *job)
{
	if (output_is_input(job)) {
		errno = EEXIST;
		return job_reason("its output would replace its input", job->out);
	}
	if (unlink(job->out) && errno != ENOENT)
		return job_reason("cannot replace", job->out);
	return NULL;
}

char *
job_create_output(struct job *job)
{
	char *why = job_clear_output(job);
	int fd;

	if (why)
		return why;
	fd = open(job->out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return job_reason("cannot create", job->out);
	close(fd);
	job->created = true;
	return NULL;
}

bool
job_answered(struct job *job)
{
	struct result result = { .cached = true };
	struct values values = job_values(job);
	struct timespec start;

	if (!cache_is_open() || job->asked || (job->out && output_is_input(job)))
		return false;
	job->asked = true;
	clock_start(&start);
	find_key(job);
	if (!job->cacheable || !cache_answer(&job->key, &values, &result.printed))
		return false;
	result.wall = (float)clock_since(&start);
	job_end(job, &result);
	return true;
}

void
job_store(const struct job *job, const struct capture *capture)
{
	struct values values = job_values(job);

	if (job->cacheable)
		cache_store(&job->key, command, &values, capture);
}
