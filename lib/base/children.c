#include "children.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "diag.h"

static enum children_mode mode;
static void (*before_stop)(void);
static struct child *first;
static size_t running;

static int signals = -1;	/* descriptor */
static int stop_signal;
static struct timespec stop_time;
static bool killed;		/* children that did not end got SIGKILL */

/* Signals arrive through a descriptor; one that our caller ignores stays ignored. */
static void
watch_signals(sigset_t *old_mask)
{
	static const int watched[] = { SIGINT, SIGTERM, SIGHUP, SIGTSTP };
	struct sigaction action;
	sigset_t mask;
	size_t i;

	signal(SIGCHLD, SIG_DFL);
	sigemptyset(&mask);
	sigaddset(&mask, SIGCHLD);
	for (i = 0; i < sizeof watched / sizeof *watched; i++)
		if (sigaction(watched[i], NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(&mask, watched[i]);
	sigprocmask(SIG_BLOCK, &mask, old_mask);
	signals = signalfd(-1, &mask, SFD_CLOEXEC);
	if (signals < 0)
		die("cannot watch signals: %s", strerror(errno));
}

void
children_init(enum children_mode how, void (*hook)(void))
{
	sigset_t mask;

	mode = how;
	before_stop = hook;
	prctl(PR_SET_CHILD_SUBREAPER, 1);	/* for kill_orphans() */
	watch_signals(&mask);
	child_init(&mask, mode != CHILDREN_INPUT);
}

int
children_start(struct child *child, const char *program, char **words)
{
	int error = child_start(child, program, words);

	if (!error) {
		child->next = first;
		first = child;
		running++;
	}
	return error;
}

size_t
children_running(void)
{
	return running;
}

static void
signal_all(int number)
{
	struct child *child;

	for (child = first; child; child = child->next)
		child_signal(child, number);
}

static bool
is_ours(pid_t pid)
{
	const struct child *child = first;

	while (child && child->pid != pid)
		child = child->next;
	return child;
}

/*
 * A child that was killed could not end its own children: they have become ours.
 * Theirs follow when they have ended.
 */
static void
kill_orphans(void)
{
	char path[64];
	bool found = true;
	FILE *file;
	int pid;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
	while (found && (file = fopen(path, "re"))) {
		found = false;
		while (fscanf(file, "%d", &pid) == 1) {
			if (is_ours(pid))
				continue;
			found = true;
			kill(-pid, SIGKILL);
			kill(pid, SIGKILL);
			waitpid(pid, NULL, 0);
		}
		fclose(file);
	}
}

void
children_stop(int number)
{
	if (stop_signal) {
		signal_all(SIGKILL);
		return;
	}
	stop_signal = number;
	clock_start(&stop_time);
	signal_all(mode == CHILDREN_REMOTE ? SIGTERM : number);
	signal_all(SIGCONT);
}

int
children_stopped(void)
{
	return stop_signal;
}

/* The children are not in the terminal's foreground group: pass on stop and continue. */
static void
suspend(void)
{
	if (before_stop)
		before_stop();
	if (mode != CHILDREN_REMOTE)
		signal_all(SIGTSTP);
	raise(SIGSTOP);
	signal_all(SIGCONT);
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
			children_stop((int)info[i].ssi_signo);
}

/* Milliseconds until children that do not end are killed; -1: they need not be. */
static int
grace_left(void)
{
	int left;

	if (!stop_signal || killed)
		return -1;
	left = CHILD_GRACE_MS - (int)(clock_since(&stop_time) * 1000);
	return left > 0 ? left : 0;
}

void
children_wait(int limit, int fd)
{
	struct pollfd event[2] = { { signals, POLLIN, 0 }, { fd, POLLIN, 0 } };
	int grace = grace_left();

	if (grace >= 0)
		limit = grace;
	if (limit < 0 && fd < 0) {
		read_signals();		/* where only signals can happen, reading them is the wait */
	} else if (poll(event, 2, limit) == 0) {
		if (grace_left() == 0) {
			killed = true;
			signal_all(SIGKILL);
		}
	} else if (event[0].revents) {
		read_signals();
	}
}

struct child *
children_reap(int *status, struct rusage *usage)
{
	struct child **at, *child;
	pid_t pid;

	while (first && (pid = wait4(-1, status, WNOHANG, usage)) > 0) {
		for (at = &first; *at && (*at)->pid != pid; at = &(*at)->next)
			;
		child = *at;
		if (!child)
			continue;
		*at = child->next;
		running--;
		if (stop_signal) {
			child_signal(child, SIGKILL);
			kill_orphans();
		}
		return child;
	}
	return NULL;
}

void
children_kill(void)
{
	struct child *child;

	signal_all(SIGKILL);
	for (child = first; child; child = child->next)
		waitpid(child->pid, NULL, 0);
	kill_orphans();
}
