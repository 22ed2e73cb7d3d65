#include "report.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "base/diag.h"
#include "base/json.h"
#include "base/outfile.h"
#include "format/filetable.h"
#include "run.h"

uint64_t
report_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

/* --- --summary -------------------------------------------------------------- */

/* When the first node of the target of node i began: those of one target stand together. */
static uint64_t
target_start(const struct plan *plan, size_t i)
{
	uint64_t start = task_get(i)->start;
	size_t k;

	for (k = i; k-- > 0 && plan->node[k].target && !strcmp(plan->node[k].target, plan->node[i].target); )
		if (task_get(k)->start && (!start || task_get(k)->start < start))
			start = task_get(k)->start;
	return start;
}

void
report_target(const struct plan *plan, size_t i, struct arena *arena)
{
	const struct plan_node *node = &plan->node[i];
	size_t row, other, built = 0, filtered = 0, size = 0, n;
	uint64_t start = target_start(plan, i), end = task_get(i)->end;
	const char *path = node->input.list[0], *text, *by = node->producer;
	struct filetable table;
	struct stat status;
	int code, reason;

	if (filetable_read(&table, arena, path) || (code = filetable_find(&table, "Code")) < 0)
		return;
	reason = filetable_find(&table, "Reason");
	for (row = 0; row < table.nrow; row++) {
		if (reason >= 0 && **filetable_cell(&table, row, (size_t)reason)) {
			filtered++;
			continue;
		}
		built++;
		if (!stat(*filetable_cell(&table, row, (size_t)code), &status))
			size += (size_t)status.st_size;
	}
	fprintf(stderr, "%s: %s: %zu image%s built%s%s, %zu bytes; %zu filtered", diag_tool(), node->target, built,
		built == 1 ? "" : "s", *by ? " by " : "", by, size, filtered);
	for (row = 0, n = 0; row < table.nrow; row++) {
		const char *why = reason < 0 ? "" : *filetable_cell(&table, row, (size_t)reason);
		size_t same = 0;

		for (other = 0; *why && other < table.nrow; other++)
			if (!strcmp(*filetable_cell(&table, other, (size_t)reason), why)) {
				if (other < row)
					break;
				same++;
			}
		if (!same)
			continue;
		/* "target 'NAME' " is told already. */
		text = strncmp(why, "target '", 8) ? NULL : strstr(why + 8, "' ");
		fprintf(stderr, "%s %s", n++ ? "," : ":", text ? text + 2 : why);
		if (same > 1)
			fprintf(stderr, " (%zu)", same);
	}
	fprintf(stderr, "; %.2f s\n", end > start ? (double)(end - start) / 1e9 : 0.0);
}

/* --- --time-trace ----------------------------------------------------------- */

static void
put_event(FILE *out, const char *name, const char *kind, unsigned thread, uint64_t start, uint64_t end, const char *key,
	const char *value)
{
	static bool begun;

	fprintf(out, "%s\n{\"name\":", begun ? "," : "[");
	begun = true;
	json_put_string(out, name, strlen(name));
	fprintf(out, ",\"cat\":\"%s\",\"ph\":\"X\",\"pid\":1,\"tid\":%u,\"ts\":%" PRIu64 ",\"dur\":%" PRIu64, kind, thread,
		start / 1000, end / 1000 - start / 1000);
	if (key) {
		fprintf(out, ",\"args\":{\"%s\":", key);
		json_put_string(out, value, strlen(value));
		putc('}', out);
	}
	putc('}', out);
}

/* The items of foreach, from its statistics, in as many threads as ran at a time. */
static void
put_items(FILE *out, const struct plan_node *node, const struct task *task)
{
	FILE *file = fopen(node->stats, "re");
	uint64_t busy[256] = { 0 }, start, end;
	char *line = NULL, *cell, name[128];
	const char *by;
	size_t room = 0, column, lane;
	double from, wall;
	long number;

	while (file && getline(&line, &room, file) > 0) {
		char *rest = line;

		number = 0;
		from = wall = 0;
		by = "";
		for (column = 1; (cell = strsep(&rest, "\t\n")); column++)
			if (column == 1)
				number = strtol(cell, NULL, 10);
			else if (column == 4)
				wall = strtod(cell, NULL);
			else if (column == 8)
				by = cell;
			else if (column == 9)
				from = strtod(cell, NULL);
		if (!number)
			continue;	/* the titles */
		start = task->start + (uint64_t)(from * 1e9);
		end = start + (uint64_t)(wall * 1e9);
		for (lane = 0; lane < 255 && busy[lane] > start; lane++)
			;
		busy[lane] = end;
		snprintf(name, sizeof name, "%s %ld", node->name, number);
		put_event(out, name, "item", 100 * (task->lane + 1) + (unsigned)lane, start, end, "from", by);
	}
	free(line);
	if (file)
		fclose(file);
}

int
report_trace(const struct options *o, const struct plan *plan)
{
	struct outfile out;
	uint64_t first = o->started ? o->started : report_now();
	size_t i;

	if (outfile_open(&out, o->time_trace))
		return -1;
	for (i = 0; i < plan->n; i++) {
		const struct task *task = task_get(i);

		if (!task->start || !task->end)
			continue;
		put_event(out.stream, plan->node[i].name, "node", task->lane + 1, task->start, task->end, "output",
			basename(plan->node[i].output.list[0]));
		if (plan->node[i].stats && task->state == TASK_DONE)
			put_items(out.stream, &plan->node[i], task);
		if (plan->node[i].stats && !o->remove)
			remove(plan->node[i].stats);
		if (task->start < first)
			first = task->start;
	}
	put_event(out.stream, o->name, "node", 0, first, report_now(), NULL, NULL);
	fputs("\n]\n", out.stream);
	return outfile_commit(&out);
}
