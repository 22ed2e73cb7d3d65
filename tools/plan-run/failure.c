#include "failure.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/diag.h"
#include "base/text.h"
#include "base/words.h"
#include "format/filetable.h"

enum { MOST_ROWS = 10, MOST_KERNELS = 3 };

static bool bundled, want_kept;

/* What happened to it, for "stage 'NAME' ...". */
static const char *
how_ended(struct arena *arena, int status)
{
	const char *name = status > 128 ? sigabbrev_np(status - 128) : NULL;

	if (!status)
		return "ended with status 0 and wrote nothing";
	if (!name)
		return arena_printf(arena, "failed with status %d", status);
	return arena_printf(arena, "was ended by SIG%s%s", name, status == 128 + SIGKILL ? ", perhaps out of memory" : "");
}

static void
write_text(struct arena *arena, const char *folder, const char *name, const char *text, mode_t mode)
{
	const char *path = arena_printf(arena, "%s/%s", folder, name);
	FILE *file = fopen(path, "we");

	if (!file || fputs(text, file) == EOF || fclose(file) || chmod(path, mode))
		diag(DIAG_WARNING, "cannot write '%s': %s", path, strerror(errno));
}

/* The work folder stays, with a script that runs the command, a shell's line, again. */
static void
bundle(const struct plan *plan, const struct plan_node *node, const char *how, const char *command, struct arena *arena)
{
	char *here = getcwd(NULL, 0);
	char *const folder[] = { here, NULL };
	char *line = words_shell_line(folder);	/* "" when nobody knows where we are */

	bundled = true;
	unlink(arena_printf(arena, "%s/.owner", plan->work));
	write_text(arena, plan->work, "rerun.sh", arena_printf(arena, "#!/bin/sh\n# sycl-cc %s: stage %s %s; the whole command is in "
		"the file \"command\"\ncd -- %s || exit\nexec %s\n", SYCL_CC_VERSION, node->name, how, line, command), 0755);
	free(line);
	free(here);
	if (plan->typed.n) {
		line = words_shell_line(plan->typed.list);
		write_text(arena, plan->work, "command", arena_printf(arena, "%s\n", line), 0644);
		free(line);
	}
	diag(DIAG_NOTE, "its files are in '%s'; '%s/rerun.sh' runs it again", plan->work, plan->work);
}

/* The stage as a whole. */
static void
tell_stage(const struct options *o, const struct plan *plan, const struct plan_node *node, const char *how, struct arena *arena)
{
	bool compiler = text_ends(node->name, "compile") || !strcmp(node->name, "preprocess") || !strcmp(node->name, "host-link");
	char *command = words_shell_line(node->word.list);

	if (node->target)
		diag(DIAG_ERROR, "target '%s': stage '%s' %s", node->target, node->name, how);
	else
		diag(DIAG_ERROR, "stage '%s' %s", node->name, how);
	if (o->crash_bundle)
		bundle(plan, node, how, command, arena);
	else if (!o->remove)
		fprintf(stderr, "%s: note: to run it again: %s\n", o->name, command);
	else if (!compiler && o->keep_option)
		diag(DIAG_NOTE, "'-save-temps' keeps its input, '-v' shows its command, '--crash-bundle=DIR' both");
	free(command);
	if (node->remark)
		diag(DIAG_NOTE, "%s", node->remark);
}

/* --- rows ------------------------------------------------------------------- */

/* The name of a kernel as its source has it, when there is a demangler. */
static const char *
demangle(const struct options *o, struct arena *arena, const char *name)
{
	char *const word[] = { (char *)o->demangler, (char *)"--types", (char *)name, NULL };
	static const char before[] = "typeinfo name for ";
	char *line = o->demangler ? words_shell_line(word) : NULL, text[4096];
	FILE *pipe = line ? popen(line, "re") : NULL;

	free(line);
	if (pipe) {
		if (fgets(text, sizeof text, pipe)) {
			text[strcspn(text, "\n")] = 0;
			name = arena_strdup(arena, !strncmp(text, before, sizeof before - 1) ? text + sizeof before - 1 : text);
		}
		pclose(pipe);
	}
	return name;
}

/* "kernel 'a'", "kernels 'a', 'b', 'c' and 4 more": those that the file names, one a line. */
static const char *
kernels_of(const struct options *o, struct arena *arena, const char *path)
{
	FILE *file = fopen(path, "re");
	const char *text = "";
	char *line = NULL;
	size_t room = 0, n = 0;

	while (file && getline(&line, &room, file) > 0) {
		char *last = line, *at;

		line[strcspn(line, "\n")] = 0;
		/* The unit's id, of names that are local to it. */
		for (at = line; (at = strpbrk(at, "@$")); last = at++)
			;
		if (*last == '@' || *last == '$')
			*last = 0;
		if (++n <= MOST_KERNELS)
			text = arena_printf(arena, "%s%s'%s'", text, n > 1 ? ", " : "", demangle(o, arena, line));
	}
	if (file)
		fclose(file);
	free(line);
	if (n > MOST_KERNELS)
		text = arena_printf(arena, "%s and %zu more", text, n - MOST_KERNELS);
	return arena_printf(arena, "%s %s", n == 1 ? "kernel" : "kernels", text);
}

/* Which row of the node's table line item (from 1) of its list is, and what it holds; item 0: those that are compiled. */
static const char *
rows_of(const struct options *o, const struct plan_node *node, struct arena *arena, size_t item)
{
	struct filetable table;
	const char *text = "";
	size_t row, n = 0;
	int reason, symbols;

	if (!node->table || filetable_read(&table, arena, node->table))
		return "row";
	reason = filetable_find(&table, "Reason");
	symbols = filetable_find(&table, "Symbols");
	for (row = 0; row < table.nrow; row++) {
		if (reason >= 0 && **filetable_cell(&table, row, (size_t)reason))
			continue;
		if (++n == item || (!item && n <= MOST_ROWS))
			text = arena_printf(arena, "%s%srow %zu (%s)", text, *text ? ", " : "", row + 1,
				symbols < 0 ? "kernels" : kernels_of(o, arena, *filetable_cell(&table, row, (size_t)symbols)));
	}
	return item || n <= MOST_ROWS ? text : arena_printf(arena, "%s, and %zu more rows", text, n - MOST_ROWS);
}

/* One line of foreach's failures: NUMBER <tab> INPUT <tab> WHAT: COMMAND. */
static void
tell_row(const struct options *o, const struct plan *plan, const struct plan_node *node, char *line, struct arena *arena)
{
	char *number = strsep(&line, "\t"), *what, *command, *program;

	strsep(&line, "\t");
	what = line ? line : number;
	command = strstr(what, ": ");
	if (command) {
		*command = 0;
		command += 2;
	} else
		command = what + strlen(what);
	program = arena_strndup(arena, command, strcspn(command, " "));
	diag(DIAG_ERROR, "target '%s', %s, stage '%s': '%s' %s", node->target, rows_of(o, node, arena, strtoul(number, NULL, 10)),
		node->name, basename(program), what);
	if (o->crash_bundle && !bundled)
		bundle(plan, node, what, command, arena);
	else if (!o->crash_bundle && !o->remove)
		fprintf(stderr, "%s: note: to run it again: %s\n", o->name, command);
}

/* An error for each row that foreach could not do.  False: it says of none. */
static bool
tell_rows(const struct options *o, const struct plan *plan, const struct plan_node *node, struct arena *arena)
{
	FILE *file = node->target && node->failures ? fopen(node->failures, "re") : NULL;
	char *line = NULL;
	size_t room = 0, n = 0;

	while (file && getline(&line, &room, file) > 0) {
		line[strcspn(line, "\n")] = 0;
		if (++n <= MOST_ROWS)
			tell_row(o, plan, node, line, arena);
	}
	if (file)
		fclose(file);
	free(line);
	if (n > MOST_ROWS)
		diag(DIAG_ERROR, "target '%s': %zu more rows failed", node->target, n - MOST_ROWS);
	want_kept |= n > 0;
	return n > 0;
}

bool
failure_lacks_program(const struct plan_node *node, const struct options *options, struct arena *arena, bool tell)
{
	const char *path = getenv("PATH"), *end;
	struct stat status;

	if (!node->needs || (node->rows && (stat(node->rows, &status) || !status.st_size)))
		return false;
	if (strchr(node->needs, '/')) {
		if (!access(node->needs, X_OK))
			return false;
	} else
		for (; path && *path; path = *end ? end + 1 : end) {
			end = strchrnul(path, ':');
			if (!access(arena_printf(arena, "%.*s/%s", (int)(end - path), path, node->needs), X_OK))
				return false;
		}
	if (tell)
		diag(DIAG_ERROR, "target '%s': cannot find its compiler '%s', which is to compile %s", node->target, node->needs,
			rows_of(options, node, arena, 0));
	return true;
}

void
failure_tell(const struct options *o, const struct plan *plan, const struct plan_node *node, const struct task *task,
	struct arena *arena)
{
	if (task->why)
		diag(DIAG_ERROR, "%s", task->why);
	if (!tell_rows(o, plan, node, arena))
		tell_stage(o, plan, node, how_ended(arena, task->status), arena);
}

void
failure_close(const struct options *o, const struct plan *plan)
{
	char *line;

	if (!want_kept || !o->remove || o->crash_bundle || !o->keep_option || !plan->typed.n)
		return;
	line = words_shell_line(plan->typed.list);
	fprintf(stderr, "%s: note: to run it again with its input kept: %s %s\n", o->name, line, o->keep_option);
	free(line);
}

bool
failure_is_bundled(void)
{
	return bundled;
}
