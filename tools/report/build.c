/* Steps: from the plan of a build, the record of its run and the statistics of foreach. */
#include "report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/diag.h"
#include "base/words.h"
#include "format/filetable.h"
#include "format/plan.h"

/* The bytes of the files, and for lists and tables of those that their cells name. */
static uint64_t
size_of(struct report *report, const struct plan_list *files)
{
	struct filetable table;
	struct stat status;
	uint64_t size = 0;
	size_t i, k;

	for (i = 0; i < files->n; i++) {
		const char *path = files->list[i], *end = strrchr(path, '.');

		if (stat(path, &status) || !S_ISREG(status.st_mode))
			continue;
		size += (uint64_t)status.st_size;
		if (!end || (strcmp(end, ".list") && strcmp(end, ".table")) || filetable_read(&table, report->arena, path))
			continue;
		for (k = 0; k < table.nrow * table.ncol; k++)
			if (*table.cell[k] && !stat(table.cell[k], &status) && S_ISREG(status.st_mode))
				size += (uint64_t)status.st_size;
	}
	return size;
}

/* The name of the program: of what foreach starts, too. */
static const char *
program_name(struct report *report, char *const *word)
{
	const char *name = basename(word[0]);
	size_t i;

	for (i = 1; !strcmp(name, "foreach") && word[i]; i++)
		if (!strcmp(word[i], "--") && word[i + 1])
			return arena_printf(report->arena, "foreach %s", basename(word[i + 1]));
	return name;
}

/* The items, from the lines that foreach wrote: number, ..., wall (4th), from where (8th), begin (9th). */
static void
read_items(struct report *report, struct step *step, const char *stats)
{
	FILE *file = fopen(stats, "re");
	char *line = NULL, *cell, *rest;
	size_t room = 0, column;

	while (file && getline(&line, &room, file) > 0) {
		struct item item = { .by = "" };
		double wall = 0, from = 0;
		long number = 0;

		for (rest = line, column = 1; (cell = strsep(&rest, "\t\n")); column++)
			switch (column) {
			case 1: number = strtol(cell, NULL, 10); break;
			case 4: wall = strtod(cell, NULL); break;
			case 8: item.by = arena_strdup(report->arena, cell); break;
			case 9: from = strtod(cell, NULL); break;
			default: break;
			}
		if (!number)
			continue;	/* the titles */
		item.start = step->start + (uint64_t)(from * 1e6);
		item.end = item.start + (uint64_t)(wall * 1e6);
		step->item = arena_extend(report->arena, step->item, step->n_item, sizeof item);
		step->item[step->n_item++] = item;
	}
	free(line);
	if (file)
		fclose(file);
}

static void
set_step(struct report *report, struct step *step, const struct plan_node *node)
{
	char *line = words_shell_line(node->word.list);

	*step = (struct step){ .name = node->name, .target = node->target ? node->target : "",
		.program = program_name(report, node->word.list), .command = arena_strdup(report->arena, line),
		.output = node->output.list[0], .before = node->before, .n_before = node->n_before,
		.in = size_of(report, &node->input), .out = size_of(report, &node->output) };
	free(line);
}

/* What the record says of step i; -1, reported. */
static int
read_state(struct step *step, const struct filetable *record, size_t i)
{
	static const char *const state[] = { "done", "kept", "failed", "left" };
	const char **cell = filetable_cell(record, i, 0);
	size_t k;

	for (k = 0; k < 4 && strcmp(cell[1], state[k]); k++)
		;
	if (strcmp(cell[0], step->name) || k == 4) {
		diag_at(&(struct diag_place){ record->path, record->line[i], 0 }, DIAG_ERROR, "this record is not of a run of that plan");
		return -1;
	}
	step->state = (enum step_state)k;
	step->start = strtoull(cell[2], NULL, 10);
	step->end = strtoull(cell[3], NULL, 10);
	if (step->end < step->start)
		step->end = step->start;
	step->place = (unsigned)strtoul(cell[4], NULL, 10);
	step->peak = strtoull(cell[5], NULL, 10) * 1024;
	return 0;
}

/* Programs, objects and archives that hold device images; files that were not made are left out. */
static int
add_outputs(struct report *report, const struct plan *plan)
{
	static const char *const maker[] = { "host-link", "object-pack" };
	struct stat status;
	size_t i, k;

	for (i = 0; i < plan->n; i++)
		for (k = 0; k < 2; k++)
			if (!strcmp(plan->node[i].name, maker[k]) && report->step[i].state < STEP_FAILED &&
				!stat(plan->node[i].output.list[0], &status) && S_ISREG(status.st_mode)) {
				report->title = report->title ? report->title : basename(plan->node[i].output.list[0]);
				if (report_add_file(report, plan->node[i].output.list[0]))
					return -1;
			}
	return 0;
}

int
build_read(struct report *report, const char *plan_path, const char *record_path)
{
	struct filetable record;
	struct plan plan;
	size_t i;

	if (plan_read(&plan, report->arena, plan_path) || filetable_read(&record, report->arena, record_path))
		return -1;
	if (record.ncol < 6 || record.nrow != plan.n) {
		diag_at(&(struct diag_place){ record_path, 0, 0 }, DIAG_ERROR, "this record is not of a run of that plan");
		return -1;
	}
	report->n_step = plan.n;
	report->step = arena_calloc(report->arena, plan.n, sizeof *report->step);
	for (i = 0; i < plan.n; i++) {
		set_step(report, &report->step[i], &plan.node[i]);
		if (read_state(&report->step[i], &record, i))
			return -1;
		if (plan.node[i].stats && report->step[i].state == STEP_DONE)
			read_items(report, &report->step[i], plan.node[i].stats);
	}
	return add_outputs(report, &plan);
}
