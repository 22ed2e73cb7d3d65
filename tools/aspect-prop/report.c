#include "prop.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "ir/irmodule.h"

/* --- the line of source ----------------------------------------------------- */

static FILE *
open_source(struct arena *arena, const struct location *at)
{
	FILE *stream = fopen(at->file, "re");

	if (!stream && at->file[0] != '/' && at->folder)
		stream = fopen(arena_printf(arena, "%s/%s", at->folder, at->file), "re");
	return stream;
}

/* Columns count bytes; the caret is under a character. */
static int
caret_column(const char *line, unsigned col)
{
	int width = 0;
	unsigned i;

	for (i = 0; line[i] && i + 1 < col; i++)
		width += ((unsigned char)line[i] & 0xc0) != 0x80;
	return width;
}

static void
show_source(struct arena *arena, const struct location *at)
{
	char *line = NULL, *tab;
	size_t room = 0;
	unsigned number = 0;
	ssize_t len = 0;
	FILE *stream;

	if (!at->line || !(stream = open_source(arena, at)))
		return;
	while (number < at->line && (len = getline(&line, &room, stream)) >= 0)
		number++;
	fclose(stream);
	if (number == at->line && len > 0) {
		line[strcspn(line, "\r\n")] = '\0';
		while ((tab = strchr(line, '\t')))
			*tab = ' ';
		diag_more("%5u | %s", at->line, line);
		if (at->col)
			diag_more("      | %*s^", caret_column(line, at->col), "");
	}
	free(line);
}

/* --- one finding ------------------------------------------------------------- */

static void
show_chain(struct uses *uses, const struct chain *chain)
{
	struct location at;
	const char *name;
	size_t i;

	diag_more("use is from this call chain:");
	for (i = 0; i < chain->n; i++) {
		name = name_full(uses->arena, program_name(uses->program, chain->link[i].function));
		at = chain_place(uses, chain, i);
		if (at.line)
			diag_more("  %s %s:%u:%u", name, at.file, at.line, at.col);
		else
			diag_more("  %s", name);
	}
}

static uint32_t
cause_of(const struct finding *finding)
{
	return finding->chain.n ? finding->chain.link[finding->chain.n - 1].function : finding->function;
}

/* others: how many similar findings are not printed. */
static void
show_finding(struct uses *uses, const struct finding *finding, bool error, size_t others)
{
	struct diag_place place = { finding->at.file, finding->at.line, finding->at.col };

	diag_at(finding->at.line ? &place : NULL, error ? DIAG_ERROR : DIAG_WARNING, "%s", finding->message);
	show_source(uses->arena, &finding->at);
	if (finding->chain.n)
		show_chain(uses, &finding->chain);
	if (others)
		diag_more("and %zu more through '%s'", others,
			  name_short(uses->arena, program_name(uses->program, cause_of(finding))));
	if (!finding->at.line && !location_any(uses))
		diag_more("compile with '-g' to get source location");
}

/* --- findings with one cause --------------------------------------------------- */

struct place_in_group {
	const struct finding *finding;
	const struct place_in_group *first;	/* of its group */
	size_t size;				/* of the group, in its first */
};

/* By cause; findings of one cause in their order. */
static int
compare_causes(const void *a, const void *b)
{
	const struct finding *x = (*(struct place_in_group *const *)a)->finding;
	const struct finding *y = (*(struct place_in_group *const *)b)->finding;
	uint32_t cx = cause_of(x), cy = cause_of(y);
	int order;

	if (x->rule != y->rule)
		return x->rule < y->rule ? -1 : 1;
	if (x->aspect != y->aspect)
		return x->aspect < y->aspect ? -1 : 1;
	if (cx != cy)
		return cx < cy ? -1 : 1;
	order = strcmp(x->targets ? x->targets : "", y->targets ? y->targets : "");
	return order ? order : (x > y) - (x < y);
}

static bool
same_cause(const struct finding *x, const struct finding *y)
{
	return x->rule == y->rule && x->aspect == y->aspect && cause_of(x) == cause_of(y) &&
	       !strcmp(x->targets ? x->targets : "", y->targets ? y->targets : "");
}

static struct place_in_group *
group(const struct findings *findings, struct arena *arena)
{
	struct place_in_group *place = arena_calloc(arena, findings->n + 1, sizeof *place);
	struct place_in_group **sorted = arena_calloc(arena, findings->n + 1, sizeof *sorted);
	size_t i, k;

	for (i = 0; i < findings->n; i++) {
		place[i].finding = &findings->finding[i];
		sorted[i] = &place[i];
	}
	qsort(sorted, findings->n, sizeof *sorted, compare_causes);
	for (i = 0; i < findings->n; i = k) {
		for (k = i; k < findings->n && same_cause(sorted[i]->finding, sorted[k]->finding); k++)
			sorted[k]->first = sorted[i];
		sorted[i]->size = k - i;
	}
	return place;
}

static void
report_text(const struct findings *findings, struct uses *uses, const struct report_options *options)
{
	struct place_in_group *place = group(findings, uses->arena);
	const struct place_in_group *first;
	bool capped;
	size_t i;

	for (i = 0; i < findings->n; i++) {
		first = place[i].first;
		capped = options->same_cause && first->size > options->same_cause;
		if (capped && first != &place[i])
			continue;
		show_finding(uses, place[i].finding, options->errors, capped ? first->size - 1 : 0);
	}
}

void
report_findings(const struct findings *findings, struct uses *uses, const struct report_options *options)
{
	if (options->format == REPORT_TEXT)
		report_text(findings, uses, options);
	else if (options->format == REPORT_JSON)
		report_json(stderr, findings, uses, options);
	else
		report_sarif(stderr, findings, uses, options);
}
