#include "launch.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/children.h"
#include "base/diag.h"
#include "base/memstream.h"
#include "batch.h"
#include "cache.h"
#include "job.h"
#include "progress.h"
#include "report.h"

/* A run of the launcher's command, with the batches that it was given. */
struct launch {
	struct child child;	/* first: children.h knows it */
	struct batch *batch;
	size_t n;
	double started;		/* seconds since 1970 */
};

enum {
	JOBS = 16, TRIES = 3,		/* defaults */
	MOST_ITEMS = 1000,		/* of a batch */
	MOST_BATCHES = 1000,		/* of a launch: Slurm's arrays have at most 1001 jobs */
	FIRST_TRIES = 3, LATER_TRIES = 8,	/* launches in a row that start no job, before any job was started, and later */
	UNSTARTED_TRIES = 20,		/* launches of one item, between others that start jobs */
};

static const struct options *options;
static size_t total, nread;	/* items, and those read from the lists */
static struct launch *launch;
static size_t nlaunch;
static struct job next;
static struct job *again;	/* items of jobs that died */
static size_t nagain;

static struct timespec pause_time;
static double start_seconds, run_seconds;	/* of all jobs: until they began; of their items */
static size_t njobs, ndied, nitems;	/* jobs started, died, items that these have run */
static size_t nothing_began;		/* launches in a row */
static double pause_seconds;		/* before the next launch */

static size_t
tries_max(void)
{
	return options->launcher_tries ? (size_t)options->launcher_tries : TRIES;
}

/* --- batches ------------------------------------------------------------------ */

/* Shows the progress and waits for a signal, limit milliseconds at most. */
static void
wait_for_signal(int limit)
{
	bool runs = !children_stopped();

	progress_draw(report_count(), children_running());
	children_wait(limit, -1);
	/* Jobs that run end themselves, those that wait find no script. */
	if (runs && children_stopped())
		batches_remove();
}

static bool
may_start(void)
{
	return !children_stopped() && !report_is_lost() && !(report_has_failed() && options->fail_fast);
}

/* The next item that has to run.  False: there is none now. */
static bool
item_next(struct job *job)
{
	char *why;

	if (nagain) {
		*job = again[--nagain];
		return true;
	}
	while (may_start() && job_next(&next)) {
		nread++;
		wait_for_signal(0);
		if (job_answered(&next))
			continue;
		why = next.out ? job_clear_output(&next) : NULL;
		if (why) {
			job_cannot_run(&next, 1, why);
			continue;
		}
		*job = next;
		next.number = 0;
		return true;
	}
	return false;
}

/*
 * How many items the next batch gets: at first large parts of what is left, so that few jobs
 * are started, then smaller ones, so that all jobs end together, but not so few that
 * starting the job takes more than a tenth of its time.
 */
static size_t
batch_size(size_t jobs)
{
	size_t left = total - nread + nagain, size = left / (3 * jobs) + 1, share = left / jobs + 1;
	double least = 0;

	if (options->batch_size)
		return (size_t)options->batch_size;
	if (options->launcher_all)
		size = left / (4 * jobs) + 1;
	else if (nitems && run_seconds > 0)
		least = 10 * (start_seconds / (double)(njobs ? njobs : 1)) / (run_seconds / (double)nitems);
	if ((double)size < least)
		size = least < (double)share ? (size_t)least + 1 : share;
	return size < MOST_ITEMS ? size : MOST_ITEMS;
}

/* One that may have been what its job died of is in a batch of its own. */
static bool
fill_batch(struct batch *batch, size_t size)
{
	struct job job;

	*batch = (struct batch){ 0 };
	while (batch->n < size && !(batch->n && nagain && again[nagain - 1].tries) && item_next(&job)) {
		if (job.tries)
			size = 1;
		batch_add(batch, &job);
	}
	/* A signal has removed the folder. */
	if (batch->n && !children_stopped())
		batch_write(batch);
	return batch->n;
}

/* --- starting ----------------------------------------------------------------- */

static void
launch_start(struct launch *place)
{
	/* On a signal the shell, too, stays until the command has ended: srun gives back what it was allotted. */
	static const char wait_for_it[] = "trap : TERM; ";
	char **words = calloc(place->n + 5, sizeof *words), *line;
	size_t i;
	int error;

	if (!words || asprintf(&line, "%s%s \"$@\"", wait_for_it, options->launcher) < 0)
		die("out of memory");
	words[0] = (char *)"sh";
	words[1] = (char *)"-c";
	words[2] = line;
	words[3] = (char *)"foreach";
	for (i = 0; i < place->n; i++)
		words[4 + i] = place->batch[i].script;
	child_prepare(&place->child, true);
	place->started = clock_date();
	error = children_start(&place->child, "/bin/sh", words);
	if (error)
		die("cannot start '/bin/sh': %s", strerror(error));
	free(line);
	free(words);
}

static bool
paused(void)
{
	return pause_seconds > 0 && clock_since(&pause_time) < pause_seconds;
}

static void
start_launches(size_t jobs)
{
	size_t i, most = options->launcher_all ? MOST_BATCHES : 1;

	for (i = 0; i < nlaunch && may_start() && !paused(); i++) {
		struct launch *place = &launch[i];
		size_t size = batch_size(jobs);

		if (place->child.pid)
			continue;
		place->batch = calloc(most, sizeof *place->batch);
		if (!place->batch)
			die("out of memory");
		for (place->n = 0; place->n < most && fill_batch(&place->batch[place->n], size); )
			place->n++;
		if (!place->n || children_stopped()) {
			free(place->batch);
			place->n = 0;
			break;
		}
		launch_start(place);
	}
}

/* --- ending ------------------------------------------------------------------- */

/* What the launcher said, the last lines of it. */
static void
tell_output(const struct capture *capture)
{
	enum { MOST = 2000, LINES = 8 };
	char text[MOST + 1], *line, *rest;
	int part, n;
	ssize_t size;
	off_t end;

	for (part = 0; part < 2; part++) {
		end = lseek(capture->fd[part], 0, SEEK_END);
		size = pread(capture->fd[part], text, MOST, end > MOST ? end - MOST : 0);
		text[size > 0 ? size : 0] = '\0';
		for (n = 0, line = strtok_r(text, "\n", &rest); line && n < LINES; line = strtok_r(NULL, "\n", &rest), n++)
			diag_more("  %s", line);
	}
}

static char *
describe_status(int status)
{
	char *text;

	if ((WIFSIGNALED(status) ? asprintf(&text, "was ended by SIG%s", sigabbrev_np(WTERMSIG(status)))
		: asprintf(&text, "ended with status %d", WEXITSTATUS(status))) < 0)
		die("out of memory");
	return text;
}

static bool
any_started(const struct batch *batch)
{
	size_t i;

	for (i = 0; i < batch->n; i++)
		if (batch->item[i].started)
			return true;
	return false;
}

/* An item without result: again, or it has failed. */
static size_t
item_again(struct batch *batch, struct batch_item *item, const char *how)
{
	struct job *job = &item->job;
	char *why;

	if (item->started || (batch->host && !any_started(batch)))
		job->tries++;
	if (job->tries < tries_max() && (batch->host || ++job->unstarted < UNSTARTED_TRIES)) {
		again = realloc(again, (nagain + 1) * sizeof *again);
		if (!again)
			die("out of memory");
		again[nagain++] = *job;
		return 1;
	}
	if (item->ended)
		return 0;	/* batch_accept() takes it over */
	if (asprintf(&why, "its jobs died, for the last one the launcher %s", how) < 0)
		die("out of memory");
	job_cannot_run(job, 1, why);
	return 0;
}

/* Those without result, in the order of the list: again is used from its end. */
static size_t
batch_again(struct batch *batch, const char *how)
{
	size_t i, left = 0;

	for (i = batch->n; i-- > 0; )
		if (batch->item[i].job.number) {
			size_t more = item_again(batch, &batch->item[i], how);

			left += more;
			if (more)
				batch->item[i].job.number = 0;
		}
	batch_accept(batch, true);
	return left;
}

static void
tell_loss(const struct batch *batch, size_t missing, const char *how)
{
	progress_clear();
	if (batch->host)
		diag(DIAG_WARNING, "job %zu on '%s' did not finish, the launcher %s: %zu of its %zu items run again",
			batch->number, batch->host, how, missing, batch->n);
	else
		diag(DIAG_WARNING, "job %zu was not started, the launcher %s", batch->number, how);
}

static void
batch_ended(struct launch *place, struct batch *batch, int status)
{
	size_t i, missing = 0;
	char *how = describe_status(status);

	batch_read(batch);
	if (batch->done)
		batch_accept(batch, false);
	for (i = 0; i < batch->n; i++)
		missing += batch->item[i].job.number != 0;
	njobs += batch->host != NULL;
	nitems += batch->n - missing;
	run_seconds += batch->run_seconds;
	start_seconds += batch->host && batch->began > place->started ? batch->began - place->started : 0;
	/* After --fail-fast the others are not run. */
	if (missing && !children_stopped() && (!batch->done || !options->fail_fast || !report_has_failed())) {
		ndied++;
		progress_clear();
		tell_loss(batch, missing, how);
		tell_output(&place->child.capture);
		batch_again(batch, how);
	}
	free(how);
}

/* Launchers that start nothing: slower and slower, then no more. */
static void
count_failure(const struct launch *place, int status, bool began)
{
	size_t most = njobs ? LATER_TRIES : FIRST_TRIES;

	nothing_began = began ? 0 : nothing_began + 1;
	pause_seconds = began ? 0 : 0.25 * (double)(1 << nothing_began);
	clock_start(&pause_time);
	if (nothing_began < most || children_stopped())
		return;
	diag(DIAG_ERROR, "launcher '%s' starts no job, it %s: can all hosts read '%s'?", options->launcher,
		describe_status(status), place->batch[0].script);
	exit(1);
}

static void
launch_ended(struct launch *place, int status)
{
	bool began = false;
	size_t i;

	place->child.pid = 0;
	for (i = 0; i < place->n; i++) {
		batch_ended(place, &place->batch[i], status);
		began |= place->batch[i].host != NULL;
	}
	count_failure(place, status, began);
	for (i = 0; i < place->n; i++)
		batch_remove(&place->batch[i]);
	child_release(&place->child);
	free(place->batch);
	place->batch = NULL;
	place->n = 0;
}

/* --- waiting ------------------------------------------------------------------ */

static void
read_results(void)
{
	size_t i, k;

	for (i = 0; i < nlaunch && !children_stopped(); i++)
		for (k = 0; launch[i].child.pid && k < launch[i].n; k++)
			batch_read(&launch[i].batch[k]);
}

static void
wait_for_event(void)
{
	struct rusage usage;
	struct child *child;
	int status;

	wait_for_signal(children_stopped() ? -1 : paused() ? 100 : 1000);
	while ((child = children_reap(&status, &usage)))
		launch_ended((struct launch *)child, status);
	read_results();
}

static void
abandon(void)
{
	children_kill();
	batches_remove();
}

static void
check_launcher(void)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";
	size_t len = strspn(options->launcher, plain);
	char *command;

	if (!len || (options->launcher[len] && options->launcher[len] != ' '))
		return;	/* more than a program's name: for the shell */
	if (asprintf(&command, "command -v -- %.*s > /dev/null", (int)len, options->launcher) < 0)
		die("out of memory");
	if (system(command)) {
		diag(DIAG_ERROR, "launcher '%.*s' not found: is its package installed on this machine?", (int)len,
			options->launcher);
		exit(127);
	}
	free(command);
}

static void
print_stats(void)
{
	size_t hosts = batch_hosts();

	diag(DIAG_NOTE, "launcher: %zu job%s on %zu host%s, %zu died", njobs, njobs == 1 ? "" : "s", hosts,
		hosts == 1 ? "" : "s", ndied);
}

int
launch_run(const struct options *opt, struct command *command, const char *program, struct lists *lists, FILE *names)
{
	size_t jobs = opt->jobs ? (size_t)opt->jobs : JOBS;
	int status;

	options = opt;
	total = lists->count;
	check_launcher();
	job_init(opt, command, lists, names);
	nlaunch = opt->launcher_all ? 1 : jobs;
	launch = calloc(nlaunch, sizeof *launch);
	if (!launch)
		die("out of memory");
	if (opt->cache)
		cache_open(opt, program);
	batches_init(opt, lists);
	atexit(abandon);
	children_init(CHILDREN_REMOTE, progress_clear);
	if (opt->progress)
		progress_init(total, opt->progress_file);
	for (start_launches(jobs); children_running() || (may_start() && (nagain || nread < total)); start_launches(jobs))
		wait_for_event();
	progress_draw(report_count(), 0);
	progress_clear();
	cache_close();
	status = report_close();
	if (opt->launcher_stats)
		print_stats();
	if (!children_stopped())
		return status;
	diag(DIAG_ERROR, "ended by SIG%s after %zu of %zu items", sigabbrev_np(children_stopped()), report_count(), total);
	return 128 + children_stopped();
}
