#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/children.h"
#include "base/diag.h"
#include "base/tokens.h"
#include "base/words.h"
#include "failure.h"
#include "kept.h"
#include "progress.h"
#include "report.h"

/* A place where a node's command runs. */
struct slot {
	struct child child;	/* first: children.h knows it; pid 0: free */
	size_t node;
};

static const struct options *options;
static const struct plan *plan;
static struct arena *arena;
static struct task *task;	/* of each node */

static struct slot *slot;
static size_t nslot;
static bool wait_token;		/* a node could start but for a token of make */

static size_t limit;		/* nodes from here on are not started: one before them has failed */
static size_t first_open;	/* nodes before it have ended */
static size_t shown;		/* nodes before it were shown */
static bool has_line;		/* of progress: no command prints for itself */
static size_t newest;		/* the node that began last */
static bool told, some_failed;	/* the failure that ends the run was told; one of a target was */

const struct task *
task_get(size_t i)
{
	return &task[i];
}

/* --- files ------------------------------------------------------------------ */

static bool
in_work(const char *path)
{
	size_t len = strlen(plan->work);

	return len && !strncmp(path, plan->work, len) && path[len] == '/';
}

/* What an earlier run left: a command that writes nothing must not be saved by it. */
static void
remove_old(const struct plan_node *node)
{
	struct stat status;
	size_t i;

	for (i = 0; !options->remove && i < node->output.n; i++)
		if (in_work(node->output.list[i]) && !lstat(node->output.list[i], &status) && S_ISREG(status.st_mode))
			unlink(node->output.list[i]);
}

/* A command that failed may leave half an output outside of the work folder. */
static void
drop_output(const struct plan_node *node)
{
	const char *path = node->output.list[0];
	struct stat status;

	if (!in_work(path) && !lstat(path, &status) && S_ISREG(status.st_mode))
		unlink(path);
}

static bool
has_written(const struct plan_node *node)
{
	const char *path = node->output.list[0];
	struct stat status;

	if (!strcmp(path, "-") || node->may_miss)
		return true;
	return !stat(path, &status) && (status.st_size || node->may_be_empty || !S_ISREG(status.st_mode));
}

static bool
is_empty(const char *path)
{
	struct stat status;

	return stat(path, &status) || !status.st_size;
}

/* --- showing ---------------------------------------------------------------- */

static void
show_command(const struct plan_node *node)
{
	char *line = words_shell_line(node->word.list);

	fprintf(stderr, "%s\n", line);
	free(line);
}

/* The node has failed with that status. */
static void
fail(size_t i, int status)
{
	task[i].state = TASK_FAILED;
	task[i].status = status;
	drop_output(&plan->node[i]);
	/* A signal that ended a command is meant for all. */
	if ((!plan->node[i].target || status >= 128) && i < limit)
		limit = i;
}

/* Shows what is to be shown of the errors that the node left in a file. */
static void
tell_errors(size_t i)
{
	const struct plan_node *node = &plan->node[i];
	struct child child;
	int error, status;

	if (!node->errors)
		return;
	if (node->tell.n && !is_empty(node->errors)) {
		child_prepare(&child, false);
		error = child_start(&child, node->tell.list[0], node->tell.list);
		if (error)
			diag(DIAG_ERROR, "cannot start '%s': %s", node->tell.list[0], strerror(error));
		else if (waitpid(child.pid, &status, 0) > 0 && status && task[i].state == TASK_DONE)
			fail(i, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
		child_release(&child);
	}
	if (!options->remove)
		unlink(node->errors);
}

static void
show(size_t i)
{
	const struct plan_node *node = &plan->node[i];

	progress_clear();
	if (options->verbose && task[i].started_at_all && !task[i].direct)
		show_command(node);
	if (task[i].printed.out || task[i].printed.err)
		capture_show(&task[i].printed);
	if (task[i].started_at_all)
		tell_errors(i);
	if (task[i].state == TASK_FAILED) {
		if (!failure_lacks_program(node, options, arena, true))
			failure_tell(options, plan, node, &task[i], arena);
		some_failed = true;
		told |= i == limit;
	} else if (options->summary && node->producer && task[i].state == TASK_DONE)
		report_target(plan, i, arena);
}

/* Nodes that have ended, in the order of the plan. */
static void
show_ended(void)
{
	while (!children_stopped() && !told && shown < plan->n && task[shown].state >= TASK_DONE)
		show(shown++);
}

/* --- starting --------------------------------------------------------------- */

static struct slot *
slot_get(void)
{
	size_t i;

	for (i = 0; i < nslot; i++)
		if (!slot[i].child.pid)
			return &slot[i];
	return NULL;
}

/*
 * The first node that can start; plan->n: none.  One that needs a node that
 * failed, or was left out for that reason, is left out.
 */
static size_t
ready_node(void)
{
	size_t i, k;

	while (first_open < plan->n && task[first_open].state >= TASK_DONE)
		first_open++;
	for (i = first_open; i < limit; i++) {
		bool waits = false;

		if (task[i].state != TASK_WAITS)
			continue;
		for (k = 0; k < plan->node[i].n_before; k++) {
			const struct task *other = &task[plan->node[i].before[k]];

			if (other->state >= TASK_FAILED)
				task[i].state = TASK_LEFT;
			waits |= other->state < TASK_DONE;
		}
		if (task[i].state == TASK_LEFT)
			show_ended();
		else if (!waits)
			return i;
	}
	return plan->n;
}

static void
start(size_t i, struct slot *place)
{
	const struct plan_node *node = &plan->node[i];
	int error;

	task[i].lane = (unsigned)(place - slot);
	task[i].start = report_now();
	if (kept_holds(i)) {
		task[i] = (struct task){ .state = TASK_DONE, .kept = true };
		return;
	}
	if (failure_lacks_program(node, options, arena, false)) {
		fail(i, 127);
		return;
	}
	remove_old(node);
	/* Nothing before it waits to be shown: it may have the terminal. */
	task[i].direct = shown == i && !has_line;
	if (task[i].direct && options->verbose)
		show_command(node);
	child_prepare(&place->child, !task[i].direct);
	task[i].started_at_all = true;
	error = node->errors ? posix_spawn_file_actions_addopen(&place->child.actions, STDERR_FILENO, node->errors,
		O_WRONLY | O_CREAT | O_TRUNC, 0666) : 0;
	if (!error)
		error = children_start(&place->child, node->word.list[0], node->word.list);
	if (error) {
		child_release(&place->child);
		if (asprintf(&task[i].why, "cannot start '%s': %s", node->word.list[0], strerror(error)) < 0)
			task[i].why = NULL;
		fail(i, error == ENOENT ? 127 : 126);
		return;
	}
	place->node = newest = i;
	task[i].state = TASK_RUNS;
}

static void
start_nodes(void)
{
	struct slot *place;
	size_t i;

	wait_token = false;
	while (!children_stopped() && (place = slot_get()) && (i = ready_node()) < plan->n) {
		wait_token = !tokens_allow(children_running());
		if (wait_token)
			break;
		start(i, place);
		show_ended();
	}
	tokens_keep(children_running());
}

/* --- ending ----------------------------------------------------------------- */

static void
slot_ended(struct slot *place, int status)
{
	size_t i = place->node;
	int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);

	task[i].end = report_now();
	if (i > limit)
		child_signal(&place->child, SIGKILL);	/* what it left behind */
	place->child.pid = 0;
	if (place->child.capture.fd[0] >= 0)
		capture_spool(&place->child.capture, &task[i].printed);
	child_release(&place->child);
	if (plan->node[i].progress)
		unlink(plan->node[i].progress);
	task[i].state = TASK_DONE;
	if (code || !has_written(&plan->node[i])) {
		/* What runs behind one that failed is ended, and of no interest. */
		if (children_stopped() || i > limit) {
			task[i].state = TASK_LEFT;
			drop_output(&plan->node[i]);
		} else
			fail(i, code);
	} else if (!children_stopped())
		kept_add(i);
	show_ended();
}

/* --- waiting ---------------------------------------------------------------- */

static void
draw_progress(void)
{
	size_t i, ended = 0, running = newest;

	if (!has_line)
		return;
	for (i = 0; i < plan->n; i++) {
		ended += task[i].state >= TASK_DONE;
		if (task[running].state != TASK_RUNS && task[i].state == TASK_RUNS)
			running = i;
	}
	progress_draw(ended, plan->n, &plan->node[running]);
}

static void
wait_for_event(void)
{
	struct rusage usage;
	struct child *child;
	int status;
	size_t i;

	/* Those behind a node that failed. */
	for (i = 0; i < nslot; i++)
		if (slot[i].child.pid && slot[i].node > limit)
			child_signal(&slot[i].child, SIGTERM);
	draw_progress();
	children_wait(progress_wait(), wait_token ? tokens_fd() : -1);
	while ((child = children_reap(&status, &usage))) {
		struct slot *place = (struct slot *)child;

		task[place->node].peak = usage.ru_maxrss;
		slot_ended(place, status);
	}
}

/* This tool dies: nothing that it started lives on. */
static void
abandon(void)
{
	size_t i;

	progress_clear();
	children_kill();
	for (i = 0; i < nslot; i++)
		if (slot[i].child.pid)
			drop_output(&plan->node[slot[i].node]);
}

/* As many places as jobs may run: what the user says, else what make or the machine has. */
static size_t
decide_slots(void)
{
	enum tokens_found found = tokens_init();
	size_t most = options->jobs ? (size_t)options->jobs : found == TOKENS_UNREACHABLE ? 2 : processors_count();

	/* What nodes start in turn, foreach above all, counts too. */
	if (found == TOKENS_NONE && tokens_serve(most - 1))
		diag(DIAG_WARNING, "cannot share %zu jobs: %s", most, strerror(errno));
	return most < plan->n ? most : plan->n ? plan->n : 1;
}

int
plan_run(const struct options *o, const struct plan *p, struct arena *a)
{
	options = o;
	plan = p;
	arena = a;
	limit = p->n;
	task = arena_calloc(a, p->n + 1, sizeof *task);
	nslot = decide_slots();
	slot = arena_calloc(a, nslot, sizeof *slot);
	children_init(CHILDREN_NO_INPUT, progress_clear);
	atexit(abandon);
	kept_open(o, p, a);
	has_line = progress_init(o);	/* behind what looks at the environment */
	for (start_nodes(); children_running(); start_nodes())
		wait_for_event();
	progress_clear();
	if (kept_close())
		some_failed = true;
	if (children_stopped())
		return 128 + children_stopped();
	return some_failed;
}
