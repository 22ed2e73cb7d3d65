#include "remote.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/fd.h"
#include "cachelimit.h"

static int to = -1, from = -1;	/* pipes to the tool and from it */
static pid_t pid;
static char hit[2 * REMOTE_AHEAD][CACHE_NAME_SIZE], miss[2 * REMOTE_AHEAD][CACHE_NAME_SIZE];	/* answers that nobody waited for yet */
static size_t nhit, nmiss;

static void
abandon(void)
{
	if (pid)
		kill(pid, SIGTERM);
}

/* The tool is beside this one. */
static char *
tool_path(void)
{
	char *self = realpath("/proc/self/exe", NULL), *path, *slash;

	if (!self || !(slash = strrchr(self, '/')))
		die("cannot find out a path: %s", strerror(errno));
	if (asprintf(&path, "%.*s/remote-cache", (int)(slash - self), self) < 0)
		die("out of memory");
	free(self);
	if (access(path, X_OK))
		die("a cache on a server wants '%s', which is not installed: it is built where the headers of libcurl are "
			"(libcurl4-openssl-dev)", path);
	return path;
}

static int
spawn(const char *path, char **words, int in, int out)
{
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
	/* ^C is for foreach, which ends the tool. */
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setpgroup(&attributes, 0);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
	error = posix_spawn(&pid, path, &actions, &attributes, words, environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return error;
}

void
remote_open(const struct options *options)
{
	char *path = tool_path(), *url, *dir, timeout[64];
	char *words[8] = { path };
	int in[2], out[2], error;
	size_t n = 1;

	if (asprintf(&url, "--url=%s", options->cache_url) < 0 || asprintf(&dir, "--dir=%s", options->cache) < 0)
		die("out of memory");
	words[n++] = url;
	words[n++] = dir;
	if (options->cache_read_only)
		words[n++] = (char *)"--read-only";
	if (options->cache_stats)
		words[n++] = (char *)"--stats";
	if (options->cache_timeout) {
		snprintf(timeout, sizeof timeout, "--timeout=%ld", options->cache_timeout);
		words[n++] = timeout;
	}
	words[n] = NULL;
	if (pipe2(in, O_CLOEXEC) || pipe2(out, O_CLOEXEC))
		die("cannot make a pipe: %s", strerror(errno));
	error = spawn(path, words, in[0], out[1]);
	if (error)
		die("cannot start '%s': %s", path, strerror(error));
	close(in[0]);
	close(out[1]);
	to = in[1];
	from = out[0];
	atexit(abandon);
	signal(SIGPIPE, SIG_IGN);	/* the tool may end */
	free(path);
	free(url);
	free(dir);
}

bool
remote_is_open(void)
{
	return to >= 0;
}

static void
close_pipe(void)
{
	if (to >= 0)
		close(to);
	to = -1;
}

/* The tool has ended before its time. */
static void
lose(void)
{
	if (to >= 0)
		diag(DIAG_WARNING, "remote-cache has ended: going on without the server");
	close_pipe();
}

static void
write_line(const char *verb, const char *name)
{
	char line[CACHE_NAME_SIZE + 16];
	int n = snprintf(line, sizeof line, "%s %s\n", verb, name);

	if (to >= 0 && fd_write(to, line, (size_t)n))
		lose();
}

void
remote_ask(const char *name)
{
	write_line("get", name);
}

void
remote_send(const char *name)
{
	write_line("put", name);
}

/* --- answers ------------------------------------------------------------------ */

static bool
take(char list[][CACHE_NAME_SIZE], size_t *n, const char *name)
{
	size_t i;

	for (i = 0; i < *n; i++)
		if (!strcmp(list[i], name)) {
			memmove(list[i], list[--*n], CACHE_NAME_SIZE);
			return true;
		}
	return false;
}

static void
keep(const char *line)
{
	bool is_hit = !strncmp(line, "hit ", 4);
	size_t *n = is_hit ? &nhit : &nmiss;

	if (*n < 2 * REMOTE_AHEAD)
		snprintf((is_hit ? hit : miss)[(*n)++], CACHE_NAME_SIZE, "%s", strchr(line, ' ') + 1);
}

/* Whether a signal waits that ends foreach: they are blocked. */
static bool
must_stop(void)
{
	sigset_t waiting;

	return sigpending(&waiting) == 0 && (sigismember(&waiting, SIGINT) > 0 || sigismember(&waiting, SIGTERM) > 0
		|| sigismember(&waiting, SIGHUP) > 0);
}

/* Reads answers.  False: there will be none. */
static bool
read_answers(void)
{
	static char text[1 << 14];
	static size_t n;
	struct pollfd event = { from, POLLIN, 0 };
	char *line = text, *end;
	ssize_t got;

	if (poll(&event, 1, 100) <= 0)
		return !must_stop();
	got = read(from, text + n, sizeof text - 1 - n);
	if (got <= 0)
		return false;
	n += (size_t)got;
	text[n] = '\0';
	for (; (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		if (strchr(line, ' '))
			keep(line);
	}
	n -= (size_t)(line - text);
	memmove(text, line, n);
	return true;
}

bool
remote_wait(const char *name)
{
	for (;;) {
		if (take(hit, &nhit, name))
			return true;
		if (take(miss, &nmiss, name) || from < 0)
			return false;
		if (!read_answers()) {
			if (!must_stop()) {
				lose();
				close(from);
				from = -1;
			}
			return false;
		}
	}
}

void
remote_close(void)
{
	int status;

	if (!pid)
		return;
	close_pipe();
	while (waitpid(pid, &status, WNOHANG) == 0) {
		if (must_stop())
			kill(pid, SIGTERM);
		usleep(5000);
	}
	pid = 0;
}
