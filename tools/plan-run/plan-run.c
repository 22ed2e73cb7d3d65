/* plan-run: runs the commands of a plan; the page is plan-run.1. */
#include "plan-run.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/args.h"
#include "base/child.h"
#include "base/diag.h"
#include "failure.h"
#include "report.h"
#include "run.h"

enum {
	KEY_NAME = 256, KEY_REMOVE, KEY_RESUME, KEY_TRACE, KEY_STARTED, KEY_SUMMARY, KEY_BUNDLE, KEY_KEEP, KEY_DEMANGLER, KEY_LOCK,
	KEY_RECORD, KEY_AFTER
};

static const struct argp_option option_table[] = {
	{ "jobs", 'j', "N", 0, "Run N commands at a time; by default as many as there are processors", 1 },
	{ "verbose", 'v', NULL, 0, "Print each command as a line of a shell", 1 },
	{ "resume", KEY_RESUME, NULL, 0, "Run no command whose result an earlier run left in the work folder", 1 },
	{ "remove", KEY_REMOVE, NULL, 0, "Remove the work folder at the end", 1 },
	{ "crash-bundle", KEY_BUNDLE, "DIR", 0, "When a command fails, keep the work folder, in DIR, with a script that runs it again", 1 },
	{ "summary", KEY_SUMMARY, NULL, 0, "Print a line on the images of each target", 1 },
	{ "time-trace", KEY_TRACE, "FILE", 0, "Write FILE, for a trace viewer", 1 },
	{ "record", KEY_RECORD, "FILE", 0, "Write FILE: what became of each command", 1 },
	{ "after", KEY_AFTER, "WORD", 0, "A word of the command that runs at the end, before the work folder is removed", 2 },
	{ "started", KEY_STARTED, "NS", 0, "When the caller began, in nanoseconds of the epoch, for the trace", 2 },
	{ "name", KEY_NAME, "NAME", 0, "Whose messages these are", 2 },
	{ "keep-option", KEY_KEEP, "WORD", 0, "The option of the caller that keeps files, for a message", 2 },
	{ "demangler", KEY_DEMANGLER, "PROGRAM", 0, "Names of kernels are shown as PROGRAM prints them", 2 },
	{ "lock", KEY_LOCK, "FD", 0, "A descriptor that is not handed down", 2 },
	{ NULL, 0, NULL, 0, NULL, 0 }
};

/* The array keeps a NULL at its end. */
static void
add_after(struct options *o, char *word)
{
	char **longer = realloc(o->after, (o->n_after + 2) * sizeof *o->after);

	if (!longer)
		die("out of memory");
	o->after = longer;
	o->after[o->n_after++] = word;
	o->after[o->n_after] = NULL;
}

static error_t
parse_option(int key, char *arg, struct argp_state *state)
{
	struct options *o = state->input;

	switch (key) {
	case 'j': o->jobs = args_number("--jobs", arg, 1, 100000); return 0;
	case 'v': o->verbose = true; return 0;
	case KEY_RESUME: o->resume = true; return 0;
	case KEY_REMOVE: o->remove = true; return 0;
	case KEY_BUNDLE: o->crash_bundle = arg; return 0;
	case KEY_SUMMARY: o->summary = true; return 0;
	case KEY_TRACE: o->time_trace = arg; return 0;
	case KEY_RECORD: o->record = arg; return 0;
	case KEY_AFTER: add_after(o, arg); return 0;
	case KEY_STARTED: o->started = strtoull(arg, NULL, 10); return 0;
	case KEY_NAME: o->name = arg; return 0;
	case KEY_KEEP: o->keep_option = arg; return 0;
	case KEY_DEMANGLER: o->demangler = arg; return 0;
	case KEY_LOCK: o->lock = (int)args_number("--lock", arg, 3, INT_MAX); return 0;
	case ARGP_KEY_ARG:
		if (o->plan)
			die_usage("more than one plan: '%s'", arg);
		o->plan = arg;
		return 0;
	case ARGP_KEY_END:
		if (!o->plan)
			die_usage("no plan");
		return 0;
	default: return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp argp = {
	option_table, parse_option, "PLAN", "Runs the commands of a plan, side by side where they do not need each other.",
	NULL, NULL, NULL
};

static int
remove_entry(const char *path, const struct stat *status, int kind, struct FTW *where)
{
	(void)status;
	(void)kind;
	(void)where;
	return remove(path) && errno != ENOENT;
}

/* A command that was killed may have left a child that still writes for a moment, so there is a second try. */
static void
remove_work(const struct options *o, const struct plan *plan)
{
	enum { TRIES = 5 };
	useconds_t try;

	for (try = 1; try <= TRIES && nftw(plan->work, remove_entry, 16, FTW_DEPTH | FTW_PHYS) && !access(plan->work, F_OK); try++)
		usleep(try * 100000);
	if (o->crash_bundle)
		rmdir(o->crash_bundle);
}

/* The command of --after: 0, or 1 when it failed; it has said why. */
static int
run_after(char **word)
{
	struct child child;
	int error, status = 0;

	child_prepare(&child, false);
	error = child_start(&child, word[0], word);
	if (error)
		diag(DIAG_ERROR, "cannot start '%s': %s", word[0], strerror(error));
	else
		waitpid(child.pid, &status, 0);
	child_release(&child);
	return error || status;
}

/* What is written about the run when all nodes have ended; the exit status. */
static int
report_all(const struct options *o, const struct plan *plan, int status)
{
	bool failed = false;
	size_t i;

	if (o->time_trace)
		failed |= report_trace(o, plan) != 0;
	if (o->record)
		failed |= report_record(o, plan) != 0;
	if (o->after && status < 128 && !failed)
		failed |= run_after(o->after) != 0;
	for (i = 0; !o->remove && i < plan->n; i++)
		if (plan->node[i].stats)
			remove(plan->node[i].stats);
	return failed && !status ? 1 : status;
}

/* Folders, with those above them. */
static int
make_folder(struct arena *arena, const char *path)
{
	char *copy = arena_strdup(arena, path), *at;

	for (at = copy + 1; *copy && (at = strchr(at, '/')); *at++ = '/') {
		*at = 0;
		mkdir(copy, 0777);
	}
	if (!mkdir(path, 0777) || errno == EEXIST)
		return 0;
	diag(DIAG_ERROR, "cannot make folder '%s': %s", path, strerror(errno));
	return -1;
}

int
main(int argc, char **argv)
{
	struct options o = { .name = "plan-run", .lock = -1 };
	struct arena arena;
	struct plan plan;
	int status = 0;
	size_t i;

	diag_set_tool("plan-run");
	args_parse(&argp, argc, argv, &o);
	diag_set_tool(o.name);
	if (o.lock >= 0)
		fcntl(o.lock, F_SETFD, FD_CLOEXEC);
	arena_init(&arena);
	if (plan_read(&plan, &arena, o.plan))
		return 1;
	if (!plan.whole) {
		diag(DIAG_ERROR, "'%s' breaks off: the plan has no row 'end'", o.plan);
		status = 1;
	}
	for (i = 0; !status && i < plan.folder.n; i++)
		status = make_folder(&arena, plan.folder.list[i]) ? 1 : 0;
	if (!status) {
		status = plan_run(&o, &plan, &arena);
		failure_close(&o, &plan);
		status = report_all(&o, &plan, status);
	}
	if (o.remove && *plan.work && !failure_is_bundled())
		remove_work(&o, &plan);
	return status;
}
