#include "jobs.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "cache.h"
#include "base/children.h"
#include "job.h"
#include "progress.h"
#include "records.h"
#include "report.h"
#include "base/tokens.h"

/* A place where a child runs. */
struct slot {
	struct child child;	/* first: children.h knows it */
	struct job job;
	bool shared;		/* another child ran at the same time */
};

static const struct options *options;
static const char *program;
static size_t total;		/* items */

static struct slot *slot;
static size_t nslot, max_slots;
static struct job next;		/* read from the lists, not yet started */
static struct job *again;	/* killed once, to be run alone */
static size_t nagain;
static bool wait_token;		/* a job could start if make gave a token */

static long peak;		/* the largest measured so far, KiB */
static bool measured;		/* a child has ended, so peak means something */

/* --- set-up -------------------------------------------------------------- */

static size_t
decide_slots(void)
{
	enum tokens_found found = tokens_init();

	if (options->jobs)
		return (size_t)options->jobs;
	if (found != TOKENS_UNREACHABLE)
		return processors_count();
	if (total > 1)
		diag(DIAG_WARNING, "make's jobserver cannot be reached, one job at a time: put '+' in front of the recipe line");
	return 1;
}

/* Each slot holds two descriptors; some are left for outputs, lists and the cache. */
static void
limit_slots(void)
{
	enum { SPARE = 24 };
	struct rlimit limit;
	size_t most;

	if (getrlimit(RLIMIT_NOFILE, &limit) || limit.rlim_cur == RLIM_INFINITY)
		return;
	most = limit.rlim_cur > SPARE + 2 ? (size_t)(limit.rlim_cur - SPARE) / 2 : 1;
	if (max_slots > most)
		max_slots = most;
}

/* A background group that reads the terminal would be stopped; a list on standard input is not the children's. */
static bool
input_is_unusable(void)
{
	bool unusable = isatty(STDIN_FILENO);
	size_t i;

	for (i = 0; i < options->nlist; i++)
		unusable |= !strcmp(options->list[i], "-");
	return unusable;
}

/* --- ending -------------------------------------------------------------- */

/* A command killed beside others, under a memory budget, runs once more, alone. */
static bool
try_again(struct slot *place, int status)
{
	struct printed lost;

	if (!options->mem_budget || children_stopped() || place->job.alone || !place->shared)
		return false;
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		return false;
	again = realloc(again, (nagain + 1) * sizeof *again);
	if (!again)
		die("out of memory");
	again[nagain] = place->job;
	again[nagain++].alone = true;
	capture_spool(&place->child.capture, &lost);
	return true;
}

/* How the child ended.  A child that ends while all are stopped has not failed itself, and its output is not used. */
static void
slot_judge(const struct slot *place, int status, struct result *result)
{
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	result->status = (short)(number ? 128 + number : WEXITSTATUS(status));
	result->signal = (short)number;
	if (children_stopped()) {
		result->status = (short)(128 + children_stopped());
		return;
	}
	if (number == SIGKILL)
		result->failure = job_failure(&place->job, "was ended by SIGKILL, perhaps out of memory (peak %u MiB)",
			result->peak / 1024);
	else if (number)
		result->failure = job_failure(&place->job, "was ended by SIG%s", sigabbrev_np(number));
	else if (result->status)
		result->failure = job_failure(&place->job, "failed with status %d", result->status);
	else if (options->want_output && job_is_empty(&place->job)) {
		result->status = 1;
		result->failure = job_failure(&place->job, "succeeded but wrote nothing");
	}
}

static float
seconds(const struct timeval *t)
{
	return (float)t->tv_sec + (float)t->tv_usec / 1e6f;
}

static void
child_measure(const struct child *child, const struct rusage *usage, struct result *result)
{
	result->wall = (float)clock_since(&child->start);
	result->user = seconds(&usage->ru_utime);
	result->system = seconds(&usage->ru_stime);
	result->peak = (unsigned)usage->ru_maxrss;
}

static void
slot_ended(struct slot *place, int status, const struct rusage *usage)
{
	struct result result = { 0 };

	measured = true;
	if (usage->ru_maxrss > peak)
		peak = usage->ru_maxrss;
	place->child.pid = 0;
	if (try_again(place, status))
		return;
	child_measure(&place->child, usage, &result);
	slot_judge(place, status, &result);
	if (!result.status)
		job_store(&place->job, &place->child.capture);
	if (place->child.capture.fd[0] >= 0)
		capture_spool(&place->child.capture, &result.printed);
	job_end(&place->job, &result);
}

static void
reap(void)
{
	struct rusage usage;
	struct child *child;
	int status;

	while ((child = children_reap(&status, &usage)))
		slot_ended((struct slot *)child, status, &usage);
}

/* --- starting ------------------------------------------------------------ */

/* A free slot; NULL when all are taken.  Slots are made when they are first needed. */
static struct slot *
slot_get(void)
{
	size_t i;

	for (i = 0; i < nslot; i++)
		if (!slot[i].child.pid)
			return &slot[i];
	if (nslot == max_slots)
		return NULL;
	child_prepare(&slot[nslot].child, max_slots > 1 || cache_is_open() || records_are_open());
	return &slot[nslot++];
}

static void
mark_shared(void)
{
	size_t i;

	for (i = 0; children_running() > 1 && i < nslot; i++)
		slot[i].shared = true;
}

/* Starts the job in a free slot.  False: not now, the system is short of processes. */
static bool
job_start(struct job *job, struct slot *place)
{
	char *why = job->out ? job_create_output(job) : NULL;
	int error;

	if (why) {
		job_cannot_run(job, 1, why);
		return true;
	}
	/* Before: the program may kill this process. */
	records_start(job->number);
	error = children_start(&place->child, program, job_words(job));
	if (error) {
		if ((error == EAGAIN || error == ENOMEM) && children_running())
			return false;
		errno = error;
		job_cannot_run(job, error == ENOENT ? 127 : 126, job_reason("cannot start", program));
		return true;
	}
	place->job = *job;
	place->shared = false;
	job->number = 0;
	mark_shared();
	return true;
}

/* One more child of the largest size seen must fit.  Until the first has been measured it runs alone. */
static bool
memory_allows(void)
{
	size_t i;

	if (!options->mem_budget || !children_running())
		return true;
	if (!measured)
		return false;
	for (i = 0; i < nslot; i++)
		if (slot[i].child.pid) {
			long now = child_peak(&slot[i].child);

			if (now > peak)
				peak = now;
		}
	return (children_running() + 1) * (uint64_t)peak * 1024 <= options->mem_budget;
}

static bool
may_start(void)
{
	size_t i;

	if (children_stopped() || report_is_lost() || (report_has_failed() && options->fail_fast))
		return false;
	for (i = 0; i < nslot; i++)
		if (slot[i].child.pid && slot[i].job.alone)
			return false;
	return true;
}

static void
start_jobs(void)
{
	struct slot *place;
	struct job *job;

	wait_token = false;
	while (may_start()) {
		if (nagain && !children_running())
			job = &again[--nagain];
		else if (!nagain && job_next(&next))
			job = &next;
		else
			break;
		if (job == &next && job_answered(job)) {
			/* The cache may answer many items in a row. */
			progress_draw(report_count(), children_running());
			children_wait(0, -1);
			reap();
			continue;
		}
		place = slot_get();
		if (!place || !memory_allows())
			break;
		wait_token = !tokens_allow(children_running());
		if (wait_token || !job_start(job, place))
			break;
	}
	tokens_keep(children_running());
}

/* --- waiting ------------------------------------------------------------- */

static int
timeout(void)
{
	return !children_stopped() && records_are_open() ? 1000 : progress_timeout();
}

static void
wait_for_event(void)
{
	progress_draw(report_count(), children_running());
	children_wait(timeout(), wait_token ? tokens_fd() : -1);
	if (!children_stopped() && records_are_unwanted())
		children_stop(SIGTERM);
	reap();
}

/* The tool ends by an error: ends its children and removes unfinished files. */
static void
abandon(void)
{
	size_t i;

	children_kill();
	for (i = 0; i < nslot; i++)
		if (slot[i].child.pid && slot[i].job.out)
			unlink(slot[i].job.out);
	/* One that was about to start. */
	if (next.number && next.created)
		unlink(next.out);
}

int
jobs_run(const struct options *opt, struct command *cmd, const char *path, struct lists *in, FILE *out)
{
	int status;

	options = opt;
	program = path;
	total = in->count;
	job_init(opt, cmd, in, out);
	max_slots = decide_slots();
	if (max_slots > total)
		max_slots = total;
	limit_slots();
	slot = calloc(max_slots, sizeof *slot);
	if (!slot)
		die("out of memory");
	atexit(abandon);
	if (opt->cache)
		cache_open(opt, path);
	children_init(input_is_unusable() ? CHILDREN_NO_INPUT : CHILDREN_INPUT, progress_clear);
	if (opt->progress)
		progress_init(total, opt->progress_file);
	for (start_jobs(); children_running(); start_jobs())
		wait_for_event();
	while (nagain)
		job_cannot_run(&again[--nagain], 128 + SIGKILL, strdup("it was killed once"));
	progress_draw(report_count(), 0);
	progress_clear();
	cache_close();
	if (records_are_open() && !children_stopped() && records_close())
		return 1;
	status = report_close();
	if (!children_stopped())
		return status;
	diag(DIAG_ERROR, "ended by SIG%s after %zu of %zu items", sigabbrev_np(children_stopped()), report_count(), total);
	return 128 + children_stopped();
}
