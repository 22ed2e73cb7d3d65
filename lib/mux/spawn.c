#include "mux/spawn.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/mapfile.h"

extern char **environ;

/* The folder, "" before there is one. */
static char folder[4096];

void
spawn_cleanup(void)
{
	struct dirent *entry;
	DIR *dir;

	if (!*folder)
		return;
	dir = opendir(folder);
	while (dir && (entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			unlinkat(dirfd(dir), entry->d_name, 0);
	if (dir)
		closedir(dir);
	rmdir(folder);
	*folder = '\0';
}

const char *
spawn_folder(struct arena *arena)
{
	const char *parent = getenv("TMPDIR");

	(void)arena;
	if (*folder)
		return folder;
	/* lld makes a temporary name from its output's path and replaces each '%', also in folders. */
	if (parent && strchr(parent, '%'))
		parent = NULL;
	snprintf(folder, sizeof folder, "%s/mux-aot.XXXXXX", parent && *parent ? parent : "/tmp");
	if (!mkdtemp(folder)) {
		diag(DIAG_ERROR, "cannot create a folder like '%s': %s", folder, strerror(errno));
		*folder = '\0';
		return NULL;
	}
	atexit(spawn_cleanup);
	return folder;
}

const char *
spawn_path(struct arena *arena, const char *name)
{
	return arena_printf(arena, "%s/%s", folder, name);
}

/* The program in LLVM's folder, where Debian has it without a version in its name, or its name for PATH. */
static const char *
find_program(struct arena *arena, const char *name)
{
	static const char version[] = "-" LLVM_VERSION;
	size_t len = strlen(name), nversion = sizeof version - 1;
	const char *path;

	if (len > nversion && !strcmp(name + len - nversion, version)) {
		path = arena_printf(arena, "/usr/lib/llvm%s/bin/%.*s", version, (int)(len - nversion), name);
		if (access(path, X_OK) == 0)
			return path;
	}
	return name;
}

/* Passes on the first lines of the program's output: the rest is a back-trace or details. */
static void
pass_on(const char *program, char *text)
{
	enum { LINES = 4 };
	char *line, *rest = NULL;
	int n = 0;

	for (line = strtok_r(text, "\n", &rest); line && n < LINES; line = strtok_r(NULL, "\n", &rest), n++)
		diag(DIAG_NOTE, "%s: %s", program, line);
}

/* messages: what the program printed, or NULL. */
static int
report_failure(const char *program, int status, char *messages)
{
	if (WIFSIGNALED(status))
		diag(DIAG_ERROR, "'%s' was ended by signal %d", program, WTERMSIG(status));
	else
		diag(DIAG_ERROR, "'%s' failed with status %d", program, WEXITSTATUS(status));
	if (messages)
		pass_on(program, messages);
	return -1;
}

/* So much memory and time that no module of that size needs more. */
static void
limit_child(pid_t child, size_t input)
{
	const rlim_t memory = ((rlim_t)4 << 30) + (rlim_t)input * 1024, seconds = 10 + input / 16384;
	const struct rlimit address_space = { memory, memory }, time = { seconds, seconds };

	prlimit(child, RLIMIT_AS, &address_space, NULL);
	prlimit(child, RLIMIT_CPU, &time, NULL);
}

/* Runs the program, whose output is the file messages, and waits.  Reports and returns -1 when there is no such program. */
static int
run(struct arena *arena, const char *const *argv, size_t input, const char *messages, int *status)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error;

	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	/* argv is not written: posix_spawn's prototype lacks a const. */
	error = posix_spawnp(&child, find_program(arena, argv[0]), &actions, NULL, (char *const *)(uintptr_t)argv, environ);
	posix_spawn_file_actions_destroy(&actions);
	if (error) {
		diag(DIAG_ERROR, "cannot run '%s': %s", argv[0], strerror(error));
		return -1;
	}
	if (input)
		limit_child(child, input);
	while (waitpid(child, status, 0) < 0 && errno == EINTR)
		;
	return 0;
}

int
spawn_run(struct arena *arena, const char *const *argv)
{
	return spawn_run_on(arena, argv, 0);
}

int
spawn_run_on(struct arena *arena, const char *const *argv, size_t input)
{
	const char *messages = spawn_path(arena, "messages");
	int status = 0;
	size_t size;
	char *text;

	if (run(arena, argv, input, messages, &status))
		return -1;
	if (!status)
		return 0;
	text = mapfile_read(messages, &size);
	report_failure(argv[0], status, text);
	free(text);
	return -1;
}

int
spawn_run_heard(struct arena *arena, const char *const *argv, char **heard)
{
	const char *messages = spawn_path(arena, "messages");
	int status = 0;
	size_t size;

	*heard = NULL;
	if (run(arena, argv, 0, messages, &status))
		return -1;
	*heard = mapfile_read(messages, &size);
	if (*heard && !**heard) {
		free(*heard);
		*heard = NULL;
	}
	if (!status)
		return 0;
	if (WIFEXITED(status) && *heard)
		return -1;
	report_failure(argv[0], status, *heard);
	free(*heard);
	*heard = NULL;
	return -1;
}
