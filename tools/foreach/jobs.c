#include "jobs.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <poll.h>
#include <time.h>
#include <unistd.h>

#include "base/diag.h"
#include "cache.h"
#include "cachekey.h"
#include "capture.h"
#include "progress.h"
#include "report.h"
#include "base/tokens.h"

/* One item on its way. */
struct job {
	size_t number;		/* from 1; 0: no job */
	char **in;		/* its lines, one malloc block */
	char *out;		/* its output file, NULL when there is none; malloc */
	bool created;		/* that file is ours */
	bool asked;		/* the cache had no answer */
	bool cacheable;		/* and wants the result, under key */
	struct cachekey key;
	bool alone;		/* second try, after SIGKILL: nothing else runs beside it */
};

/* A place where a child runs. */
struct slot {
	pid_t pid;		/* 0: free */
	struct job job;
	struct timespec start;
	bool shared;		/* another child ran at the same time */
	struct capture capture;
	posix_spawn_file_actions_t actions;
};

static const struct options *options;
static struct command *command;
static const char *program;
static struct lists *lists;
static FILE *names;

static struct slot *slot;
static size_t nslot, max_slots, nrunning;
static struct job next;		/* read from the lists, not yet started */
static struct job *again;	/* killed once, to be run alone */
static size_t nagain;
static bool wait_token;		/* a job could start but for a token of make */

static sigset_t old_mask, own_mask;
static posix_spawnattr_t attributes;
static int signals = -1, null_input = -1;
static int stop_signal;		/* SIGINT, ...: end everything */
static struct timespec stop_time;
static bool killed;		/* children that did not end got SIGKILL */
static long peak;		/* the largest measured so far, KiB */
static bool measured;		/* a child has ended, so peak means something */

enum { GRACE_MS = 3000 };

static double
seconds_since(const struct timespec *then)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)(now.tv_sec - then->tv_sec) + (double)(now.tv_nsec - then->tv_nsec) / 1e9;
}

/* --- set-up -------------------------------------------------------------- */

static size_t
count_processors(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) ? 1 : (size_t)CPU_COUNT(&set);
}

static size_t
decide_slots(void)
{
	enum tokens_found found = tokens_init();

	if (options->jobs)
		return (size_t)options->jobs;
	if (found != TOKENS_UNREACHABLE)
		return count_processors();
	if (lists->count > 1)
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

/* Signals arrive through a descriptor; one that our caller ignores stays ignored. */
static void
watch_signals(void)
{
	static const int watched[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP };
	struct sigaction action;
	size_t i;

	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&own_mask);
	sigaddset(&own_mask, SIGCHLD);
	for (i = 0; i < sizeof watched / sizeof *watched; i++)
		if (sigaction(watched[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&own_mask, watched[i]);
	sigprocmask(SIG_BLOCK, &own_mask, &old_mask);
	signals = signalfd(-1, &own_mask, SFD_CLOEXEC);
	if (signals < 0)
		die("cannot watch signals: %s", strerror(errno));
}

/* Each child leads a process group, so that what it starts ends with it. */
static void
init_attributes(void)
{
	struct sigaction action;
	sigset_t defaults;

	sigemptyset(&defaults);
	/* We want an error, not a signal, when nobody reads our output; children want what they had. */
	if (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_DFL) {
		signal(SIGPIPE, SIG_IGN);
		sigaddset(&defaults, SIGPIPE);
	}
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigmask(&attributes, &old_mask);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

/* A background group that reads the terminal would be stopped; a list on standard input is not the children's. */
static void
init_input(void)
{
	bool unusable = isatty(STDIN_FILENO);
	size_t i;

	for (i = 0; i < options->nlist; i++)
		unusable |= !strcmp(options->list[i], "-");
	if (unusable)
		null_input = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/* --- items --------------------------------------------------------------- */

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
job_next(void)
{
	if (next.number)
		return true;
	if (!lists_next(lists))
		return false;
	next = (struct job){ .number = lists->number, .in = copy_lines() };
	if (options->holders.out) {
		next.out = output_name(options->out_dir, next.in[0], next.number, options->out_ext);
		if (names)
			fprintf(names, "%s\n", next.out);
	}
	return true;
}

static struct values
job_values(const struct job *job)
{
	return (struct values){ job->number, job->in, job->out };
}

static char **
job_words(const struct job *job)
{
	struct values values = job_values(job);

	return command_expand(command, &values);
}

/* "DESCRIPTION: COMMAND" of a failed item; the description is formatted. */
static char *failure(const struct job *job, const char *format, ...) __attribute__((format(printf, 2, 3)));

static char *
failure(const struct job *job, const char *format, ...)
{
	char *line = command_quote(job_words(job)), *what, *text;
	va_list args;

	va_start(args, format);
	if (vasprintf(&what, format, args) < 0 || asprintf(&text, "%s: %s", what, line) < 0)
		die("out of memory");
	va_end(args);
	free(what);
	free(line);
	return text;
}

/* Takes over the job and what the result holds. */
static void
job_end(struct job *job, struct result *result)
{
	result->number = job->number;
	if (result->status && job->created)
		unlink(job->out);
	if (result->failure || report_wants_input())
		result->input = strdup(job->in[0]);
	free(job->in);
	free(job->out);
	job->number = 0;
	report_add(result);
}

/* why is freed. */
static void
job_cannot_run(struct job *job, short status, char *why)
{
	struct result result = { .status = status, .failure = failure(job, "was not run: %s", why) };

	free(why);
	job_end(job, &result);
}

/* --- starting ------------------------------------------------------------ */

/* "VERB 'NAME': what errno says". */
static char *
reason(const char *verb, const char *name)
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

/* The output exists, empty, before the command starts, and is no link to anything else. */
static char *
create_output(struct job *job)
{
	int fd;

	if (output_is_input(job)) {
		errno = EEXIST;
		return reason("its output would replace its input", job->out);
	}
	if (unlink(job->out) && errno != ENOENT)
		return reason("cannot replace", job->out);
	fd = open(job->out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (fd < 0)
		return reason("cannot create", job->out);
	close(fd);
	job->created = true;
	return NULL;
}

/* The cache knows the result: the item has ended without running. */
static bool
job_answered(struct job *job)
{
	struct result result = { .cached = true };
	struct values values = job_values(job);
	struct timespec start;

	if (!cache_is_open() || job->asked || (job->out && output_is_input(job)))
		return false;
	job->asked = true;
	clock_gettime(CLOCK_MONOTONIC, &start);
	job->cacheable = cachekey_get(&job->key, command, &values);
	if (!job->cacheable || !cache_answer(&job->key, &values, &result.printed))
		return false;
	result.wall = (float)seconds_since(&start);
	job_end(job, &result);
	return true;
}

/* A free slot; NULL when all are taken.  Slots are made when they are first needed. */
static struct slot *
slot_get(void)
{
	struct slot *new;
	size_t i;

	for (i = 0; i < nslot; i++)
		if (!slot[i].pid)
			return &slot[i];
	if (nslot == max_slots)
		return NULL;
	new = &slot[nslot];
	posix_spawn_file_actions_init(&new->actions);
	if (null_input >= 0)
		posix_spawn_file_actions_adddup2(&new->actions, null_input, STDIN_FILENO);
	new->capture = (struct capture){ { -1, -1 } };
	if (max_slots > 1 || cache_is_open()) {
		if (capture_open(&new->capture))
			die("cannot create a temporary file: %s", strerror(errno));
		posix_spawn_file_actions_adddup2(&new->actions, new->capture.fd[0], STDOUT_FILENO);
		posix_spawn_file_actions_adddup2(&new->actions, new->capture.fd[1], STDERR_FILENO);
	}
	nslot++;
	return new;
}

static void
mark_shared(void)
{
	size_t i;

	for (i = 0; nrunning > 1 && i < nslot; i++)
		slot[i].shared = true;
}

/* Starts the job in a free slot.  False: not now, the system is short of processes. */
static bool
job_start(struct job *job, struct slot *place)
{
	char *why = job->out ? create_output(job) : NULL;
	int error;

	if (why) {
		job_cannot_run(job, 1, why);
		return true;
	}
	clock_gettime(CLOCK_MONOTONIC, &place->start);
	error = posix_spawn(&place->pid, program, &place->actions, &attributes, job_words(job), environ);
	if (error) {
		place->pid = 0;
		if ((error == EAGAIN || error == ENOMEM) && nrunning)
			return false;
		errno = error;
		job_cannot_run(job, error == ENOENT ? 127 : 126, reason("cannot start", program));
		return true;
	}
	place->job = *job;
	place->shared = false;
	job->number = 0;
	nrunning++;
	mark_shared();
	return true;
}

/* The largest memory that a running child has had so far, in KiB. */
static long
running_peak(pid_t pid)
{
	char path[64], line[256];
	long value = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmHWM: %ld", &value) == 1)
			break;
	if (file)
		fclose(file);
	return value;
}

/* One more child of the largest size seen must fit.  Until the first has been measured it runs alone. */
static bool
memory_allows(void)
{
	size_t i;

	if (!options->mem_budget || !nrunning)
		return true;
	if (!measured)
		return false;
	for (i = 0; i < nslot; i++)
		if (slot[i].pid) {
			long now = running_peak(slot[i].pid);

			if (now > peak)
				peak = now;
		}
	return (nrunning + 1) * (uint64_t)peak * 1024 <= options->mem_budget;
}

/* Without make's jobserver, or for the one job that needs no token, always true. */
static bool
token_allows(void)
{
	if (tokens_fd() < 0 || nrunning < 1 + tokens_held() || tokens_take())
		return true;
	wait_token = true;
	return false;
}

static bool
may_start(void)
{
	size_t i;

	if (stop_signal || report_is_lost() || (report_has_failed() && options->fail_fast))
		return false;
	for (i = 0; i < nslot; i++)
		if (slot[i].pid && slot[i].job.alone)
			return false;
	return true;
}

static void look_at_signals(void);

static void
start_jobs(void)
{
	struct slot *place;
	struct job *job;

	wait_token = false;
	while (may_start()) {
		if (nagain && !nrunning)
			job = &again[--nagain];
		else if (!nagain && job_next())
			job = &next;
		else
			break;
		if (job == &next && job_answered(job)) {
			look_at_signals();
			continue;
		}
		place = slot_get();
		if (!place || !memory_allows() || !token_allows() || !job_start(job, place))
			break;
	}
	/* What is held beyond the running children is of use to others. */
	tokens_give(nrunning ? nrunning - 1 : 0);
}

/* --- ending -------------------------------------------------------------- */

static double
seconds(const struct timeval *t)
{
	return (double)t->tv_sec + (double)t->tv_usec / 1e6;
}

/* Killed beside others, under a memory budget: it gets a second chance, alone. */
static bool
try_again(struct slot *place, int status)
{
	struct printed lost;

	if (!options->mem_budget || stop_signal || place->job.alone || !place->shared)
		return false;
	if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGKILL)
		return false;
	again = realloc(again, (nagain + 1) * sizeof *again);
	if (!again)
		die("out of memory");
	again[nagain] = place->job;
	again[nagain++].alone = true;
	capture_spool(&place->capture, &lost);
	return true;
}

static void
slot_measure(const struct slot *place, const struct rusage *usage, struct result *result)
{
	result->wall = (float)seconds_since(&place->start);
	result->user = (float)seconds(&usage->ru_utime);
	result->system = (float)seconds(&usage->ru_stime);
	result->peak = (unsigned)usage->ru_maxrss;
}

/* How the child ended.  What ends while everything is stopped has no failure of its own, and no output to trust. */
static void
slot_judge(const struct slot *place, int status, struct result *result)
{
	int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;

	result->status = (short)(number ? 128 + number : WEXITSTATUS(status));
	if (stop_signal) {
		result->status = (short)(128 + stop_signal);
		return;
	}
	if (number == SIGKILL)
		result->failure = failure(&place->job, "was ended by SIGKILL, perhaps out of memory (peak %u MiB)",
			result->peak / 1024);
	else if (number)
		result->failure = failure(&place->job, "was ended by SIG%s", sigabbrev_np(number));
	else if (result->status)
		result->failure = failure(&place->job, "failed with status %d", result->status);
}

static void
slot_ended(struct slot *place, int status, const struct rusage *usage)
{
	struct result result = { 0 };

	nrunning--;
	measured = true;
	if (usage->ru_maxrss > peak)
		peak = usage->ru_maxrss;
	if (stop_signal)
		kill(-place->pid, SIGKILL);	/* what the child left behind */
	place->pid = 0;
	if (try_again(place, status))
		return;
	slot_measure(place, usage, &result);
	slot_judge(place, status, &result);
	if (!result.status && place->job.cacheable) {
		struct values values = job_values(&place->job);

		cache_store(&place->job.key, command, &values, &place->capture);
	}
	if (place->capture.fd[0] >= 0)
		capture_spool(&place->capture, &result.printed);
	job_end(&place->job, &result);
}

static void
reap(void)
{
	struct rusage usage;
	int status;
	size_t i;
	pid_t pid;

	while (nrunning && (pid = wait4(-1, &status, WNOHANG, &usage)) > 0)
		for (i = 0; i < nslot; i++)
			if (slot[i].pid == pid)
				slot_ended(&slot[i], status, &usage);
}

/* --- waiting ------------------------------------------------------------- */

static void
signal_children(int number)
{
	size_t i;

	for (i = 0; i < nslot; i++)
		if (slot[i].pid)
			kill(-slot[i].pid, number);
}

/* SIGINT, SIGTERM or SIGHUP: the same to the children; at the second one, or after GRACE_MS, SIGKILL. */
static void
stop(int number)
{
	if (stop_signal) {
		signal_children(SIGKILL);
		return;
	}
	stop_signal = number;
	clock_gettime(CLOCK_MONOTONIC, &stop_time);
	signal_children(number);
	signal_children(SIGCONT);
}

/* The children are not in the terminal's foreground group: pass on stop and continue. */
static void
suspend(void)
{
	progress_clear();
	signal_children(SIGTSTP);
	raise(SIGSTOP);
	signal_children(SIGCONT);
}

static int
timeout(void)
{
	int left;

	if (!stop_signal || killed)
		return progress_timeout();
	left = GRACE_MS - (int)(seconds_since(&stop_time) * 1000);
	return left > 0 ? left : 0;
}

static void
read_signals(void)
{
	struct signalfd_siginfo info[8];
	ssize_t n = read(signals, info, sizeof info), i;

	for (i = 0; i < n / (ssize_t)sizeof *info; i++)
		if (info[i].ssi_signo == SIGTSTP)
			suspend();
		else if (info[i].ssi_signo != SIGCHLD)
			stop((int)info[i].ssi_signo);
}

/* Signals that have arrived, without waiting: many items may be answered from the cache in a row. */
static void
look_at_signals(void)
{
	struct pollfd event = { signals, POLLIN, 0 };

	progress_draw(report_count(), nrunning);
	if (poll(&event, 1, 0) > 0)
		read_signals();
	reap();
}

static void
wait_for_event(void)
{
	struct pollfd event[2] = { { signals, POLLIN, 0 }, { wait_token ? tokens_fd() : -1, POLLIN, 0 } };
	int limit = timeout();

	progress_draw(report_count(), nrunning);
	/* Where signals are all that can happen, reading them is the wait. */
	if ((wait_token || limit >= 0) && poll(event, 2, limit) == 0 && stop_signal && !killed && timeout() == 0) {
		killed = true;
		signal_children(SIGKILL);
	}
	if (!(wait_token || limit >= 0) || event[0].revents)
		read_signals();
	reap();
}

/* The tool dies: nothing it started lives on, nothing unfinished stays. */
static void
abandon(void)
{
	size_t i;

	signal_children(SIGKILL);
	for (i = 0; i < nslot; i++) {
		if (!slot[i].pid)
			continue;
		waitpid(slot[i].pid, NULL, 0);
		if (slot[i].job.out)
			unlink(slot[i].job.out);
	}
}

int
jobs_run(const struct options *opt, struct command *cmd, const char *path, struct lists *in, FILE *out)
{
	int status;

	options = opt;
	command = cmd;
	program = path;
	lists = in;
	names = out;
	max_slots = decide_slots();
	if (max_slots > in->count)
		max_slots = in->count;
	limit_slots();
	slot = calloc(max_slots, sizeof *slot);
	if (!slot)
		die("out of memory");
	atexit(abandon);
	if (opt->cache)
		cache_open(opt, path);
	watch_signals();
	init_attributes();
	init_input();
	if (opt->progress)
		progress_init(in->count);
	for (start_jobs(); nrunning; start_jobs())
		wait_for_event();
	while (nagain)
		job_cannot_run(&again[--nagain], 128 + SIGKILL, strdup("it was killed once"));
	progress_clear();
	cache_close();
	status = report_close();
	if (!stop_signal)
		return status;
	diag(DIAG_ERROR, "ended by SIG%s after %zu of %zu items", sigabbrev_np(stop_signal), report_count(), in->count);
	return 128 + stop_signal;
}
