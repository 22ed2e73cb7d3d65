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
#include "base/order.h"
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

/* When the first node of the target of node i began: those of one target are adjacent. */
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

/* The column of hosts in the statistics of foreach, "-" for this one. */
enum { COLUMN_HOST = 10, MAX_HOSTS = 256 };

/* Adds the hosts of a node's items to those that are there already. */
static void
add_hosts(const struct plan_node *node, char **host, size_t *n)
{
	FILE *file = fopen(node->stats, "re");
	char *line = NULL, *cell;
	size_t room = 0, column, i;

	while (file && getline(&line, &room, file) > 0) {
		char *rest = line;

		for (column = 1; (cell = strsep(&rest, "\t\n")) && column < COLUMN_HOST; column++)
			;
		if (!cell || !strcmp(cell, "-") || !strcmp(cell, "host"))
			continue;
		for (i = 0; i < *n && strcmp(host[i], cell); i++)
			;
		if (i == *n && i < MAX_HOSTS && (host[i] = strdup(cell)))
			++*n;
	}
	free(line);
	if (file)
		fclose(file);
}

/* On which hosts the rows of the target of node i were made, where that was not here. */
static void
tell_hosts(const struct plan *plan, size_t i)
{
	char *host[MAX_HOSTS];
	size_t n = 0, k;

	for (k = 0; k < i; k++)
		if (plan->node[k].stats && plan->node[k].target && !strcmp(plan->node[k].target, plan->node[i].target))
			add_hosts(&plan->node[k], host, &n);
	if (n)
		qsort(host, n, sizeof *host, order_texts);
	for (k = 0; k < n; k++) {
		if (k < 4)
			fprintf(stderr, "%s%s", k ? ", " : " on ", host[k]);
		free(host[k]);
	}
	if (n > 4)
		fprintf(stderr, " and %zu more", n - 4);
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
	fprintf(stderr, "%s: %s: %zu image%s built%s%s", diag_tool(), node->target, built, built == 1 ? "" : "s",
		*by ? " by " : "", by);
	tell_hosts(plan, i);
	fprintf(stderr, ", %zu bytes; %zu filtered", size, filtered);
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

/* --- --record --------------------------------------------------------------- */

static const char *
state_name(const struct task *task)
{
	if (task->kept)
		return "kept";
	return task->state == TASK_DONE ? "done" : task->state == TASK_FAILED ? "failed" : "left";
}

/* When the run began: the caller's word, or the first node. */
static uint64_t
first_start(const struct options *o, const struct plan *plan)
{
	uint64_t first = o->started ? o->started : report_now();
	size_t i;

	for (i = 0; i < plan->n; i++)
		if (task_get(i)->start && task_get(i)->end && task_get(i)->start < first)
			first = task_get(i)->start;
	return first;
}

int
report_record(const struct options *o, const struct plan *plan)
{
	struct outfile out;
	uint64_t first = first_start(o, plan);
	size_t i;

	if (outfile_open(&out, o->record))
		return -1;
	fputs("[Node|State|Start|End|Place|Memory]\n", out.stream);
	for (i = 0; i < plan->n; i++) {
		const struct task *task = task_get(i);
		bool ran = task->start && task->end;

		fprintf(out.stream, "%s|%s|%" PRIu64 "|%" PRIu64 "|%u|%ld\n", plan->node[i].name, state_name(task),
			ran ? (task->start - first) / 1000 : 0, ran ? (task->end - first) / 1000 : 0, ran ? task->lane + 1 : 0,
			task->peak);
	}
	return outfile_commit(&out);
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
	const char *by, *host;
	size_t room = 0, column, lane;
	double from, wall;
	long number;

	while (file && getline(&line, &room, file) > 0) {
		char *rest = line;

		number = 0;
		from = wall = 0;
		by = "";
		host = "-";
		for (column = 1; (cell = strsep(&rest, "\t\n")); column++)
			if (column == 1)
				number = strtol(cell, NULL, 10);
			else if (column == 4)
				wall = strtod(cell, NULL);
			else if (column == 8)
				by = cell;
			else if (column == 9)
				from = strtod(cell, NULL);
			else if (column == COLUMN_HOST)
				host = cell;
		if (!number)
			continue;	/* the titles */
		start = task->start + (uint64_t)(from * 1e9);
		end = start + (uint64_t)(wall * 1e9);
		for (lane = 0; lane < 255 && busy[lane] > start; lane++)
			;
		busy[lane] = end;
		snprintf(name, sizeof name, "%s %ld", node->name, number);
		put_event(out, name, "item", 100 * (task->lane + 1) + (unsigned)lane, start, end,
			strcmp(host, "-") ? "host" : "from", strcmp(host, "-") ? host : by);
	}
	free(line);
	if (file)
		fclose(file);
}

int
report_trace(const struct options *o, const struct plan *plan)
{
	struct outfile out;
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
	}
	put_event(out.stream, o->name, "node", 0, first_start(o, plan), report_now(), NULL, NULL);
	fputs("\n]\n", out.stream);
	return outfile_commit(&out);
}
