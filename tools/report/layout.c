/* Where the boxes of steps are in the picture of the graph. */
#include "report.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum {
	GAP_X = 14, GAP_Y = 34,		/* between boxes, in pixels */
	MARGIN = 8,
	MOST_FOR_DOT = 300		/* its time grows faster than the graph */
};

/* --- layer by layer ------------------------------------------------------------- */

/* A step is one layer below the lowest that it needs; in a layer the order is the plan's. */
static void
layout_layers(struct report *report)
{
	size_t *layer = arena_calloc(report->arena, report->n_step, sizeof *layer);
	size_t *used = arena_calloc(report->arena, report->n_step + 1, sizeof *used), i, k, widest = 0, deepest = 0;

	for (i = 0; i < report->n_step; i++) {
		struct step *step = &report->step[i];

		for (k = 0; k < step->n_before; k++)
			if (layer[step->before[k]] >= layer[i])
				layer[i] = layer[step->before[k]] + 1;
		step->x = MARGIN + BOX_WIDTH / 2.0 + (double)used[layer[i]]++ * (BOX_WIDTH + GAP_X);
		step->y = MARGIN + BOX_HEIGHT / 2.0 + (double)layer[i] * (BOX_HEIGHT + GAP_Y);
		widest = used[layer[i]] > widest ? used[layer[i]] : widest;
		deepest = layer[i] > deepest ? layer[i] : deepest;
	}
	report->width = 2 * MARGIN + (double)widest * (BOX_WIDTH + GAP_X) - GAP_X;
	report->height = 2 * MARGIN + (double)(deepest + 1) * (BOX_HEIGHT + GAP_Y) - GAP_Y;
}

/* --- by Graphviz ------------------------------------------------------------------ */

/* Numbers only: no name of a file or kernel reaches dot. */
static int
write_question(int fd, const struct report *report)
{
	FILE *out = fdopen(fd, "w");
	size_t i, k;

	if (!out)
		return -1;
	fprintf(out, "digraph { node [shape=box fixedsize=true width=%.3f height=%.3f label=\"\"];"
		" nodesep=%.3f; ranksep=%.3f;\n", BOX_WIDTH / 72.0, BOX_HEIGHT / 72.0, GAP_X / 72.0, GAP_Y / 72.0);
	for (i = 0; i < report->n_step; i++) {
		fprintf(out, "%zu;\n", i);
		for (k = 0; k < report->step[i].n_before; k++)
			fprintf(out, "%zu -> %zu;\n", report->step[i].before[k], i);
	}
	fputs("}\n", out);
	return fflush(out) || ferror(out) ? -1 : 0;
}

/* Lines "graph SCALE WIDTH HEIGHT" and "node NUMBER X Y ...", in inches from the bottom left; true when all were there. */
static bool
read_answer(FILE *in, struct report *report)
{
	double width = 0, height = 0, x, y;
	char *line = NULL;
	size_t room = 0, n = 0, i;

	while (getline(&line, &room, in) > 0)
		if (sscanf(line, "graph %*f %lf %lf", &width, &height) == 2)
			;
		else if (sscanf(line, "node %zu %lf %lf", &i, &x, &y) == 3 && i < report->n_step) {
			report->step[i].x = MARGIN + x * 72;
			report->step[i].y = MARGIN + (height - y) * 72;
			n++;
		}
	free(line);
	report->width = 2 * MARGIN + width * 72;
	report->height = 2 * MARGIN + height * 72;
	return n == report->n_step && width > 0 && height > 0;
}

static bool
layout_dot(struct report *report, const char *dot)
{
	char *const word[] = { (char *)(uintptr_t)dot, (char *)(uintptr_t)"-Tplain", NULL };
	FILE *question = tmpfile(), *answer = tmpfile();
	posix_spawn_file_actions_t actions;
	bool good = false;
	int status = -1;
	pid_t pid;

	if (question && answer && !write_question(dup(fileno(question)), report)) {
		rewind(question);
		posix_spawn_file_actions_init(&actions);
		posix_spawn_file_actions_adddup2(&actions, fileno(question), STDIN_FILENO);
		posix_spawn_file_actions_adddup2(&actions, fileno(answer), STDOUT_FILENO);
		posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
		if (!posix_spawnp(&pid, dot, &actions, NULL, word, environ) && waitpid(pid, &status, 0) == pid && !status) {
			rewind(answer);
			good = read_answer(answer, report);
		}
		posix_spawn_file_actions_destroy(&actions);
	}
	if (question)
		fclose(question);
	if (answer)
		fclose(answer);
	return good;
}

void
layout_steps(struct report *report, const char *dot)
{
	if (!report->n_step)
		return;
	if (!*dot || report->n_step > MOST_FOR_DOT || !layout_dot(report, dot))
		layout_layers(report);
}
