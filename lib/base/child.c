#include "child.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "diag.h"

static posix_spawnattr_t attributes;
static int null_input = -1;

/*
 * Signals that are not ignored have their default in a child.  posix_spawn() does
 * that anyway, but without this list it queries each signal first.
 */
static void
default_signals(sigset_t *defaults)
{
	struct sigaction action;
	int number;

	sigemptyset(defaults);
	for (number = 1; number < _NSIG; number++)
		if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
			sigaddset(defaults, number);
	/* When nobody reads our output, a write gives an error instead of a signal; children keep their setting. */
	signal(SIGPIPE, SIG_IGN);
}

/* Each child leads a process group, so that its own children end with it. */
static void
init_attributes(const sigset_t *mask)
{
	sigset_t defaults;

	default_signals(&defaults);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setsigmask(&attributes, mask);
	posix_spawnattr_setsigdefault(&attributes, &defaults);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
}

void
child_init(const sigset_t *mask, bool no_input)
{
	init_attributes(mask);
	if (no_input)
		null_input = open("/dev/null", O_RDONLY | O_CLOEXEC);
}

size_t
processors_count(void)
{
	cpu_set_t set;

	return sched_getaffinity(0, sizeof set, &set) ? 1 : (size_t)CPU_COUNT(&set);
}

void
child_prepare(struct child *child, bool capture)
{
	posix_spawn_file_actions_init(&child->actions);
	if (null_input >= 0)
		posix_spawn_file_actions_adddup2(&child->actions, null_input, STDIN_FILENO);
	child->capture = (struct capture){ { -1, -1 } };
	if (!capture)
		return;
	if (capture_open(&child->capture))
		die("cannot create a temporary file: %s", strerror(errno));
	posix_spawn_file_actions_adddup2(&child->actions, child->capture.fd[0], STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&child->actions, child->capture.fd[1], STDERR_FILENO);
}

void
child_release(struct child *child)
{
	posix_spawn_file_actions_destroy(&child->actions);
	if (child->capture.fd[0] < 0)
		return;
	close(child->capture.fd[0]);
	close(child->capture.fd[1]);
	child->capture.fd[0] = child->capture.fd[1] = -1;
}

int
child_start(struct child *child, const char *program, char **words)
{
	int error;

	clock_start(&child->start);
	error = posix_spawnp(&child->pid, program, &child->actions, &attributes, words, environ);
	if (error)
		child->pid = 0;
	return error;
}

void
child_signal(const struct child *child, int number)
{
	if (child->pid)
		kill(-child->pid, number);
}

long
child_peak(const struct child *child)
{
	char path[64], line[256];
	long value = 0;
	FILE *file;

	snprintf(path, sizeof path, "/proc/%d/status", (int)child->pid);
	file = fopen(path, "re");
	while (file && fgets(line, sizeof line, file))
		if (sscanf(line, "VmHWM: %ld", &value) == 1)
			break;
	if (file)
		fclose(file);
	return value;
}
